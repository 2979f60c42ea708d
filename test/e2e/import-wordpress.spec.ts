import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AuthorsService } from '../../src/modules/authors/authors.service.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import {
  countsOf,
  exportFile,
  importedAs,
  importFile,
  type OldSite,
  type PrintedReport,
  startOldSite,
} from '../support/old-site.js';
import { killLeftovers } from '../support/process.js';
import { type Service, startService } from '../support/service.js';

let database: TestDatabase;
let oldSite: OldSite;
let service: Service;
let file: string;
const reports: { dry: PrintedReport; first: PrintedReport; second: PrintedReport } = {} as never;
let requestsOfDryRun: number, requestsOfFirst: number;

beforeAll(async () => {
  database = await createMigratedDatabase();
  oldSite = await startOldSite();
  file = exportFile('wordpress.xml', database.folder, oldSite.origin);
  const run = async (...more: string[]) => {
    const { code, report, stderr } = await importFile(
      ['--from', 'wxr', file, ...more],
      database,
      oldSite.variables,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr });
    return report;
  };
  reports.dry = await run('--dry-run');
  requestsOfDryRun = oldSite.requests.length;
  reports.first = await run();
  requestsOfFirst = oldSite.requests.length;
  reports.second = await run();
  service = await startService({ database, environment: { SCHEDULER: 'off' } });
});
afterAll(async () => {
  killLeftovers();
  await service.stop();
  oldSite.stop();
  await database.drop();
});

interface Post {
  readonly id: number;
  readonly [field: string]: unknown;
}

const imported = (id: number) => importedAs(`wp:${id}`, service);

describe('A dry run', () => {
  test('tells what an import will do, fetches nothing and writes nothing', () => {
    const { first, dry } = reports;
    expect(requestsOfDryRun).toBe(0);
    expect(dry).toMatchObject({ dry_run: true, imported: first.imported, already_there: 0, failed: 0 });
    for (const name of ['published', 'scheduled', 'drafts', 'authors', 'sections'] as const)
      expect([name, dry[name]]).toEqual([name, first[name]]);
    expect(countsOf(dry.left_out)).toEqual(countsOf(first.left_out));
    expect(dry.images).toEqual({ to_fetch: 4, already_there: 0 });
  });
});

describe('The report', () => {
  test('counts what became of the entries', () => {
    expect(reports.first).toMatchObject({
      imported: 11,
      already_there: 0,
      failed: 0,
      published: 6,
      scheduled: 1,
      drafts: 4,
      authors: 2,
      sections: 3,
      images: { fetched: 2, already_there: 0, failed: 2 },
    });
  });

  test('names what was left out', () => {
    expect(countsOf(reports.first.left_out)).toEqual({
      comment: 2,
      trash: 1,
      'auto-draft': 1,
      revision: 1,
      nav_menu_item: 1,
      'type:product': 1,
      'type:wp_block': 1,
      attachment: 1,
    });
    const trash = reports.first.left_out.find(({ reason }) => reason === 'trash');
    expect(trash?.examples).toEqual(['wp:19 "Thrown away"']);
  });

  test('names what is otherwise than it was', () => {
    expect(countsOf(reports.first.changed)).toEqual({
      'body: There is no shortcode "…": [contact-form-7 …] is shown as text.': 1,
      'seo-template': 1,
      private: 1,
      password: 1,
      pending: 1,
      sticky: 1,
      'no-title': 1,
      'lead-image': 1,
      nextpage: 1,
      url: 1,
      'custom-fields': 1,
      'post-format-video': 1,
      'shortcode:contact-form-7': 1,
      'block:latest-posts': 1,
      'image:outbound-status': 1,
      'image:image-type': 1,
    });
  });

  test('of a second run says that all is there, and nothing is fetched again', async () => {
    expect(reports.second).toMatchObject({
      imported: 0,
      already_there: 11,
      failed: 0,
      authors: 0,
      sections: 0,
      images: { fetched: 0, failed: 0 },
    });
    expect(oldSite.requests.length).toBe(requestsOfFirst);
    const { body } = await service.get('/api/1.3/images?limit=50').expect(200);
    expect(body).toHaveLength(2);
  });
});

describe('A post', () => {
  test('has headline, excerpt, times, slug, tags and texts for search engines', async () => {
    expect(await imported(10)).toMatchObject({
      headline: 'The bridge & the river',
      subheadline: 'Traffic moves again.',
      manual_basename: 'the-bridge',
      tags: ['Bridge', 'Café & Co'],
      created_ts: Date.UTC(2019, 4, 1, 10) / 1000,
      updated_ts: Date.UTC(2019, 5, 1, 10) / 1000,
      page_title: 'A title for search engines',
      meta_description: null,
      provider_id: 15,
      status: 0,
    });
  });

  test('is in sections, which are below those that they were below', async () => {
    const { sections } = await imported(10);
    const all = (await service.get('/api/1.3/sections?limit=50').expect(200)).body as Post[];
    const chosen = all.filter(({ id }) => (sections as number[]).includes(id));
    expect(chosen.map(({ full_url }) => full_url).toSorted()).toEqual([
      '/health-section',
      '/politics/city-hall',
    ]);
    expect(all.find(({ url }) => url === 'politics')).toMatchObject({
      title: 'Politics & Power',
      about_html: 'Who decides.',
      status: 2,
    });
  });

  test('has its author, whose e-mail address readers do not see', async () => {
    const { roar_authors: authors } = await imported(10);
    expect(authors).toMatchObject([{ title: 'Maria Ortiz' }]);
    const { roar_authors: others } = await imported(11);
    expect(others).toMatchObject([{ title: 'jo' }]);
    expect(JSON.stringify([authors, others])).not.toContain('@old.example');
    const maria = await service.app.get(AuthorsService).findByName('maria');
    expect(maria).toMatchObject({
      displayName: 'Maria Ortiz',
      email: 'maria@old.example',
      role: 'Guest Editor',
    });
  });

  test('without an author has the one that the command names', async () => {
    expect(await imported(26)).toMatchObject({ roar_author_ids: [1], manual_basename: 'мост' });
  });

  test('has its lead image, and the images of the text are of this site', async () => {
    const { image_id: lead, body, description, photo_caption: caption } = await imported(10);
    expect(lead).toEqual(expect.any(Number));
    expect(caption).toBe('Caption of the file');
    expect(body).toContain(`[cms-image ${String(lead)} caption="The new bridge" alt="The bridge"]`);
    expect(description).toContain(`data-image-id="${String(lead)}"`);
    expect(description).toContain('<figcaption>The new bridge</figcaption>');
    expect(description).not.toContain(oldSite.origin);
    // The file itself, not the smaller copy that the text showed.
    expect(oldSite.requests.filter((path) => path.includes('bridge'))).toEqual([
      '/wp-content/uploads/2019/05/bridge.png',
    ]);
    expect((await imported(11)).body).toContain(`[cms-image ${String(lead)} caption="Seen again" alt=Again]`);
  });

  test('of the classic editor has paragraphs, and embeds where URLs stand alone', async () => {
    const { body, description } = await imported(10);
    expect(body).toContain('<p>First line<br />\nsecond line of <em>one</em> paragraph.</p>');
    expect(body).toContain('<p>[youtube https://www.youtube.com/watch?v=dQw4w9WgXcQ]</p>');
    expect(body).toContain('<blockquote><p>Said the mayor.</p>\n</blockquote>');
    expect(body).toContain('<pre>kept\n\nas it is</pre>');
    expect(description).toMatch(/<iframe[^>]+youtube/);
  });

  test('of the block editor is without comments and without paragraphs of ours', async () => {
    const { body } = await imported(11);
    expect(body).not.toContain('<!--');
    expect(body).not.toContain('<p></p>');
    expect(body).toContain('<p>A block.</p>');
    expect(body).toContain('[youtube https://youtu.be/dQw4w9WgXcQ]');
    expect(body).toContain('<p>Second page.</p>');
  });

  test('keeps the URLs of images that cannot be fetched, and of those on other sites', async () => {
    const { body, image_id } = await imported(25);
    expect(image_id).toBeNull();
    expect(body).toContain(`${oldSite.origin}/wp-content/uploads/missing.png`);
    expect(body).toContain(`${oldSite.origin}/wp-content/uploads/page.png`);
    expect(body).toContain('https://elsewhere.example/photo.jpg');
    expect(String(body).match(/\[cms-image /g)).toHaveLength(2);
  });

  test('without a title has the beginning of its text for one', async () => {
    expect((await imported(12)).headline).toBe('No title, but a text.');
  });

  test('is found where it was', async () => {
    const { post_url: url } = await imported(10);
    const answer = await service.as(null).get('/2019/05/the-bridge/').redirects(0);
    expect([answer.status, answer.headers.location]).toEqual([301, url]);
    expect((await service.as(null).get('/team/about').redirects(0)).status).toBe(301);
  });
});

test.each([14, 15, 16, 17])('wp:%i is a draft, which readers do not find', async (id) => {
  const { status, post_url: url } = await imported(id);
  expect(status).toBe(1);
  const path = String(url).replace(/^https:\/\/[^/]+/, '');
  expect((await service.as(null).get(path)).status).toBe(404);
});

test('A page has the type page, a post the type that follows from its fields', async () => {
  expect((await imported(13)).type).toBe('page');
  expect((await imported(10)).type).toBe('image');
});

test('A scheduled post will be published at its time', async () => {
  expect(await imported(18)).toMatchObject({ status: 2, scheduled_at: Date.UTC(2099, 0, 1, 8) / 1000 });
});
