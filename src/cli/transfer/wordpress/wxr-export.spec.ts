import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SourceRecord } from '../cms/source-entry.js';
import { ScratchIndex } from '../cms/scratch-index.js';
import { WxrExport } from './wxr-export.js';

const folder = mkdtempSync(join(tmpdir(), 'wxr-export-'));
const index = new ScratchIndex(join(folder, 'index'));
const attachment = (id: number, url: string, more = '') =>
  `<item><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>${url}</wp:attachment_url>${more}</item>`;
const item = (id: number, type: string, content: string) =>
  `<item><title>T</title><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type><wp:status>publish</wp:status><content:encoded><![CDATA[${content}]]></content:encoded></item>`;

let site: WxrExport;
beforeAll(async () => {
  const file = join(folder, 'export.xml');
  writeFileSync(
    file,
    `<rss><channel><link>https://www.old.example/blog</link><wp:wxr_version>1.2</wp:wxr_version>` +
      attachment(
        1,
        'https://i0.wp.com/old.files.wordpress.com/2019/a.jpg',
        '<wp:post_parent>9</wp:post_parent>',
      ) +
      attachment(2, 'https://cdn.example/2019/b.png') +
      attachment(3, 'https://www.old.example/c.pdf', '<wp:post_parent>9</wp:post_parent>') +
      attachment(4, 'javascript:alert(1)') +
      item(20, 'post', '<p>Before</p><!-- wp:block {"ref":21} /-->') +
      item(21, 'wp_block', '<!-- wp:paragraph --><p>The same everywhere</p><!-- /wp:paragraph -->') +
      '</channel></rss>',
  );
  site = new WxrExport(file, index);
  await site.prepare(() => undefined);
});
afterAll(() => {
  index.close();
  rmSync(folder, { recursive: true });
});

const A = 'https://i0.wp.com/old.files.wordpress.com/2019/a.jpg';
const B = 'https://cdn.example/2019/b.png';

test.each([
  // By id, by its own URL, by that of a smaller copy, behind a cache or not.
  ['https://old.example/anything.jpg', 'size-full wp-image-1', A],
  [A, '', A],
  ['https://old.files.wordpress.com/2019/a.jpg?w=300', '', A],
  ['https://i2.wp.com/old.files.wordpress.com/2019/a-300x200.jpg', '', A],
  ['https://cdn.example/2019/b-1024x768.png', '', B],
  // On a host of the site, and no attachment.
  ['https://cdn.example/other.png', '', 'https://cdn.example/other.png'],
  ['http://old.example/d.jpg', '', 'http://old.example/d.jpg'],
  ['/wp-content/d.jpg', '', 'https://www.old.example/wp-content/d.jpg'],
  // On other hosts.
  ['https://elsewhere.example/e.jpg', 'wp-image-1', null],
  ['https://i0.wp.com/elsewhere.example/e.jpg', '', null],
  ['data:image/png;base64,AAAA', '', null],
  ['http://[', '', null],
])('The image %j with the classes %j is %j', (src, classes, url) => {
  expect(site.image(src, classes)?.url ?? null).toBe(url);
});

test('a gallery without ids has the images that were uploaded to its post', () => {
  expect(site.attachmentsOf('9').map(({ id }) => id)).toEqual(['1']);
  expect(site.attachmentsOf('10')).toEqual([]);
});

test('a reusable block is part of the posts that show it, wherever it stands in the file', async () => {
  const records: SourceRecord[] = [];
  for await (const record of site.records(() => undefined)) records.push(record);
  expect(records).toEqual([
    expect.objectContaining({ id: 'wp:20', body: '<p>Before</p><p>The same everywhere</p>', notes: [] }),
    expect.objectContaining({ kind: 'left-out', id: 'wp:21' }),
  ]);
});

test('what leads nowhere on the web is no attachment', () => {
  expect(site.attachment('4')).toBeNull();
});

test('the index keeps what was added first, gives all in order, and leaves no file behind', () => {
  const other = new ScratchIndex(join(folder, 'other'));
  expect([other.add('kind', 'b', 1), other.add('kind', 'b', 2), other.add('kind', 'a', 3)]).toEqual([
    true,
    false,
    true,
  ]);
  expect([...other.all('kind')]).toEqual([3, 1]);
  for (let number = 0; number < 1200; number++) other.add('many', String(number), number);
  expect([...other.all('many')]).toHaveLength(1200);
  other.append('list', 'owner', 'second', 2);
  other.append('list', 'owner', 'first', 1);
  other.append('list', 'owner2', 'of another', 0);
  expect(other.listOf('list', 'owner', 10)).toEqual(['first', 'second']);
  expect(other.listOf('list', 'owner', 1)).toEqual(['first']);
  other.close();
  expect(existsSync(join(folder, 'other'))).toBe(false);
});
