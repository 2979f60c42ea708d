import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { fewestStatements } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

type Door = 'posts' | 'drafts';
type Seeded = Pick<Post, 'id' | 'created_ts'>;

const DOORS: Door[] = ['posts', 'drafts'];
const TIME = 1_700_000_000;
/** As many as a page holds at most. */
const MAX_LIMIT = { posts: 100, drafts: 30 };

let service: Service;
let related: object;
const seeded: Record<Door, Seeded[]> = { posts: [], drafts: [] };

beforeAll(async () => {
  // Background work sends statements, too.
  service = await startService({ environment: { SCHEDULER: 'off' } });
  const ids = async (path: string, bodies: object[]) => {
    const answers = bodies.map((body) => service.post(path, body).expect(200));
    return (await Promise.all(answers)).map(({ body }) => (body as Seeded).id);
  };
  related = {
    tags: ['One', 'Two', 'Three'],
    sections: await ids('/api/1.3/sections', [
      { title: 'News', url: 'news', status: 2 },
      { title: 'Arts', url: 'arts', status: 2 },
    ]),
    roar_author_ids: await ids('/api/1.1/authors', [{ name: 'ann' }, { name: 'bob' }]),
    listicle: { items: [{ headline: 'Item' }, { headline: 'Another' }] },
  };
});
afterAll(() => service.stop());

async function create(door: Door, fields: object = {}): Promise<Post> {
  const { body } = await service
    .post(`/api/1.3/${door}`, { headline: 'Story', ...related, ...fields })
    .expect(200);
  return body;
}

async function list(door: Door, query = ''): Promise<Post[]> {
  const { body } = await service.get(`/api/1.3/${door}${query}`).expect(200);
  return body;
}

/** Makes articles until there are `count` behind the door, seven of them at each of a few times. */
async function seed(door: Door, count: number): Promise<void> {
  while (seeded[door].length < count) {
    const missing = Math.min(10, count - seeded[door].length);
    const made = Array.from({ length: missing }, (_, n) =>
      create(door, { created_ts: TIME + ((n * 5) % 7) }),
    );
    seeded[door].push(...(await Promise.all(made)));
  }
}

const newestFirst = (one: Seeded, other: Seeded) => other.created_ts - one.created_ts || other.id - one.id;
const idsOf = (articles: readonly Seeded[]) => articles.map(({ id }) => id);

describe.each(DOORS)('the list of %s', (door) => {
  const other = door === 'posts' ? 'drafts' : 'posts';
  const wanted = MAX_LIMIT[door] + 4;

  test('costs the same number of statements however many articles it holds', async () => {
    const counts: number[] = [];
    for (const articles of [1, 10, MAX_LIMIT[door]]) {
      await seed(door, articles);
      expect(await list(door, '?limit=100')).toHaveLength(articles);
      counts.push((await fewestStatements(service, () => list(door, '?limit=100'))).length);
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts).toEqual([counts[0], counts[0], counts[0]]);
  });

  test('holds 10 articles by default, as many as asked for, and a maximum', async () => {
    await seed(door, wanted);
    expect(await list(door)).toHaveLength(10);
    expect(await list(door, '?limit=3')).toHaveLength(3);
    for (const limit of [MAX_LIMIT[door], MAX_LIMIT[door] + 1, 1_000_000])
      expect(await list(door, `?limit=${limit}`)).toHaveLength(MAX_LIMIT[door]);
  });

  test('is ordered by created_ts, then id, newest first, without gap or repetition between pages', async () => {
    await seed(door, wanted);
    const pages: Post[] = [];
    for (let offset = 0; offset < wanted + 20; offset += 20) {
      pages.push(...(await list(door, `?offset=${offset}&limit=20`)));
    }
    expect(new Set(pages.map(({ created_ts }) => created_ts)).size).toBeLessThan(pages.length / 4);
    expect(idsOf(pages)).toEqual(idsOf([...seeded[door]].sort(newestFirst)));
  });

  test('begins at the offset', async () => {
    await seed(door, wanted);
    const sorted = idsOf([...seeded[door]].sort(newestFirst));
    expect(idsOf(await list(door, '?offset=7&limit=5'))).toEqual(sorted.slice(7, 12));
    expect(idsOf(await list(door, '?offset=7'))).toEqual(sorted.slice(7, 17));
    expect(await list(door, '?offset=100000')).toEqual([]);
  });

  test('shows only what is in its state, as GET shows it', async () => {
    const [shown, hidden] = [await create(door), await create(other)];
    const [first] = await list(door, '?limit=1');
    const { body } = await service.get(`/api/1.3/${door}/${shown.id}`);
    expect(first).toEqual(body);
    expect('draft_url' in body).toBe(door === 'drafts');
    expect(idsOf(await list(door))).not.toContain(hidden.id);
    const change = { action: door === 'posts' ? 'unpublish' : 'publish' };
    await service.put(`/api/1.3/${door}/${shown.id}`, change).expect(200);
    expect(idsOf(await list(door))).not.toContain(shown.id);
    for (const { id } of [shown, hidden]) await service.delete(`/api/1.3/${door}/${id}`).expect(200);
  });

  test('follows a changed created_ts', async () => {
    const { id } = await create(door, { created_ts: 1000 });
    expect(idsOf(await list(door))).not.toContain(id);
    await service.put(`/api/1.3/${door}/${id}`, { created_ts: TIME * 2 }).expect(200);
    expect(idsOf(await list(door))[0]).toBe(id);
    await service.delete(`/api/1.3/${door}/${id}`).expect(200);
  });

  test.each(['offset', 'limit'])('refuses an %s that is negative or no number', async (name) => {
    for (const value of ['-1', 'ten', '1.5', '0x10', '1e2']) {
      const { body } = await service.get(`/api/1.3/${door}?${name}=${value}`);
      expect({ value, ...body }).toMatchObject({ value, status: 400, errors: [{ field: name }] });
    }
  });

  test('ignores parameters that it does not know', async () => {
    const sent = await list(door, '?limit=5&page=2&filter[id]=1&created_ts=0&api_key=x');
    expect(idsOf(sent)).toEqual(idsOf(await list(door, '?limit=5')));
  });

  test('leaves out an article removed through its door', async () => {
    const { id } = await create(door);
    expect(idsOf(await list(door))).toContain(id);
    await service.delete(`/api/1.3/${door}/${id}`).expect(200, {});
    for (const query of ['', '&removed=0', '&removed=false']) {
      expect(idsOf(await list('drafts', `?limit=30${query}`))).not.toContain(id);
      expect(idsOf(await list('posts', `?limit=100${query}`))).not.toContain(id);
    }
    expect(idsOf(await list('posts', '?limit=100&removed=1'))).not.toContain(id);
  });

  test('and its removed articles are listed by drafts when asked for, until they are restored', async () => {
    const created = await create(door, { body: 'text', created_ts: TIME * 3 });
    await service.delete(`/api/1.3/${door}/${created.id}`).expect(200, {});
    const draft = await create('drafts', { created_ts: created.created_ts });
    const [newest, second] = await list('drafts', '?removed=1');
    expect(newest).toMatchObject({ id: draft.id, removed: false, status: 1 });
    expect(second).toMatchObject({
      id: created.id,
      removed: true,
      status: 3,
      body: 'text',
      tags: created.tags,
    });
    await service.put(`/api/1.3/drafts/${created.id}`, { action: 'restore' }).expect(200);
    const { body, tags, sections, created_ts, inserted_ts } = created;
    const restored = {
      id: created.id,
      removed: false,
      status: 1,
      body,
      tags,
      sections,
      created_ts,
      inserted_ts,
    };
    expect((await list('drafts'))[1]).toMatchObject(restored);
    for (const { id } of [created, draft]) await service.delete(`/api/1.3/drafts/${id}`).expect(200);
  });
});
