import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { openDataSources, closeDataSources } from '../../src/platform/database/data-sources.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { countsOf, exportFile, importFile, startOldSite } from '../support/old-site.js';
import { environment, killLeftovers } from '../support/process.js';

// Each command is a process.
let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());
afterAll(killLeftovers);

async function rowsOf(...tables: string[]): Promise<Record<string, number>> {
  const sources = await openDataSources(database.url, { poolSize: 1, entities: [] });
  try {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const [row] = await sources.reader.query<{ number: unknown }[]>(
        `SELECT COUNT(*) AS number FROM ${table}`,
      );
      counts[table] = Number(row?.number);
    }
    return counts;
  } finally {
    await closeDataSources(sources);
  }
}

function written(name: string, content: string): string {
  const file = join(database.folder, name);
  writeFileSync(file, content);
  return file;
}

const wxr = (items: string, channel = '') =>
  `<?xml version="1.0"?><rss><channel><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>${channel}${items}</channel></rss>`;
const item = (id: number, { title = `T${id}`, text = 'Text', more = '' } = {}) =>
  `<item><title><![CDATA[${title}]]></title><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type>` +
  `<wp:status>publish</wp:status><wp:post_date_gmt>2019-01-01 00:00:00</wp:post_date_gmt>` +
  `<content:encoded><![CDATA[${text}]]></content:encoded>${more}</item>`;

test('an import that is killed while it fetches images is run again, and nothing is there twice', async () => {
  const oldSite = await startOldSite();
  try {
    const file = exportFile('wordpress.xml', database.folder, oldSite.origin);
    for (const image of ['bridge.png', 'river.png']) {
      const child = spawn(process.execPath, ['dist/cli.js', 'import', '--from', 'wxr', file], {
        env: environment(database, oldSite.variables),
        stdio: 'ignore',
      });
      const seen = oldSite.requests.length;
      const ended = once(child, 'close') as Promise<[number | null]>;
      const watch = setInterval(() => {
        if (oldSite.requests.slice(seen).some((path) => path.endsWith(image))) child.kill('SIGKILL');
      }, 1);
      await ended;
      clearInterval(watch);
    }
    const { code, report, stderr } = await importFile(['--from', 'wxr', file], database, oldSite.variables);
    expect({ code, stderr }).toEqual({ code: 0, stderr });
    expect(report.imported + report.already_there).toBe(11);
    expect(await rowsOf('articles', 'images', 'authors', 'sections', 'fetched_images')).toEqual({
      articles: 11,
      images: 2,
      // The Administrator and two authors; Home and three sections.
      authors: 3,
      sections: 4,
      fetched_images: 2,
    });
  } finally {
    oldSite.stop();
  }
});

test('a file that is no export, or no whole one, is refused, and nothing is written', async () => {
  for (const [from, content, message] of [
    ['wxr', '{"provider_post_id":"1"}', 'is not an export of WordPress'],
    ['wxr', wxr(item(1)).slice(0, -10), 'is cut off'],
    ['ghost', '{"db":[{"data":{"posts":[{"id":"1","title":"T"', 'not whole'],
  ] as const) {
    const { code, report, stderr } = await importFile(['--from', from, written('file', content)], database);
    expect([code, report]).toEqual([1, null]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  }
  expect(await rowsOf('articles', 'authors')).toEqual({ articles: 0, authors: 0 });
  const temporary = join(database.folder, 'tmp');
  expect(existsSync(temporary) ? readdirSync(temporary) : []).toEqual([]);
});

test('an entry that cannot be imported stops none of the others', async () => {
  const broken = '<item><title>Open</item>';
  const loop =
    '<wp:category><wp:category_nicename>a</wp:category_nicename><wp:category_parent>b</wp:category_parent><wp:cat_name>A</wp:cat_name></wp:category>' +
    '<wp:category><wp:category_nicename>b</wp:category_nicename><wp:category_parent>a</wp:category_parent><wp:cat_name>B</wp:cat_name></wp:category>';
  const category = '<category domain="category" nicename="a">A</category>';
  const long = 'x'.repeat(300);
  const items = [
    item(1, { more: category }),
    item(1, { title: 'The same id again' }),
    broken.replace('</item>', '<wp:post_type>post</wp:post_type></item>'),
    item(3, { text: 'x'.repeat(5_000_001) }),
    item(4, {
      more: `<wp:post_name>${long}</wp:post_name><category domain="post_tag" nicename="t">${long}</category>`,
    }),
    item(5, {
      title: `<b>${'T'.repeat(70_000)}</b>`,
      text: '<script>alert(1)</script><p onclick="x()">Safe</p>',
    }),
    item(6, {
      more: `<category domain="category" nicename="${long}">${long}</category><dc:creator>${long}</dc:creator>`,
    }),
    '<item><title>No id</title><wp:post_type>post</wp:post_type><wp:status>publish</wp:status></item>',
  ];
  const { code, report, stderr } = await importFile(
    ['--from', 'wxr', written('hostile.xml', wxr(items.join(''), loop))],
    database,
  );
  expect({ code, failed: report.failures.map(({ id, message }) => `${id} ${message}`), stderr }).toEqual({
    code: 1,
    failed: [
      expect.stringMatching(/^wp:\? its XML is broken/),
      'wp:? it has no id (wp:post_id)',
      'wp:3 body: must not be longer than 5000000 characters',
    ],
    stderr: expect.stringContaining('wp:3 "T3": body: must not'),
  });
  expect(report).toMatchObject({ imported: 4, already_there: 1, failed: 3 });
  expect(countsOf(report.changed)).toMatchObject({ tags: 1 });
});

test('images in private networks are not fetched, which is told without credentials', async () => {
  const urls = [
    'http://127.0.0.1/a.png',
    'http://169.254.169.254/latest/meta-data',
    'http://user:secret@10.0.0.1/b.png?token=secret',
    'file:///etc/passwd',
  ];
  const attachments = urls.map(
    (url, index) =>
      `<item><wp:post_id>${100 + index}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:status>inherit</wp:status><wp:attachment_url><![CDATA[${url}]]></wp:attachment_url></item>`,
  );
  const posts = urls.map((url, index) =>
    item(index + 1, {
      text: `<img src="${url}">`,
      more: `<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>${100 + index}</wp:meta_value></wp:postmeta>`,
    }),
  );
  const file = written('private.xml', wxr([...attachments, ...posts].join('')));
  const { code, report } = await importFile(['--from', 'wxr', file], database);
  expect(code).toBe(0);
  expect(report).toMatchObject({ imported: 4, images: { fetched: 0, failed: 3 } });
  expect(countsOf(report.changed)).toEqual({
    'body: The address "…" in <img src> is not allowed and was left out.': 1,
    'image:outbound-address-not-public': 2,
    'image:outbound-url': 1,
    'lead-image': 1,
  });
  expect(JSON.stringify(report)).not.toContain('secret');
  expect(await rowsOf('images')).toEqual({ images: 0 });
});

test('a host that does not answer is not asked again and again', async () => {
  const images = Array.from({ length: 40 }, (_, index) => `<img src="https://old.example/${index}.png">`);
  const { report } = await importFile(
    ['--from', 'wxr', written('away.xml', wxr(item(1, { text: images.join('') })))],
    database,
  );
  expect(countsOf(report.changed)).toEqual({ 'image:outbound-address-not-public': 10, 'image:given-up': 30 });
  expect(report).toMatchObject({ imported: 1, images: { fetched: 0, failed: 40 } });
});
