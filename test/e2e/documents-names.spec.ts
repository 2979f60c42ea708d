import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Answer,
  DocumentsClient,
  expectProblem,
  fieldsOf,
  file,
  filesBelow,
  parseDisposition,
  untilNoTemporaryFile,
} from '../support/document-uploads.js';
import { pdf } from '../support/documents.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

const MAX_LENGTH = 255;

let service: Service, client: DocumentsClient;
beforeAll(async () => {
  service = await startService();
  client = await DocumentsClient.of(service);
});
afterAll(() => service.stop());

const NAMES = [
  'plain.pdf',
  'two words.pdf',
  'two  blanks, one comma.pdf',
  '年度报告 2024.pdf',
  '年次報告書.pdf',
  'تقرير سنوي.pdf',
  'דוח שנתי.PDF',
  'รายงานประจำปี.pdf',
  'वार्षिक रिपोर्ट.pdf',
  'Ünïcödé e\u0301 \u00e9.pdf',
  'İstanbul ß ﬁ.pdf',
  'family 👩‍👩‍👧 🎉.pdf',
  "it's; a=b, 'c'.pdf",
  'semi;colon;.pdf',
  '100%.pdf',
  '50%25 & %41 more.pdf',
  'a+b #1?.pdf',
  '[1] (final) {x} ]].pdf',
  '“curly” – dash….pdf',
  'back`tick $(x) ~!@^.pdf',
  '<b>bold<b>.pdf',
  '&amp;&lt;.pdf',
  '-rf.pdf',
  '.hidden.pdf',
  'CON.pdf',
  'x.pdf.exe.pdf',
  `${'x'.repeat(MAX_LENGTH - 4)}.pdf`,
  `${'报'.repeat(MAX_LENGTH - 4)}.pdf`,
];

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const decodeHtml = (html: string) =>
  html
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/&#x([\da-f]+);/gi, (_, code) => String.fromCodePoint(parseInt(code, 16)))
    .replaceAll(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

const disposition = ({ headers }: Answer) => headers.get('content-disposition') ?? '';

/** The name comes back everywhere, and breaks nothing that it is written into. */
async function expectNameEverywhere(made: Awaited<ReturnType<DocumentsClient['upload']>>, name: string) {
  expect(made.original_filename).toBe(name);
  expect(made.shortcode_params.original_filename).toBe(name);
  expect(made.filename).toMatch(/^[\p{L}\p{M}\p{N}_.-]{1,255}\.pdf$/u);
  const folder = `${BASE_URL}/res/documents/${made.id}/${made.shortcode_id.toLowerCase()}`;
  const url = `${folder}/${encodeURIComponent(made.filename)}`;
  expect(made.file_original_url).toBe(url);
  const [, attributes = '', text = ''] = /^<a ([^<>]*)>([^<>]*)<\/a>$/.exec(made.media_html) ?? [];
  expect(decodeHtml(text)).toBe(name);
  expect(decodeHtml(/href="([^"]*)"/.exec(attributes)?.[1] ?? '')).toBe(made.file_original_url);

  const header = disposition(await client.download(made.file_original_url));
  expect(header).toMatch(/^attachment; [\x20-\x7e]+$/);
  expect(parseDisposition(header)).toMatchObject({ type: 'attachment', filename: name });

  const body = `<p>before</p><p>${made.shortcode}</p><p>after</p>`;
  const article = (await service.post('/api/1.3/drafts', { headline: 'H', body }).expect(200)).body;
  const links = [...article.description.matchAll(/<a [^<>]*href="([^"]*)"[^<>]*>([^<>]*)<\/a>/g)];
  expect(links.map(([, href, content]) => [href, decodeHtml(content)])).toEqual([
    [made.file_original_url, name],
  ]);
  expect(article.description).toMatch(/before.*after/s);
  expect(article.description).not.toContain('cms-document');
  expect(article.warnings).toEqual([]);
}

describe('The original name', () => {
  test.each(NAMES)('%j is kept, offered to readers and shown in articles', async (name) => {
    await expectNameEverywhere(await client.upload(file(name, pdf(name))), name);
  });

  test.each([
    ['quotes, escaped as by curl', 'filename="say \\"hi\\" now.pdf"', 'say "hi" now.pdf'],
    ['a name of RFC 8187', `filename="x.pdf"; filename*=UTF-8''%E5%B9%B4%20%22x%22.pdf`, '年 "x".pdf'],
    ['a name without quotes', 'filename=token.pdf', 'token.pdf'],
    ['a semicolon in quotes', 'filename="a; name=evil; b.pdf"', 'a; name=evil; b.pdf'],
  ])('is understood with %s', async (_, parameter, name) => {
    const made = await client.upload({
      content: pdf(name),
      disposition: `form-data; name="file"; ${parameter}`,
      type: 'application/pdf',
    });
    await expectNameEverywhere(made, name);
  });

  test('has quotes as browsers send them, or decoded', async () => {
    const made = await client.upload(file('say "hi".pdf', pdf('browser')));
    expect(['say "hi".pdf', 'say %22hi%22.pdf']).toContain(made.original_filename);
  });

  const part = (parameter: string | Buffer) => ({
    content: pdf('refused'),
    type: 'application/pdf',
    disposition: Buffer.concat([Buffer.from('form-data; name="file"; '), Buffer.from(parameter)]),
  });

  test.each([
    ['a path upwards', part('filename="../../etc/passwd.pdf"')],
    ['a path upwards, encoded', part("filename*=UTF-8''..%2F..%2Fpasswd.pdf")],
    ['an absolute path', part('filename="/etc/passwd.pdf"')],
    ['a path of Windows', part('filename="..\\..\\boot.pdf"')],
    ['a new line', part("filename*=UTF-8''a%0Ab.pdf")],
    ['a header in it', part("filename*=UTF-8''a%0D%0ASet-Cookie:%20x=1.pdf")],
    ['a NUL', part("filename*=UTF-8''a%00.pdf")],
    ['a NUL, raw', part(Buffer.from('filename="a\0.pdf"'))],
    ['an escape character', part("filename*=UTF-8''a%1B%5B31m.pdf")],
    ['DEL', part("filename*=UTF-8''a%7F.pdf")],
    ['256 characters', file(`${'x'.repeat(MAX_LENGTH - 3)}.pdf`, pdf('long'))],
    ['300 characters', file(`${'报'.repeat(296)}.pdf`, pdf('long'))],
    ['100,000 characters', file(`${'x'.repeat(100_000)}.pdf`, pdf('long'))],
  ])('with %s is refused', async (_, sent) => {
    const before = filesBelow(service.database.folder, 'files').length;
    const [newest] = await client.list('limit=1');
    expectProblem(await client.post(sent), 400);
    expect((await client.list('limit=1'))[0]).toEqual(newest);
    expect(filesBelow(service.database.folder, 'files')).toHaveLength(before);
    await untilNoTemporaryFile(service.database.folder);
  });

  test('is the field that is named when it is refused, with its place among several', async () => {
    const bad = file('x'.repeat(300) + '.pdf', pdf('long'));
    expect(fieldsOf(await client.post(bad))).toEqual(['file']);
    expect(fieldsOf(await client.post(file('a.pdf', pdf('good')), bad))).toEqual(['file[1]']);
  });

  test.each([
    ['bytes that are no UTF-8', Buffer.from('filename="caf\xe9.pdf"', 'latin1')],
    ['half a surrogate', Buffer.from('filename="a\xed\xa0\x80.pdf"', 'latin1')],
    ['an unfinished quotation', Buffer.from('filename="a.pdf')],
    ['a wrong percent sign', Buffer.from("filename*=UTF-8''%zz.pdf")],
    ['an unknown charset', Buffer.from("filename*=klingon''a.pdf")],
    ['nothing in it', Buffer.from('filename=""')],
    ['a reading direction turned around', Buffer.from('filename="invoice \u202efdp.exe.pdf"')],
  ])('with %s is refused or kept, and nothing fails', async (_, parameter) => {
    const answer = await client.post(part(parameter));
    if (answer.status !== 200) {
      expectProblem(answer, [400, 415]);
      return;
    }
    const header = disposition(await client.download(answer.body.file_original_url));
    expect(parseDisposition(header).filename).toBe(answer.body.original_filename);
  });
});
