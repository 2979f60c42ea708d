import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { processCpuMs } from '../support/cpu-time.js';
import { DocumentsClient, expectNothingStored, expectProblem, file } from '../support/document-uploads.js';
import { compoundFile, pdf, zip } from '../support/documents.js';
import { type Service, startService } from '../support/service.js';

/** Limit of CPU time. */
const HOSTILE_MS = 3000;

let service: Service, client: DocumentsClient;
beforeAll(async () => {
  service = await startService();
  client = await DocumentsClient.of(service);
});
afterAll(() => service.stop());

const expectRefused = (name: string, content: Buffer | string, status: number | readonly number[]) =>
  expectNothingStored(service, client, async () => {
    const before = processCpuMs();
    expectProblem(await client.post(file(name, content)), status);
    expect(processCpuMs() - before).toBeLessThan(HOSTILE_MS);
  });

/** Places in the header of a compound file, and how many bytes its sectors have. */
const [FIRST_LIST, LISTS, SECTOR] = [0x44, 0x48, 512];

describe('A file of old Office that is larger than its header has room for', () => {
  // The header names tables for 7 MB, each further list for 8 MB.
  // With these, the directory has several sectors, and the main stream stands in the last of them.
  const others = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`Picture ${n}`, '']));
  const large = (bytes: number) => compoundFile({ ...others, 'PowerPoint Document': Buffer.alloc(bytes) });
  const file8 = large(8_000_000);
  const file16 = large(16_000_000);
  const patched = (content: Buffer, ...values: readonly (readonly [at: number, value: number])[]) => {
    const copy = Buffer.from(content);
    for (const [at, value] of values) copy.writeUInt32LE(value, at);
    return copy;
  };
  const listOf = (content: Buffer) => (content.readUInt32LE(FIRST_LIST) + 1) * SECTOR;

  test.each([
    ['one list', file8, 1],
    ['two lists', file16, 2],
  ])('is taken with %s', async (_, content, lists) => {
    expect(content.readUInt32LE(LISTS)).toBe(lists);
    const { file_original_url: url } = await client.upload(file('slides.ppt', content));
    expect((await client.download(url)).bytes.equals(content)).toBe(true);
  });

  test('is refused under the name of another type', () => expectRefused('text.doc', file8, 415));

  test.each<[string, Buffer]>([
    ['cut off', file16.subarray(0, 12_000_000)],
    ['cut off in its last list', file16.subarray(0, -SECTOR)],
    ['with a list beyond its end', patched(file8, [FIRST_LIST, 0x00ffffff])],
    ['with a table beyond its end', patched(file8, [listOf(file8), 0x00ffffff])],
  ])('is refused when it is %s', (_, content) => expectRefused('a.ppt', content, 422));

  test('is refused soon when a list without an entry leads to itself', async () => {
    const first = file8.readUInt32LE(FIRST_LIST);
    const at = listOf(file8);
    const empty = Buffer.concat([file8.subarray(0, at), Buffer.alloc(SECTOR, 0xff)]);
    const looped = patched(empty, [LISTS, 0xffffffff], [at + SECTOR - 4, first]);
    await expectRefused('a.ppt', looped, [415, 422]);
  });

  test('is refused soon when its lists name the same table again and again', async () => {
    const first = file8.readUInt32LE(FIRST_LIST);
    const at = listOf(file8);
    const table = file8.readUInt32LE(0x4c);
    const same = Array.from({ length: 127 }, (_, n) => [at + n * 4, table] as const);
    const looped = patched(file8, ...same, [LISTS, 0xffffffff], [at + SECTOR - 4, first]);
    await expectRefused('a.ppt', looped, [415, 422]);
  });
});

describe('A text that begins like something else', () => {
  const CUE = '1\n00:00:01,000 --> 00:00:02,000\nHi\n';

  test.each([
    'BMI,weight',
    'BM,x',
    'GIF,size',
    'GIF89a,x',
    'MZ,x',
    'BZh,x',
    'BZh91AY&SY,x',
    '8BPS,x',
    '%!PS,x',
    '%!PS-Adobe-3.0 EPSF-3.0',
    'BEGIN:VCARD,x',
    'BEGIN:VCALENDAR,x',
    'ID3,x',
    'OggS,x',
    'FLV,x',
    'Rar!,x',
    '{\\rtf1,x',
    'SQLite,x',
    '<?xml version="1.0"?>,x',
    'MThd,x',
    'wOFF,x',
  ])('%s is a table, and a line of subtitles', async (beginning) => {
    const csv = `${beginning}\r\n1,2\r\n${'3,4\r\n'.repeat(20)}`;
    for (const [name, content] of [
      ['a.csv', csv],
      ['a.srt', `${beginning}\n${CUE}`],
    ] as const) {
      const { file_original_url: url } = await client.upload(file(name, content));
      expect((await client.download(url)).bytes.toString()).toBe(content);
    }
  });

  test('may speak of PDF', async () => {
    await client.upload(file('a.csv', 'name,begins with\nPDF,%PDF-\n'));
  });

  test('is not a table when it is a PDF', async () => {
    await expectRefused('a.csv', pdf('x'), 415);
    await expectRefused('a.srt', Buffer.concat([pdf('x'), Buffer.from(CUE)]), 415);
  });

  test.each<[string, Buffer]>([
    ['a bitmap', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)])],
    ['an archive', zip([{ name: 'a', content: 'b' }])],
    ['half of a character of UTF-16', Buffer.from('\ufeffa,b', 'utf16le').subarray(0, -1)],
  ])('is not a table when it is %s', (_, content) => expectRefused('a.csv', content, 415));
});

describe('JSON', () => {
  test.each([
    ['a control character that JSON allows', JSON.stringify({ a: 'b\x7f' })],
    ['a text that begins like a picture', '"BM"'],
    ['a text that speaks of PDF', '["%PDF-1.4"]'],
  ])('with %s is taken', async (_, content) => {
    await client.upload(file('a.json', content));
  });

  test.each([
    ['a control character that it does not allow', '"\x01"'],
    ['a PDF', pdf('x')],
  ])('is not %s', (_, content) => expectRefused('a.json', content, [415, 422]));
});
