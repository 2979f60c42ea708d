import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  DOCUMENTS_PATH,
  DocumentsClient,
  expectProblem,
  fieldsOf,
  file,
  filesBelow,
} from '../support/document-uploads.js';
import { DOCUMENT_TYPES, DOCUMENTS, pdf } from '../support/documents.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

const DRAFTS = '/api/1.3/drafts';
const UNKNOWN = 999_999;

let service: Service, client: DocumentsClient;
beforeAll(async () => {
  service = await startService({ settings: { site: { id: 7 } } });
  client = await DocumentsClient.of(service);
});
afterAll(() => service.stop());

let serial = 0;
const newPdf = (name = 'report.pdf') => client.upload(file(name, pdf(`unique ${++serial}`)));
const remove = (id: number, query = '') => client.send('DELETE', `${DOCUMENTS_PATH}/${id}${query}`);
const draft = async (fields: object) =>
  (await service.post(DRAFTS, { headline: 'Annual figures', ...fields }).expect(200)).body;

describe('The document object', () => {
  test('has eight keys', async () => {
    const { id, shortcode_id, filename, media_html, ...rest } = await client.upload(
      file('report.pdf', pdf('keys')),
    );
    expect(Number.isInteger(id)).toBe(true);
    expect(shortcode_id).toMatch(/^\S+$/);
    expect(filename).toMatch(/^[\w.-]+\.pdf$/);
    const url = `${BASE_URL}/res/documents/${id}/${shortcode_id.toLowerCase()}/${filename}`;
    expect(rest).toEqual({
      original_filename: 'report.pdf',
      file_original_url: url,
      shortcode: `[cms-document-pdf ${id} site_id=7 original_filename=report.pdf]`,
      shortcode_params: { site_id: 7, original_filename: 'report.pdf' },
    });
    expect(media_html).toMatch(/^<a [^<>]*>report\.pdf<\/a>$/);
    expect(media_html).toContain(`href="${url}"`);
  });

  test.each(DOCUMENT_TYPES)('is made of a %s, whose bytes come back', async (type) => {
    const content = DOCUMENTS[type]('Grüße, 年度报告');
    const made = await client.upload(file(`Bericht 1.${type}`, content));
    expect(made.filename).toMatch(new RegExp(`^[\\w.-]+\\.${type}$`));
    const source = `[cms-document-${type} ${made.id} site_id=7 original_filename="Bericht 1.${type}"]`;
    expect(made.shortcode).toBe(source);
    const { status, bytes } = await client.download(made.file_original_url);
    expect([status, bytes.equals(content)]).toEqual([200, true]);
    expect(await client.get(`${DOCUMENTS_PATH}/${made.id}`)).toMatchObject({ status: 200, body: made });
  });

  test.each(DOCUMENT_TYPES)('is made of a %s whatever the client claims', async (type) => {
    for (const claimed of ['text/html', 'image/png', 'nonsense', 'application/pdf']) {
      const name = `X.${type.toUpperCase()}`;
      const made = await client.upload({ ...file(name, DOCUMENTS[type]('claimed')), type: claimed });
      expect(made.original_filename).toBe(name);
      expect(made.shortcode).toContain(`[cms-document-${type} `);
    }
  });

  test('is one of an array for several files, in the order sent', async () => {
    const parts = DOCUMENT_TYPES.map((type) => file(`${type} file.${type}`, DOCUMENTS[type]('several')));
    const made: { id: number; original_filename: string; file_original_url: string }[] = await client.upload(
      ...parts,
      { name: 'caption', content: 'a text part', filename: 'caption.txt' },
    );
    expect(made.map(({ original_filename: name }) => name)).toEqual(parts.map(({ filename }) => filename));
    expect(new Set(made.map(({ id }) => id)).size).toBe(parts.length);
    for (const [index, { file_original_url: url }] of made.entries()) {
      expect((await client.download(url)).bytes.equals(Buffer.from(parts[index]?.content ?? ''))).toBe(true);
    }
  });

  test('of the same bytes is another one, and the bytes are kept once', async () => {
    const content = pdf('the same');
    const before = filesBelow(service.database.folder, 'files').length;
    const parts = ['one.pdf', 'two.pdf'].map((name) => file(name, content));
    const [[one, two], ...others] = await Promise.all([
      client.upload(...parts),
      ...Array.from({ length: 10 }, (_, n) => client.upload(file(`${n}.pdf`, content))),
    ]);
    const all = [one, two, ...others];
    expect(new Set(all.map(({ id }) => id)).size).toBe(12);
    expect(filesBelow(service.database.folder, 'files')).toHaveLength(before + 1);
    for (const { id } of all.slice(1)) expect((await remove(id)).body).toEqual({});
    expect((await client.download(one.file_original_url)).bytes.equals(content)).toBe(true);
  });
});

describe('The list', () => {
  test('is newest first, ten long, and a hundred at most', async () => {
    const ids: number[] = [];
    while (ids.length < 12) ids.unshift((await newPdf()).id);
    const idsOf = async (query: string) => (await client.list(query)).map(({ id }: { id: number }) => id);
    expect(await idsOf('')).toEqual(ids.slice(0, 10));
    expect(await idsOf('limit=5&offset=7')).toEqual(ids.slice(7, 12));
    expect((await idsOf('limit=1000&stray=1')).slice(0, 12)).toEqual(ids);
    expect(await idsOf('offset=100000')).toEqual([]);
    const [newest] = await client.list('limit=1');
    expect(newest).toEqual((await client.get(`${DOCUMENTS_PATH}/${newest.id}`)).body);
  });

  test.each(['limit=-1', 'limit=x', 'offset=-1', 'offset=1.5'])('refuses %s', async (query) => {
    const answer = await client.get(`${DOCUMENTS_PATH}?${query}`);
    expectProblem(answer, 400);
    expect(fieldsOf(answer)).toEqual([query.split('=')[0]]);
  });
});

describe('What does not exist', () => {
  test('is 404 for every method', async () => {
    expectProblem(await client.get(`${DOCUMENTS_PATH}/${UNKNOWN}`), 404);
    expectProblem(await remove(UNKNOWN), 404);
    expectProblem(await client.put(UNKNOWN, file('a.pdf', pdf('x'))), 404);
    expectProblem(await client.download(`/res/documents/${UNKNOWN}/a.pdf`), 404);
    expectProblem(await client.get(`${DOCUMENTS_PATH}/abc`), 400);
  });
});

describe('A role', () => {
  const WRITERS = ['Editor', 'Guest Editor', 'Guest Writer', 'Community User', 'Platform Engineer'];
  const READERS = ['Reader', 'Developer', 'Guest Developer'];

  test.each([...WRITERS, ...READERS])('%s writes documents or only reads them', async (role) => {
    const { key } = await service.createAuthorWithKey(role);
    const other = await DocumentsClient.of(service, key);
    const made = await other.post(file('a.pdf', pdf(role)));
    const { id } = made.status === 200 ? (made.body as { id: number }) : await newPdf();
    const answers = [
      made,
      await other.put(id, file('b.pdf', pdf(`${role} again`))),
      await other.send('DELETE', `${DOCUMENTS_PATH}/${id}`),
    ];
    const allowed = WRITERS.includes(role) ? 200 : 403;
    expect(answers.map(({ status }) => status)).toEqual([allowed, allowed, allowed]);
    if (allowed === 403) for (const answer of answers) expectProblem(answer, 403);
    const left = await newPdf();
    await service.post('/api/1.3/posts', { headline: 'H', body: left.shortcode }).expect(200);
    expect((await other.get(`${DOCUMENTS_PATH}/${left.id}`)).body).toEqual(left);
    expect((await other.list('limit=1'))[0]).toEqual(left);
  });

  test('is not what a key that may only read gives, and without a key there is nothing', async () => {
    const { id } = await newPdf();
    const stored = filesBelow(service.database.folder, 'files').sort();
    const reading = await DocumentsClient.of(
      service,
      await service.createKey({ authorId: 1, scope: 'read' }),
    );
    expectProblem(await reading.post(file('a.pdf', pdf('read scope'))), 403);
    expect((await reading.get(`${DOCUMENTS_PATH}/${id}`)).status).toBe(200);
    const nobody = await DocumentsClient.of(service, null);
    expectProblem(await nobody.post(file('a.pdf', pdf('no key'))), 401);
    expectProblem(await nobody.get(`${DOCUMENTS_PATH}/${id}`), 401);
    expectProblem(await nobody.send('DELETE', `${DOCUMENTS_PATH}/${id}`), 401);
    expect(filesBelow(service.database.folder, 'files').sort()).toEqual(stored);
  });
});

describe('DELETE', () => {
  test('answers {}, and takes the file and its URL away for good', async () => {
    const made = await newPdf();
    expect(await remove(made.id)).toMatchObject({ status: 200, body: {} });
    expectProblem(await client.get(`${DOCUMENTS_PATH}/${made.id}`), 404);
    expectProblem(await client.download(made.file_original_url), 404);
    expectProblem(await remove(made.id), 404);
    expect((await newPdf()).id).toBeGreaterThan(made.id);
  });

  test.each([
    ['body', (source: string) => ({ body: `<p>Read ${source} today.</p>` })],
    ['media', (source: string) => ({ media: source })],
    ['body of a particle', (source: string) => ({ listicle: { items: [{ headline: 'I', body: source }] } })],
    [
      'media of a particle',
      (source: string) => ({ listicle: { items: [{ headline: 'I', media: source }] } }),
    ],
    ['body, encoded', (source: string) => ({ body: `<p>${source.replaceAll('"', '&quot;')}</p>` })],
  ])('of what the %s of an article shows is refused, and names it', async (_, fieldsWith) => {
    const made = await newPdf('two words.pdf');
    const article = await draft(fieldsWith(made.shortcode));
    const answer = await remove(made.id);
    expectProblem(answer, 409, 'document-in-use');
    expect(answer.body.detail).toMatch(new RegExp(`\\b${article.id}\\b|Annual figures`));
    expectProblem(await remove(made.id, '?force=0'), 409, 'document-in-use');
    expect((await client.download(made.file_original_url)).status).toBe(200);
    expect(await remove(made.id, '?force=1')).toMatchObject({ status: 200, body: {} });
    expect((await service.get(`${DRAFTS}/${article.id}`)).status).toBe(200);
  });

  test('is free again when no article shows the document any more', async () => {
    const made = await newPdf();
    const { id } = await draft({ body: `<p>${made.shortcode}</p>` });
    expectProblem(await remove(made.id), 409);
    await service.put(`${DRAFTS}/${id}`, { body: '<p>Nothing.</p>' }).expect(200);
    expect((await remove(made.id)).status).toBe(200);
  });

  test('minds no document whose id only begins alike, nor an image of the same id', async () => {
    const first = await newPdf();
    const made = await newPdf();
    const id = first.id * 100;
    await service.app.get<UnitOfWork>(UnitOfWork).run(async () => {
      const database = service.app.get(Database);
      await database.execute('UPDATE documents SET id = ? WHERE id = ?', [id, made.id]);
    });
    const shortcode = made.shortcode.replace(String(made.id), String(id));
    await draft({ body: `<p>${shortcode} [cms-image ${first.id} expand=1]</p>` });
    expectProblem(await remove(id), 409);
    expect((await remove(first.id)).status).toBe(200);
  });
});
