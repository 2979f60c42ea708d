import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { ok, uploaded } from '../support/picture-client.js';
import { PNG } from '../support/images.js';
import { fewestStatements } from '../support/sent-statements.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';
import { fetched, fileUrls, plain, statuses } from '../support/signed-urls.js';

type Article = Readonly<Record<string, unknown>> & { readonly id: number; readonly post_url: string };

let service: Service;
let anonymous: Client;
beforeAll(async () => {
  service = await startService({
    environment: { SCHEDULER: 'off' },
    settings: { media: { unpublished: 'signed' } },
  });
  anonymous = service.as(null);
});
afterAll(() => service.stop());

let serial = 0;
const image = (client: Client = service) => uploaded(client, { name: `${++serial}.png`, file: PNG });
const document = (client: Client = service) =>
  ok<{ id: number; shortcode: string; file_original_url: string }>(
    client.post('/api/1.3/documents').attach('file', Buffer.from('a,b\n1,2\n'), 'a.csv'),
  );
const draft = (more: object, client: Client = service) =>
  ok<Article>(client.post('/api/1.3/drafts', { headline: `Shown ${++serial}`, ...more }));
/** A draft with pictures at its head, in its teaser and its texts, and a document. */
async function fullDraft(client: Client = service): Promise<Article> {
  const [lead, teaser, inner, media, file] = [
    await image(client),
    await image(client),
    await image(client),
    await image(client),
    await document(client),
  ];
  return draft(
    {
      image_id: lead.id,
      teaser_image_id: teaser.id,
      body: `<p>Text</p>${inner.shortcode}${file.shortcode}<p><img src="${plain(inner.thumbnails['300x300'] ?? '')}"></p>`,
      media: media.shortcode,
    },
    client,
  );
}
const previewOf = async (id: number) => {
  const { url } = await ok<{ url: string }>(service.post(`/api/1.3/drafts/${id}/preview_links`, {}));
  return url;
};
async function expectAllOpen(text: string, least = 1): Promise<void> {
  const urls = fileUrls(text);
  expect(urls.length).toBeGreaterThanOrEqual(least);
  const found = await statuses(anonymous, urls);
  expect(urls.filter((_, index) => found[index] !== 200)).toEqual([]);
}

describe('URLs of unpublished files are signed', () => {
  test('in a draft and what is rendered of it, the same twice', async () => {
    const { id } = await fullDraft();
    const ask = () => service.get(`/api/1.3/drafts/${id}`).expect(200);
    const { text, headers } = await ask();
    await expectAllOpen(text, 5);
    expect(text).toMatch(/res\/documents\/[^"\s]+\?signature=/);
    const again = await ask();
    expect(again.headers.etag).toBe(headers.etag);
    // A round time may pass between the two.
    const third = await ask();
    expect([text, third.text]).toContain(again.text);
  });

  test('in lists of drafts, of scheduled posts, of images, and of documents', async () => {
    const { id } = await fullDraft();
    const { id: scheduled } = await fullDraft();
    await ok(service.put(`/api/1.3/scheduled_posts/${scheduled}`, { scheduled_at: 4_000_000_000 }));
    await ok(service.get(`/api/1.3/drafts/${id}`));
    for (const path of ['drafts', 'scheduled_posts', 'images?limit=2', 'documents?limit=1']) {
      const { text, status } = await service.get(`/api/1.3/${path}`);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(text).toContain('?signature=');
      const urls = fileUrls(text);
      expect(new Set(await statuses(anonymous, urls.slice(0, 30)))).toEqual(new Set([200]));
    }
  });

  test('on the page of a preview, in its answers and in those of its GraphQL', async () => {
    const { id } = await fullDraft();
    const url = new URL(await previewOf(id));
    const page = await anonymous.get(url.pathname + url.search).expect(200);
    await expectAllOpen(page.text, 3);
    expect(page.headers.etag).toMatch(/^"/);
    const token = url.searchParams.get('preview') ?? '';
    await expectAllOpen((await anonymous.get(`/api/1.3/drafts/${id}?preview=${token}`).expect(200)).text, 5);
    const query = `{ posts(filters: { includedIds: [${id}] }) { title image { crops { href } } } }`;
    const answer = await anonymous.post(`/core/graphql?preview=${token}`, { query });
    expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 200 });
    await expectAllOpen(answer.text);
  });

  test('on pages of drafts and in GraphQL for those with a key', async () => {
    const { id, post_url } = await fullDraft();
    const { pathname } = new URL(post_url);
    const page = await service.get(`${pathname}?draft=1`).expect(200);
    await expectAllOpen(page.text, 3);
    const query = `{ posts(filters: { includedIds: [${id}], statuses: [DRAFT] }) { image { crops { href } } } }`;
    const answer = await service.post('/core/graphql', { query });
    expect({ status: answer.status, errors: answer.body.errors }).toEqual({ status: 200 });
    await expectAllOpen(answer.text);
  });

  test('for a writer: own uploads, and what others have put into own drafts', async () => {
    const writer = await service.createAuthorWithKey('Guest Writer');
    const { id } = await fullDraft(writer.client);
    const { id: added } = await image();
    await ok(service.put(`/api/1.3/drafts/${id}`, { image_id: added }));
    const { text } = await writer.client.get(`/api/1.3/drafts/${id}`).expect(200);
    await expectAllOpen(text, 5);
    expect(fileUrls(text).some((url) => url.includes(`/images/${added}/`))).toBe(true);
  });

  test('for nobody who may not see the file, though a text names its plain URL', async () => {
    const { image_original_url } = await image();
    const url = plain(image_original_url);
    const writer = await service.createAuthorWithKey('Guest Writer');
    const { id } = await draft({ body: `<p><img src="${url}"></p>` }, writer.client);
    const { text } = await writer.client.get(`/api/1.3/drafts/${id}`).expect(200);
    expect(fileUrls(text)).toContain(url);
    expect(text).not.toContain('signature');
    const preview = new URL(await previewOf(id));
    const page = await anonymous.get(preview.pathname + preview.search).expect(200);
    expect(page.text).toContain(url);
    expect(page.text).not.toContain('signature');
  });

  test('in no answer that is for everybody', async () => {
    const { image_original_url } = await image();
    const url = plain(image_original_url);
    const { id, post_url } = await ok<Article>(
      service.post('/api/1.3/posts', { headline: `Public ${++serial}`, body: `<img src="${url}">` }),
    );
    const page = await anonymous.get(new URL(post_url).pathname).expect(200);
    expect(page.text).toContain(url);
    const query = `{ posts(filters: { includedIds: [${id}] }) { title body } }`;
    const answer = await anonymous.post('/core/graphql', { query });
    for (const { text } of [page, answer]) expect(text).not.toContain('signature');
  });

  test('in hostile texts without an error', async () => {
    const { image_original_url } = await image();
    const [url, base] = [plain(image_original_url), `${BASE_URL}/res/images`];
    const body = [
      ...[
        `${base}/1/%/%E0%A4%A`,
        `${base}/9999999999/a/b.png`,
        `${base}/0/a/b`,
        `${base}/1/a/${'b.'.repeat(5000)}`,
      ],
      ...[
        `${url}.`,
        `${url}?`,
        `${url}?signature=`,
        `${url}?signature=${'1'.repeat(500)}`,
        `${url}/more`,
        `${base}/1/a/b%`,
      ],
    ].join('</p><p>');
    const { id } = await draft({ body: `<p>${body}</p>` });
    const { body: shown } = await service.get(`/api/1.3/drafts/${id}`).expect(200);
    expect(shown).toMatchObject({ body: expect.stringContaining('</p><p>') });
  });
});

describe('A signature that is sent back', () => {
  test('is stored nowhere, and what was shown changes nothing', async () => {
    const { id } = await fullDraft();
    const path = `/api/1.3/drafts/${id}`;
    const database = service.app.get(Database);
    const stored = () => database.rows<object>('SELECT * FROM articles WHERE id = ?', [id]);
    const [before] = await stored();
    const shown = await ok<Article>(service.get(path));
    expect(shown.body).toContain('?signature=');
    const { headline, body, media, image_id, teaser_image_id } = shown;
    const answer = await ok<Article>(service.put(path, { headline, body, media, image_id, teaser_image_id }));
    expect(answer.body).toMatch(/\?signature=/);
    const [after] = await stored();
    expect(JSON.stringify(after)).not.toContain('signature');
    expect({ ...after, updated_ts: 0, version: 0 }).toEqual({ ...before, updated_ts: 0, version: 0 });
  });

  test('leaves the file of an image as it is', async () => {
    const { id, image_original_url, media_html } = await image();
    const edited = await ok(
      service.put(`/api/1.3/images/${id}`, { image_url: image_original_url, caption: media_html }),
    );
    expect(plain(edited.image_original_url)).toBe(plain(image_original_url));
    const [row] = await service.app.get(Database).rows('SELECT * FROM images WHERE id = ?', [id]);
    expect(JSON.stringify(row)).not.toContain('signature');
  });

  test('is no other request under an Idempotency-Key', async () => {
    const { thumbnails } = await image();
    const url = thumbnails['300x300'] ?? '';
    const send = (src: string) =>
      service
        .post('/api/1.3/drafts', { headline: 'Once', body: `<img src="${src}">` })
        .set('Idempotency-Key', 'signed-once');
    const { id } = await ok<Article>(send(url));
    const again = await ok<Article>(send(plain(url)));
    expect(again.id).toBe(id);
    await fetched(anonymous, url).expect(200);
    const kept = await service.app.get(Database).rows('SELECT * FROM idempotency_keys');
    expect(JSON.stringify(kept)).not.toContain('signature');
  });
});

test('signing takes as many statements for fifty images as for one', async () => {
  for (let count = 0; count < 50; count++) await image();
  const list = (limit: number) =>
    fewestStatements(service, () => ok(service.get(`/api/1.3/images?limit=${limit}`)));
  expect((await list(50)).length).toBe((await list(1)).length);
});
