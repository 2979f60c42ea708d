import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { processCpuMs } from '../support/cpu-time.js';
import {
  DocumentsClient,
  expectNothingStored,
  expectProblem,
  file,
  type Part,
  untilNoTemporaryFile,
} from '../support/document-uploads.js';
import { compoundFile, DOCUMENTS, pdf, zip } from '../support/documents.js';
import { type Service, startService } from '../support/service.js';

const LIMIT = 2_000_000;
/** Limit of CPU time. */
const HOSTILE_MS = 3000;

let service: Service, client: DocumentsClient;
beforeAll(async () => {
  service = await startService({ settings: { media: { maxUploadBytes: LIMIT } } });
  client = await DocumentsClient.of(service);
});
afterAll(() => service.stop());

const expectRefused = (status: number | readonly number[], ...parts: Part[]) =>
  expectNothingStored(service, client, async () => {
    const answer = await client.post(...parts);
    expectProblem(answer, status);
    return answer;
  });

const cut = (content: Buffer, share: number) => content.subarray(0, Math.floor(content.length * share));
const { docx, xlsx, pptx, doc, xls, ppt, json, csv } = DOCUMENTS;
const archive = DOCUMENTS.zip;
const HTML = '<!doctype html><html><script>alert(1)</script></html>';
const PROGRAM = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0'), Buffer.alloc(2000)]);
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('A file that is something else', () => {
  test.each<[string, string, Buffer | string]>([
    ['a program called pdf', 'a.pdf', PROGRAM],
    ['a program called doc', 'a.doc', PROGRAM],
    ['a program called csv', 'a.csv', PROGRAM],
    ['a page called pdf', 'a.pdf', HTML],
    ['a picture called pdf', 'a.pdf', PNG],
    ['a picture', 'a.png', PNG],
    ['a page', 'a.html', HTML],
    ['a drawing', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a program', 'a.exe', PROGRAM],
    ['an unknown extension', 'a.xyz', csv('x')],
    ['a pdf called exe', 'a.pdf.exe', pdf('x')],
    ['a pdf without an extension', 'report', pdf('x')],
    ['a pdf called docx', 'a.docx', pdf('x')],
    ['an archive called docx', 'a.docx', archive('x')],
    ['a text called docx', 'a.docx', csv('x')],
    ['an xlsx called docx', 'a.docx', xlsx('x')],
    ['a docx called pptx', 'a.pptx', docx('x')],
    ['a pptx called xlsx', 'a.xlsx', pptx('x')],
    ['a doc called xls', 'a.xls', doc('x')],
    ['an xls called ppt', 'a.ppt', xls('x')],
    ['a ppt called doc', 'a.doc', ppt('x')],
    ['a docx called doc', 'a.doc', docx('x')],
    ['a doc called docx', 'a.docx', doc('x')],
    ['an xls that holds a doc, called doc', 'a.doc', compoundFile({ Workbook: '', 'MBD/WordDocument': '' })],
    [
      'a compound file of no program',
      'a.doc',
      compoundFile({ Other: Buffer.from('WordDocument', 'utf16le') }),
    ],
    ['a pdf called zip', 'a.zip', pdf('x')],
    ['a pdf whose beginning is far', 'a.pdf', Buffer.concat([Buffer.alloc(5000, 'x'), pdf('x')])],
    ['a picture called json', 'a.json', PNG],
    ['an archive called csv', 'a.csv', archive('x')],
    ['a text called srt', 'a.srt', 'no cue in it\n'],
    ['a picture called srt', 'a.srt', PNG],
  ])('%s is refused', async (_, name, content) => {
    const answer = await expectRefused([415, 422], file(name, content));
    expect(answer.body.detail).toMatch(/\S/);
  });

  test.each<[string, Buffer | string]>([
    ['a.exe', PROGRAM],
    ['a.html', HTML],
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a.png', PNG],
    ['report', pdf('x')],
    ['a.docx', pdf('x')],
    ['a.xls', doc('x')],
    ['a.pdf', PROGRAM],
  ])('%s is a media type that is not supported', async (name, content) => {
    await expectRefused(415, file(name, content));
  });

  test('is taken for what it is under its own name', async () => {
    const parts: [string, Buffer | string][] = [
      ['word.zip', docx('x')],
      ['page.csv', HTML],
      ['list.csv', json('x')],
    ];
    for (const [name, content] of parts) {
      const { file_original_url: url } = await client.upload(file(name, content));
      const { headers, bytes } = await client.download(url);
      expect(headers.get('content-type')).toMatch(/^(application\/zip|text\/csv)/);
      expect([headers.get('x-content-type-options'), bytes.equals(Buffer.from(content))]).toEqual([
        'nosniff',
        true,
      ]);
      expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    }
  });
});

describe('A damaged file', () => {
  test.each<[string, string, Buffer | string]>([
    ['empty', 'a.pdf', ''],
    ['empty', 'a.csv', ''],
    ['empty', 'a.zip', ''],
    ['half of it', 'a.pdf', cut(pdf('x'.repeat(2000)), 0.5)],
    ['half of it', 'a.zip', cut(archive('x'.repeat(2000)), 0.5)],
    ['half of it', 'a.docx', cut(docx('x'.repeat(2000)), 0.5)],
    ['most of it', 'a.xlsx', cut(xlsx('x'.repeat(2000)), 0.95)],
    ['most of it', 'a.pptx', pptx('x').subarray(0, -1)],
    ['broken', 'a.json', '{"a": 1,'],
    ['text', 'a.json', 'hello'],
    ['two values', 'a.json', '{} {}'],
    ['not a number', 'a.json', '{"a": NaN}'],
    ['half of it', 'a.json', cut(json('x'.repeat(5000)), 0.5)],
  ])('(%s) called %s is refused', async (_, name, content) => {
    await expectRefused(422, file(name, content));
  });

  test.each<[string, string, Buffer | string]>([
    ['half of it', 'a.doc', cut(doc('x'.repeat(9000)), 0.5)],
    ['its header', 'a.xls', xls('x').subarray(0, 512)],
    ['a NUL in it', 'a.csv', 'a,b\0c\n'],
    ['an escape in it', 'a.csv', 'a,\x1b[31m\n'],
    ['a NUL in it', 'a.srt', '1\n00:00:01,000 --> 00:00:02,000\n\0\n'],
    ['a NUL in it', 'a.json', '{"a":"\0"}'],
  ])('(%s) called %s is refused, too', async (_, name, content) => {
    await expectRefused([415, 422], file(name, content));
  });
});

describe('A file that is meant to do harm', () => {
  /** Every sector is said to follow itself. */
  const looped = () => {
    const content = Buffer.from(doc('loop'));
    const table = content.length - 512;
    for (let sector = 0; sector < 128; sector++) content.writeUInt32LE(sector, table + sector * 4);
    return content;
  };
  const patched = (content: Buffer, at: number, value: number) => {
    const copy = Buffer.from(content);
    copy.writeUInt32LE(value, at < 0 ? copy.length + at : at);
    return copy;
  };
  const bomb = zip([
    { name: '[Content_Types].xml', content: Buffer.alloc(200_000_000, 0x20), isDeflated: true },
    { name: 'word/document.xml', content: Buffer.alloc(200_000_000, 0x20), isDeflated: true },
  ]);

  test.each<[string, string, () => Buffer | string]>([
    ['arrays 100,000 deep', 'a.json', () => deep(100_000)],
    ['arrays 900,000 deep', 'a.json', () => deep(900_000)],
    ['objects 300,000 deep, unfinished', 'a.json', () => '{"a":'.repeat(300_000)],
    [
      'a prototype',
      'a.json',
      () => '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    ],
    ['numbers of a megabyte', 'a.json', () => `[${'9'.repeat(1_000_000)}]`],
    ['a chain of sectors without an end', 'a.doc', looped],
    ['a directory beyond its end', 'a.doc', () => patched(doc('x'), 48, 0x0fffffff)],
    ['four billion sectors of tables', 'a.doc', () => patched(doc('x'), 44, 0xffffffff)],
    ['sectors of two gigabytes', 'a.doc', () => patched(doc('x'), 30, 0x0006001f)],
    ['a sibling that is itself', 'a.doc', () => patched(doc('x'), -1024 + 128 + 72, 1)],
    ['400 MB when unpacked', 'a.docx', () => bomb],
    ['400 MB when unpacked', 'a.zip', () => bomb],
    ['a directory beyond its end', 'a.docx', () => patched(docx('x'), -6, 0xfffffff0)],
    ['a directory of four gigabytes', 'a.docx', () => patched(docx('x'), -10, 0xfffffff0)],
    ['65,535 files that are not there', 'a.docx', () => patched(docx('x'), -14, 0xffffffff)],
    ['files with paths upwards', 'a.zip', () => zip([{ name: '../../../etc/cron.d/x', content: 'x' }])],
    ['a megabyte of beginnings', 'a.pdf', () => `${'%PDF-1.4\n'.repeat(110_000)}%%EOF`],
    ['a line of two megabytes', 'a.srt', () => `${'-'.repeat(1_900_000)}>`],
    ['a million blanks', 'a.srt', () => `${' '.repeat(1_900_000)}x`],
  ])('(%s, %s) is taken or refused soon, and the service goes on', async (_, name, content) => {
    const sent = content();
    const before = processCpuMs();
    const answer = await client.post(file(name, sent));
    expect(processCpuMs() - before).toBeLessThan(HOSTILE_MS);
    if (answer.status !== 200) expectProblem(answer, [415, 422]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    await untilNoTemporaryFile(service.database.folder);
    expect((await service.get('/health/live')).status).toBe(200);
  });
});

describe('Valid, and unusual', () => {
  const NO_ENTRIES = zip([]);
  test.each<[string, string, Buffer | string]>([
    ['UTF-8 with a mark', 'a.csv', '\ufeffa,b\r\n'],
    ['UTF-16, little-endian', 'a.csv', Buffer.from('\ufeffä,b\r\n', 'utf16le')],
    ['UTF-16, big-endian', 'a.csv', Buffer.from('\ufeffä,b\r\n', 'utf16le').swap16()],
    ['Windows-1252', 'a.csv', Buffer.from('“caf\xe9”;\x80'.replaceAll(/[“”]/g, '\x93'), 'latin1')],
    ['one character', 'a.csv', 'x'],
    ['no line end, tabs', 'a.csv', 'a\tb\fc'],
    ['a mark and old line ends', 'a.srt', '\ufeff1\r00:00:01,000 --> 00:00:02,000\rHi\r'],
    ['a number', 'a.json', '1'],
    ['null', 'a.json', ' null '],
    ['a lone surrogate, escaped', 'a.json', '"\\ud800"'],
    ['some bytes before it', 'a.pdf', Buffer.concat([Buffer.from('\xef\xbb\xbf\n'), pdf('x')])],
    ['blanks after it', 'a.pdf', Buffer.concat([pdf('x'), Buffer.from(' \r\n\0\0')])],
    ['no entries', 'a.zip', NO_ENTRIES],
    ['a comment', 'a.zip', zip([{ name: 'a', content: 'b' }], 'c'.repeat(65_535))],
    ['entries that are packed', 'a.zip', zip([{ name: 'a', content: 'b'.repeat(999), isDeflated: true }])],
    ['a sheet of Excel 5', 'a.xls', compoundFile({ Book: Buffer.from('0908080000050500', 'hex') })],
    [
      'a megabyte, its directory at the end',
      'a.doc',
      compoundFile({ WordDocument: Buffer.alloc(1_000_000) }),
    ],
    ['an object in it', 'a.xls', compoundFile({ Workbook: '', 'MBD0001/WordDocument': '' })],
  ])('(%s, %s) is taken', async (_, name, content) => {
    const { file_original_url: url } = await client.upload(file(name, content));
    const { bytes, headers } = await client.download(url);
    expect(bytes.equals(Buffer.from(content))).toBe(true);
    // A browser that shows it all the same gives it no origin, and runs nothing.
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
  });
});
