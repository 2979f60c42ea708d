import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type Answer,
  DOCUMENTS_PATH,
  DocumentsClient,
  expectProblem,
  fieldsOf,
  file,
  filesBelow,
  parseDisposition,
  sha256,
  untilNoTemporaryFile,
} from '../support/document-uploads.js';
import { DOCUMENT_TYPES, DOCUMENTS, type DocumentType, pdf } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/**
 * Old and new formats of Office share the type of the new one in the interface; each has one of its own, too.
 */
const MEDIA_TYPES: Record<DocumentType, readonly string[]> = {
  csv: ['text/csv'],
  doc: [`${OFFICE}.wordprocessingml.document`, 'application/msword'],
  docx: [`${OFFICE}.wordprocessingml.document`],
  json: ['application/json'],
  pdf: ['application/pdf'],
  ppt: [`${OFFICE}.presentationml.presentation`, 'application/vnd.ms-powerpoint'],
  pptx: [`${OFFICE}.presentationml.presentation`],
  srt: ['text/plain'],
  xls: [`${OFFICE}.spreadsheetml.sheet`, 'application/vnd.ms-excel'],
  xlsx: [`${OFFICE}.spreadsheetml.sheet`],
  zip: ['application/zip'],
};

let service: Service, client: DocumentsClient;
beforeAll(async () => {
  service = await startService();
  client = await DocumentsClient.of(service);
});
afterAll(() => service.stop());

const CONTENT = pdf('0123456789'.repeat(50));
let made: { id: number; filename: string; file_original_url: string; shortcode_id: string };
beforeEach(async () => {
  made = await client.upload(file('first.pdf', CONTENT));
});

const download = (headers: Readonly<Record<string, string>> = {}, method?: string) =>
  client.download(made.file_original_url, headers, method);
/** Stored files that this process has open, where the system tells. */
const openFiles = () =>
  existsSync('/proc/self/fd')
    ? readdirSync('/proc/self/fd')
        .map((descriptor) => targetOf(`/proc/self/fd/${descriptor}`))
        .filter((path) => path.startsWith(join(service.database.folder, 'files')))
    : [];

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    // Closed meanwhile.
    return '';
  }
}

const etag = ({ headers }: Answer) => headers.get('etag') ?? '';
const nameOf = ({ headers }: Answer) => parseDisposition(headers.get('content-disposition') ?? '').filename;

describe('A download', () => {
  test.each(DOCUMENT_TYPES)('of a %s says what it is, and is never shown in the page', async (type) => {
    const content = DOCUMENTS[type]('headers');
    const { file_original_url: url } = await client.upload(file(`a.${type}`, content));
    const { headers, bytes } = await client.download(url);
    expect(MEDIA_TYPES[type]).toContain(headers.get('content-type')?.split(';')[0]);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('public, no-cache');
    expect(headers.get('etag')).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('content-length')).toBe(String(content.length));
    expect(headers.get('set-cookie')).toBeNull();
    expect(bytes.equals(content)).toBe(true);
  });

  test('of a text in an 8-bit code page or UTF-16 is not called UTF-8', async () => {
    const texts = [Buffer.from('naïve;café\r\n', 'latin1'), Buffer.from('\ufeffnaïve;café\r\n', 'utf16le')];
    for (const [index, text] of texts.entries()) {
      const { file_original_url: url } = await client.upload(file(`${index}.csv`, text));
      const { headers, bytes } = await client.download(url);
      expect(headers.get('content-type')).not.toMatch(/utf-8/i);
      expect(bytes.equals(text)).toBe(true);
    }
  });

  test('by HEAD has the same headers and no body', async () => {
    const [whole, head] = [await download(), await download({}, 'HEAD')];
    const relevant = ({ headers }: Answer) =>
      [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name));
    expect(relevant(head)).toEqual(relevant(whole));
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=10-19', 10, 19],
    ['bytes=100-', 100, CONTENT.length - 1],
    ['bytes=-5', CONTENT.length - 5, CONTENT.length - 1],
    ['bytes=0-99999999', 0, CONTENT.length - 1],
  ])('of %s is a part', async (range, start, end) => {
    const { status, headers, bytes } = await download({ range });
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${CONTENT.length}`]);
    expect(bytes.equals(CONTENT.subarray(start, end + 1))).toBe(true);
    expect(headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  test.each([`bytes=${CONTENT.length}-`, 'bytes=99999999-', 'bytes=-0'])(
    'of %s is impossible',
    async (range) => {
      const { status, headers } = await download({ range });
      expect([status, headers.get('content-range')]).toEqual([416, `bytes */${CONTENT.length}`]);
    },
  );

  test('of what is no range is the whole, or impossible', async () => {
    expect((await download({ range: 'bytes=9-0' })).status).toBe(200);
    for (const range of ['bytes=9-0', 'lines=1-2', 'bytes=a-b', 'bytes']) {
      const { status, bytes } = await download({ range });
      if (status !== 416) expect([range, status, bytes.equals(CONTENT)]).toEqual([range, 200, true]);
    }
  });

  test('is not repeated for who has it', async () => {
    const tag = etag(await download());
    for (const known of [tag, `"other", ${tag}`, '*', `W/${tag}`]) {
      const { status, bytes, headers } = await download({ 'if-none-match': known });
      expect([known, status, bytes.length, headers.get('etag')]).toEqual([known, 304, 0, tag]);
    }
    // As fetch() adds it to every conditional request: it is meant for caches on the way.
    const reloading = { 'cache-control': 'no-cache', pragma: 'no-cache', 'if-none-match': tag };
    expect((await download(reloading)).status).toBe(304);
    expect((await download({ 'if-none-match': '"other"' })).status).toBe(200);
    const range = 'bytes=0-9';
    expect((await download({ range, 'if-range': tag })).status).toBe(206);
    expect((await download({ range, 'if-range': '"other"' })).status).toBe(200);
  });

  test('that readers give up leaves no file open', async () => {
    const { hostname, port } = new URL(client.url);
    const path = new URL(made.file_original_url).pathname;
    for (const milliseconds of [0, 1, 2, 4, 8]) {
      const socket = connect(Number(port), hostname.replaceAll(/[[\]]/g, ''));
      socket.on('error', () => undefined);
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(10));
      await delay(milliseconds);
      socket.destroy();
    }
    expect(await eventually(openFiles, [])).toEqual([]);
  });

  test('has one name only', async () => {
    const folder = `/res/documents/${made.id}/${made.shortcode_id.toLowerCase()}`;
    const wrong = [
      '',
      'other.pdf',
      `${made.filename}.exe`,
      `..%2f${made.filename}`,
      '%2e%2e%2fcontent.db',
      '%00',
    ];
    for (const name of wrong) {
      expectProblem(await client.download(`${folder}/${name}`), [400, 404]);
    }
    expectProblem(await client.download(`${folder}/${made.filename}/..%2f..%2f..%2fcontent.db`), [400, 404]);
    for (const method of ['POST', 'PUT', 'DELETE']) expectProblem(await download({}, method), [404, 405]);
  });
});

describe('PUT', () => {
  test('changes content and name under the same id and URL, and caches see it', async () => {
    const before = await download();
    const content = pdf('second');
    const answer = await client.put(made.id, file('zweite Fassung.pdf', content));
    expect(answer.status).toBe(200);
    const { id, filename, file_original_url, shortcode_id } = made;
    expect(answer.body).toMatchObject({ id, filename, file_original_url, shortcode_id });
    expect(answer.body).toMatchObject({
      original_filename: 'zweite Fassung.pdf',
      shortcode: `[cms-document-pdf ${id} site_id=1 original_filename="zweite Fassung.pdf"]`,
      shortcode_params: { site_id: 1, original_filename: 'zweite Fassung.pdf' },
    });
    expect((await client.get(`${DOCUMENTS_PATH}/${id}`)).body).toEqual(answer.body);
    const after = await download({ 'if-none-match': etag(before) });
    expect([after.status, after.bytes.equals(content), nameOf(after)]).toEqual([
      200,
      true,
      'zweite Fassung.pdf',
    ]);
    expect(etag(after)).not.toBe(etag(before));
    const part = await download({ range: 'bytes=0-4', 'if-range': etag(before) });
    expect([part.status, part.bytes.equals(content)]).toEqual([200, true]);
  });

  test('of the same bytes, or back to earlier ones, has their ETag', async () => {
    const first = etag(await download());
    await client.put(made.id, file('first.pdf', CONTENT));
    expect(etag(await download())).toBe(first);
    await client.put(made.id, file('first.pdf', pdf('another')));
    expect(etag(await download())).not.toBe(first);
    await client.put(made.id, file('first.pdf', CONTENT));
    const { headers, bytes } = await download();
    expect([headers.get('etag'), bytes.equals(CONTENT)]).toEqual([first, true]);
  });

  test('changes no other document of the same bytes', async () => {
    const other = await client.upload(file('other.pdf', CONTENT));
    await client.put(made.id, file('first.pdf', pdf('replaced')));
    await client.send('DELETE', `${DOCUMENTS_PATH}/${made.id}`);
    expect((await client.download(other.file_original_url)).bytes.equals(CONTENT)).toBe(true);
    expect((await client.get(`${DOCUMENTS_PATH}/${other.id}`)).body).toEqual(other);
  });

  test.each([
    ['without a file', [], 400],
    ['with two', [file('a.pdf', pdf('a')), file('b.pdf', pdf('b'))], 400],
    ['with the file in another part', [{ ...file('a.pdf', pdf('a')), name: 'document' }], 400],
    ['of another type', [file('a.zip', DOCUMENTS.zip('a'))], [400, 415]],
    ['of another type by its content', [file('a.pdf', DOCUMENTS.zip('a'))], 415],
    ['of another extension', [file('a.docx', pdf('a'))], 415],
    ['that is damaged', [file('a.pdf', pdf('a').subarray(0, 60))], 422],
    ['that is empty', [file('a.pdf', '')], 422],
  ])('%s is refused and leaves what was there', async (_, parts, status) => {
    const stored = filesBelow(service.database.folder, 'files').length;
    const answer = await client.put(made.id, ...parts);
    expectProblem(answer, status);
    const after = await download();
    expect([after.bytes.equals(CONTENT), nameOf(after)]).toEqual([true, 'first.pdf']);
    expect(filesBelow(service.database.folder, 'files')).toHaveLength(stored);
    await untilNoTemporaryFile(service.database.folder);
  });

  test('of an unusable file names the field', async () => {
    expect(fieldsOf(await client.put(made.id))).toEqual(['file']);
    expect(fieldsOf(await client.put(made.id, file('a/b.pdf', pdf('a'))))).toEqual(['file']);
  });

  test('many at a time leave one of them, whole', async () => {
    const versions = Array.from({ length: 8 }, (_, n) => ({
      name: `v${n}.pdf`,
      content: pdf(`version ${n}`),
    }));
    const answers = await Promise.all(
      versions.map(({ name, content }) => client.put(made.id, file(name, content))),
    );
    expect(answers.map(({ status }) => status)).toEqual(versions.map(() => 200));
    const last = await download();
    const winner = versions.find(({ content }) => sha256(content) === sha256(last.bytes));
    expect(nameOf(last)).toBe(winner?.name);
    expect((await client.get(`${DOCUMENTS_PATH}/${made.id}`)).body.original_filename).toBe(winner?.name);
  });

  test('while others read gives each of them one version, whole', async () => {
    const versions = [CONTENT, ...Array.from({ length: 6 }, (_, n) => pdf(`${n}`.repeat(200_000)))];
    const hashes = new Map<string, string>();
    let isDone = false;
    const readers = Array.from({ length: 4 }, async () => {
      while (!isDone) {
        const answer = await download();
        const hash = sha256(answer.bytes);
        expect(versions.map(sha256)).toContain(hash);
        expect(hashes.get(etag(answer)) ?? hash).toBe(hash);
        hashes.set(etag(answer), hash);
      }
    });
    for (const content of versions) {
      expect((await client.put(made.id, file('v.pdf', content))).status).toBe(200);
    }
    isDone = true;
    await Promise.all(readers);
  });
});
