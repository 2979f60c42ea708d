import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ArticlesService, Provider } from '../../src/modules/articles/articles.service.js';
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
let dry: PrintedReport, first: PrintedReport, second: PrintedReport;

beforeAll(async () => {
  database = await createMigratedDatabase();
  oldSite = await startOldSite();
  const file = exportFile('ghost.json', database.folder, oldSite.origin);
  const run = async (...more: string[]) => {
    const parameters = ['--from', 'ghost', file, '--url', oldSite.origin, ...more];
    const { code, report, stderr } = await importFile(parameters, database, oldSite.variables);
    expect({ code, stderr }).toEqual({ code: 0, stderr });
    return report;
  };
  dry = await run('--dry-run');
  first = await run();
  second = await run();
  service = await startService({ database, environment: { SCHEDULER: 'off' } });
});
afterAll(async () => {
  killLeftovers();
  await service.stop();
  oldSite.stop();
  await database.drop();
});

const imported = (id: string) => importedAs(`ghost:${id}`, service);

test('the report counts what became of the posts, and says of a second run that all is there', () => {
  expect(first).toMatchObject({
    dry_run: false,
    imported: 9,
    failed: 0,
    published: 3,
    scheduled: 1,
    drafts: 5,
    authors: 2,
    images: { fetched: 2, already_there: 0, failed: 0 },
  });
  expect(dry).toMatchObject({ imported: 9, images: { to_fetch: 2 }, changed: first.changed });
  expect(second).toMatchObject({ imported: 0, already_there: 9, images: { fetched: 0 } });
  expect(oldSite.requests.toSorted()).toEqual([
    '/content/images/2020/01/lead.png',
    '/content/images/2020/01/river.png',
  ]);
});

test('the report names what was left out, and what is otherwise than it was', () => {
  expect(countsOf(first.left_out)).toEqual({ 'internal-tag': 1 });
  expect(first.left_out[0]?.examples).toEqual(['tag "#layout"']);
  expect(countsOf(first.changed)).toEqual({
    'no-time': 1,
    'visibility:members': 1,
    'visibility:paid': 1,
    'email-only': 1,
    'no-html': 1,
    'no-title': 1,
    featured: 1,
    'code-injection': 1,
  });
});

test('a post has its texts, authors, tags and images', async () => {
  const post = await imported('5c1a000000000000000000a1');
  expect(post).toMatchObject({
    headline: 'The river & the town',
    subheadline: 'It rises.',
    manual_basename: 'the-river',
    tags: ['Nature', 'Town'],
    primary_tag: 'Nature',
    page_title: 'For search',
    photo_caption: 'By us',
    created_ts: Date.UTC(2020, 0, 2, 8) / 1000,
    updated_ts: Date.UTC(2020, 1, 1, 8) / 1000,
    roar_authors: [{ title: 'Ada Berg' }, { title: 'Ben' }],
    social_teaser_image_id: post.image_id,
  });
  expect(post.body).toMatch(
    /^<p>Text with <a href="\/other\/">a link<\/a>\.<\/p>\[cms-image \d+ caption="The river" alt=Water\]$/,
  );
  expect(post.description).not.toContain('__GHOST_URL__');
});

test.each(['a2', 'a3', 'a5', 'a7', 'a8'])('ghost:%s is a draft', async (id) => {
  expect((await imported(id)).status).toBe(1);
});

test('a page has the type page, a scheduled post its time, a post without a title the beginning of its text', async () => {
  expect((await imported('a4')).type).toBe('page');
  expect(await imported('a6')).toMatchObject({ status: 2, scheduled_at: Date.UTC(2099, 0, 1, 8) / 1000 });
  expect(await imported('a9')).toMatchObject({
    headline: 'Begins like this',
    roar_authors: [{ title: 'Ben' }],
  });
});

test('without the address of the site images are not fetched, which is reported', async () => {
  const other = await createMigratedDatabase();
  try {
    const file = exportFile('ghost.json', other.folder, '');
    const { code, report } = await importFile(['--from', 'ghost', file], other);
    expect(code).toBe(0);
    expect(report.images).toEqual({ fetched: 0, already_there: 0, failed: 0 });
    expect(countsOf(report.changed)).toMatchObject({ 'no-url': 1 });
  } finally {
    await other.drop();
  }
});

test('posts whose text is in the form of an editor alone are drafts, and reported; empty ones are published', async () => {
  const other = await createMigratedDatabase();
  try {
    const file = exportFile('ghost-cards.json', other.folder, '');
    const { code, report } = await importFile(['--from', 'ghost', file, '--dry-run'], other);
    expect({ code, report }).toMatchObject({ code: 0, report: { imported: 4, published: 1, drafts: 3 } });
    expect(countsOf(report.changed)).toMatchObject({ 'no-html': 3 });
  } finally {
    await other.drop();
  }
});

test('a post keeps a time before 1970, and the report tells what is not kept of it', async () => {
  const other = await createMigratedDatabase();
  try {
    const html = ['a', 'b'].map((path) => `<iframe src="https://charts.example/${path}"></iframe>`).join('');
    const published_at = '1965-05-05T10:00:00.000Z';
    const posts = [{ id: 'm', title: 'Moon', slug: 'moon', status: 'published', published_at, html }];
    const file = join(other.folder, 'old.json');
    const data = {
      posts,
      posts_meta: [{ post_id: 'm', twitter_title: 'Moon!' }],
      users: [{ id: 'u', slug: 'u', name: 'U', website: 'https://u.example' }],
      tags: [{ id: 't', name: 'T', description: 'D' }],
    };
    writeFileSync(file, JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] }));
    const { report: tried } = await importFile(['--from', 'ghost', file, '--dry-run'], other);
    const { report } = await importFile(['--from', 'ghost', file], other);
    expect(report.changed).toEqual(tried.changed);
    const kind = 'body: The iframe of charts.example is not shown: it is not among content.embedHosts.';
    expect(countsOf(report.changed)).toEqual({ [kind]: 2, twitter: 1 });
    expect(countsOf(report.left_out)).toEqual({ 'author-details': 1, 'tag-details': 1 });
    const there = await startService({ database: other, environment: { SCHEDULER: 'off' } });
    const articles = there.app.get(ArticlesService);
    const id = await articles.findByProviderPostId(Provider.Import, 'ghost:m');
    const article = await articles.find(id ?? 0);
    await there.stop();
    expect(article?.createdTs).toBe(Date.parse(published_at) / 1000);
  } finally {
    await other.drop();
  }
});

test.each(['posts', 'posts_meta'])('posts that %s has as sent by e-mail only are drafts', async (table) => {
  const other = await createMigratedDatabase();
  try {
    const html = '<p>For subscribers</p>';
    const flags = [true, 1, false, 0, null];
    const rows = flags.map((email_only, n) => ({ id: `p${n}`, post_id: `p${n}`, email_only }));
    const posts = rows.map(({ id, email_only }, n) => ({
      ...{ id, title: id, slug: id, html, visibility: 'public' },
      ...(n === 0 && { published_at: '2099-01-01T08:00:00.000Z' }),
      ...(table === 'posts' && { email_only }),
      status: n === 0 ? 'scheduled' : 'published',
    }));
    const file = join(other.folder, 'mails.json');
    const data = { posts, ...(table === 'posts_meta' && { posts_meta: rows }) };
    writeFileSync(file, JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] }));
    const { report } = await importFile(['--from', 'ghost', file, '--dry-run'], other);
    expect(report).toMatchObject({ published: 3, scheduled: 0, drafts: 2 });
    expect(countsOf(report.changed)).toMatchObject({ 'email-only': 2 });
  } finally {
    await other.drop();
  }
});
