import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConflictError } from '../../src/kernel/errors.js';
import { ArticleHooks, type PendingArticleChange } from '../../src/modules/articles/article-hooks.js';
import { EventStore } from '../../src/modules/changes/events/event-store.js';
import { Database } from '../../src/platform/database/database.js';
import { defineExtension } from '../../src/extension/extension.js';
import { runCommand } from '../support/command-line.js';
import { type Service, startService } from '../support/service.js';
import { parseHtml, textsOf } from '../support/xml.js';

const TABLES = ['articles', 'authors', 'sections', 'badges', 'images', 'article_paths', 'article_authors'];

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const demo = (...parameters: string[]) => runCommand(['demo', ...parameters], service.database);

async function counts(): Promise<Record<string, number>> {
  const database = service.app.get(Database);
  const counted = TABLES.map(async (table) => {
    const [row] = await database.rows<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`);
    return [table, Number(row?.count)] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
}

class KeepsBridge extends ArticleHooks {
  override before({ verb, article }: PendingArticleChange): void {
    if (verb === 'remove' && article.headline.includes('bridge over the Amber'))
      throw new ConflictError('kept', 'The site keeps it.');
  }
}

const page = async (path: string): Promise<string> => (await service.as(null).get(path).expect(200)).text;

describe('The demonstration', () => {
  test('fills a site with pages worth showing, and leaves it as it was', async () => {
    await service.post('/api/1.3/sections', { title: 'Sport', url: 'sport', status: 2 }).expect(200);
    const before = await counts();

    expect(await demo()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The Amber Courier is printed: 15 articles.'),
    });
    const home = parseHtml(await page('/'));
    expect(textsOf(home, 'h2')).toHaveLength(13);
    expect(textsOf(home, 'h2')[0]?.trim()).toBe('After four years, the bridge over the Amber is open');
    for (const path of ['/town', '/outside', '/culture', '/sport'])
      expect(textsOf(parseHtml(await page(path)), 'h2').length).toBeGreaterThan(0);
    expect(await page('/three-walks-for-a-long-evening')).toContain('The lighthouse path');
    const scheduled = await service.get('/api/1.3/scheduled_posts').expect(200);
    expect(scheduled.body).toMatchObject([{ headline: 'The name of the bridge is found', status: 2 }]);
    const drafts = (await service.get('/api/1.3/drafts').expect(200)).body as { headline: string }[];
    expect(drafts.map(({ headline }) => headline)).toContain('What the bridge has cost, bill by bill');

    expect(await demo()).toMatchObject({
      code: 1,
      stdout: 'The demonstration is there already; "npm run cli -- demo --remove" takes it out again.\n',
    });
    expect(await demo('--remove')).toMatchObject({ code: 0, stdout: 'The demonstration is removed.\n' });
    expect(await counts()).toEqual(before);
    expect(await demo('--remove')).toMatchObject({
      code: 0,
      stdout: 'There is no demonstration on this site.\n',
    });
  });

  test('leaves what others have brought, and tells those who keep copies of its authors', async () => {
    await demo();
    const authors = async () => {
      const rows = await service.app.get(Database).rows<{ id: number }>('SELECT id FROM authors');
      return rows.map(({ id }) => id);
    };
    const before = await authors();
    const own = { headline: 'Imported', provider_id: 15, provider_post_id: 'demo:own' };
    const { id } = (await service.post('/api/1.3/posts', own).expect(200)).body as { id: number };
    const { body: posts } = await service.get('/api/1.3/posts?limit=50').expect(200);
    const [, removed] = posts as { id: number }[];
    await service.delete(`/api/1.3/posts/${removed?.id}`).expect(200);
    expect(await demo('--remove')).toMatchObject({ code: 0, stdout: 'The demonstration is removed.\n' });
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
    const left = await authors();
    const gone = before.filter((author) => !left.includes(author));
    expect(gone).toHaveLength(2);
    await service.app.get(EventStore, { strict: false }).place(500);
    const { body } = await service.get('/api/1.3/changes?after=start&types=author&limit=500').expect(200);
    const changes = body.changes as { resource_id: number; verb: string }[];
    const told = changes.filter(({ verb }) => verb === 'delete').map((change) => change.resource_id);
    expect(told).toEqual(expect.arrayContaining(gone));
  });

  test('leaves posts that an extension does not let go, and says so', async () => {
    await demo();
    const { body } = await service.get('/api/1.3/posts?limit=50').expect(200);
    const posts = body as { id: number; headline: string }[];
    const bridge = posts.find(({ headline }) => headline.includes('bridge over the Amber'));
    const extension = defineExtension({ name: 'acme', compatibility: '^1.0.0', articles: KeepsBridge });
    const { stdout } = await runCommand(['demo', '--remove'], service.database, {}, extension);
    expect(stdout).toContain(`Stays: post ${bridge?.id}: The site keeps it.\n`);
    await service.get(`/api/1.3/posts/${bridge?.id}`).expect(200);
    await service.delete(`/api/1.3/posts/${bridge?.id}`).expect(200);
    expect(await runCommand(['extensions', 'forget', 'acme'], service.database)).toMatchObject({ code: 0 });
  });

  test('leaves authors and pictures that the site uses by now, and says so', async () => {
    await demo();
    const { body } = await service.get('/api/1.3/posts?limit=50').expect(200);
    const printed = body as [{ roar_author_ids: number[]; image_id: number }];
    const [{ image_id }] = printed;
    const [writer = 0, other = 0] = new Set(printed.flatMap((post) => post.roar_author_ids));
    const roar_author_ids = [writer];
    const own = { headline: 'Our own', roar_author_ids, image_id, sections: ['Town'] };
    const { id } = (await service.post('/api/1.3/posts', own).expect(200)).body as { id: number };
    const theirs = service.as(await service.createKey({ authorId: other }));
    await service.post(`/api/1.3/posts/${id}/likes`, { author_id: other }).expect(200);

    const { code, stdout } = await demo('--remove');
    expect(code).toBe(0);
    expect(stdout).toContain(`Stays: author ${writer}: posts of this site are by them\n`);
    expect(stdout).toContain(`Stays: author ${other}: they have API keys; they like posts\n`);
    expect(stdout).toContain(`Stays: image ${image_id}: `);
    await theirs.get('/api/1.1/me').expect(200);
    const kept = await service.get(`/api/1.3/posts/${id}`).expect(200);
    expect(kept.body).toMatchObject({ roar_author_ids, image_id, sections: [] });
  });
});
