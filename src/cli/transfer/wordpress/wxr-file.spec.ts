import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type WxrItem, wxrRecords } from './wxr-file.js';

const folder = mkdtempSync(join(tmpdir(), 'wxr-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const HEAD = '<rss version="2.0"><channel><title>Site</title><wp:wxr_version>1.2</wp:wxr_version>';
const TAIL = '</channel></rss>';
const item = (id: number, more = '') =>
  `<item><title>T${id}</title><wp:post_id>${id}</wp:post_id><wp:post_type>post</wp:post_type>${more}</item>`;
const whole = (items: string, head = '<?xml version="1.0" encoding="UTF-8"?>') => head + HEAD + items + TAIL;

async function read(content: string | Buffer): Promise<WxrItem[]> {
  const file = join(folder, 'export.xml');
  writeFileSync(file, content);
  const items: WxrItem[] = [];
  for await (const record of wxrRecords(file)) if (record.kind === 'item') items.push(record);
  return items;
}

const failure = (content: string | Buffer) =>
  read(content).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
const faults = async (content: string | Buffer) => (await read(content)).map(({ fault }) => fault);

describe('A file', () => {
  test.each([
    ['', 'is not an export of WordPress'],
    ['not xml at all', 'is not an export of WordPress'],
    ['{"db":[]}', 'is not an export of WordPress'],
    ['<html><body>Log in</body></html>', 'is not an export of WordPress'],
    ['<rss><channel><title>A feed</title></channel></rss>', 'is not an export of WordPress'],
    ['<rss><channel><item><title>A feed</title></item></channel></rss>', 'is not an export of WordPress'],
    [HEAD + item(1), 'is cut off'],
    [HEAD + item(1).slice(0, -20), 'is cut off'],
    [`${HEAD}<item><content:encoded><![CDATA[text`, 'is cut off'],
    ['<rss>'.repeat(200), 'nested too deep'],
    [`<!DOCTYPE rss>${whole(item(1), '')}`, 'declares a document type'],
    [whole(item(1), '<?xml version="1.0" encoding="x-unknown"?>'), 'is in x-unknown'],
  ])('%j is refused: %s', async (content, message) => {
    expect(await failure(content)).toContain(message);
  });

  test('that declares entities is refused before anything is expanded', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    expect(await failure(whole(item(1, '<content:encoded>&b;&x;</content:encoded>'), bomb))).toContain(
      'document type',
    );
  });

  test('entities that nothing declares stay text', async () => {
    const [one] = await read(whole(item(1, '<content:encoded>&b; &amp; &lt;p&gt;</content:encoded>')));
    expect(one?.texts['content:encoded']).toBe('&b; & <p>');
  });

  test('is read in the encoding that it names', async () => {
    const text = whole('<item><title>Zoë</title></item>', '<?xml version="1.0" encoding="ISO-8859-1"?>');
    expect((await read(Buffer.from(text, 'latin1')))[0]?.texts.title).toBe('Zoë');
    const wide = Buffer.from(`\ufeff${whole('<item><title>Zoë</title></item>')}`, 'utf16le');
    expect((await read(wide))[0]?.texts.title).toBe('Zoë');
    const marked = `\ufeff${whole('<item><title>Zoë</title></item>')}`;
    expect((await read(marked))[0]?.texts.title).toBe('Zoë');
  });

  test('with a text that is too long to be held is refused', async () => {
    const long = 'x'.repeat(65_000_000);
    expect(await failure(`${HEAD}<item><content:encoded><![CDATA[${long}`)).toContain('too long');
  });
});

describe('An entry', () => {
  test('whose bytes are no characters fails alone', async () => {
    const [head = '', tail = ''] = whole(`${item(1)}<item><title>Zo#</title></item>${item(3)}`).split('#');
    const bytes = Buffer.concat([Buffer.from(head), Buffer.from([0xeb]), Buffer.from(tail)]);
    expect(await faults(bytes)).toEqual([null, 'some of its characters cannot be read', null]);
  });

  test('may hold the character that stands for unreadable ones', async () => {
    expect(await faults(whole('<item><title>Zo\ufffd</title></item>'))).toEqual([null]);
  });

  test('with broken XML fails alone', async () => {
    const broken = [
      '<item><title>Open</item>',
      '<item><title>Two</title>',
      '<item><wp:postmeta><wp:meta_key>a</wp:postmeta></item>',
    ];
    expect(await faults(whole(broken.join('') + item(4)))).toEqual([
      'its XML is broken: </title> is missing',
      'its XML is broken: </item> is missing',
      'its XML is broken: </wp:meta_key> is missing',
      null,
    ]);
  });

  test('with empty tags is whole', async () => {
    const [one] = await read(whole(item(1, '<wp:post_name/><excerpt:encoded></excerpt:encoded>')));
    expect(one).toMatchObject({ fault: null, texts: { 'wp:post_name': '', 'excerpt:encoded': '' } });
  });

  test('that is too long fails alone', async () => {
    const long = `<content:encoded><![CDATA[${'x'.repeat(17_000_000)}]]></content:encoded>`;
    expect(await faults(whole(item(1, long) + item(2)))).toEqual(['it is too long', null]);
  });

  test('has texts, terms and custom fields, and none of its comments', async () => {
    const comment = '<wp:comment><title>No</title><wp:comment_content>C</wp:comment_content></wp:comment>';
    const meta =
      '<wp:postmeta><wp:meta_key>a</wp:meta_key><wp:meta_value><![CDATA[1]]></wp:meta_value></wp:postmeta>';
    const term = '<category domain="post_tag" nicename="b"><![CDATA[B & C]]></category>';
    const [one] = await read(whole(item(1, comment + meta + term + comment)));
    expect(one).toMatchObject({
      texts: { title: 'T1', 'wp:post_id': '1' },
      terms: [{ domain: 'post_tag', nicename: 'b', name: 'B & C' }],
      comments: 2,
    });
    expect([...(one?.meta ?? [])]).toEqual([['a', '1']]);
  });

  test('text in several sections is one', async () => {
    const [one] = await read(
      whole(item(1, '<content:encoded><![CDATA[a]]]]><![CDATA[>b]]></content:encoded>')),
    );
    expect(one?.texts['content:encoded']).toBe('a]]>b');
  });
});
