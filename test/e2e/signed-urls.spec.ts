import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Clock } from '../../src/kernel/clock.js';
import { SectionRemovals } from '../../src/modules/articles/placement/section-removals.js';
import { ManualClock } from '../../src/testing/manual-clock.js';
import { Database } from '../../src/platform/database/database.js';
import { fillSecrets } from '../../src/modules/media/infrastructure/migrations/1797800000000-document-secrets.js';
import { type ImageAnswer, ok, uploaded } from '../support/picture-client.js';
import { mapOf } from '../support/picture-pixels.js';
import { type Client, type Service, startService } from '../support/service.js';
import { fetched, fileUrls, plain, statuses, tampered } from '../support/signed-urls.js';

interface DocumentAnswer {
  readonly id: number;
  readonly file_original_url: string;
  readonly shortcode: string;
}
type Article = Readonly<Record<string, unknown>> & { readonly id: number; readonly post_url: string };

const HOUR = 3600;
const STEP = 300;
const clock = new ManualClock();
const now = clock.now();
const options = (settings?: object) => ({
  environment: { SCHEDULER: 'off' },
  extension: { adapters: [{ provide: Clock, useValue: clock }] },
  ...(settings && { settings }),
});
const map = mapOf({ width: 400, height: 300, channels: 'rgb', frames: 1, orientation: 1 });
const photo = { name: 'photo.jpg', file: await map.jpeg().toBuffer() };

let service: Service;
let anonymous: Client;
beforeAll(async () => {
  service = await startService(options({ media: { unpublished: 'signed' } }));
  anonymous = service.as(null);
});
afterAll(() => service.stop());

const image = (client: Client = service) => uploaded(client, photo);
const document = (client: Client = service) =>
  ok<DocumentAnswer>(client.post('/api/1.3/documents').attach('file', Buffer.from('a,b\n1,2\n'), 'a.csv'));
let serial = 0;
const article = (door: 'posts' | 'drafts', more: object, client: Client = service) =>
  ok<Article>(client.post(`/api/1.3/${door}`, { headline: `Signed ${++serial}`, ...more }));
const endOf = (url: string) => Number(/\?signature=(\d+)-/.exec(url)?.[1]);

describe('An image that nothing public shows', () => {
  test('is had by a signed URL in each size, and by a plain one in none', async () => {
    const { thumbnails } = await image();
    const urls = Object.values(thumbnails);
    expect(urls.length).toBeGreaterThan(10);
    for (const url of urls) expect(url).toMatch(/\?signature=\d+-[\da-f]{32}$/);
    expect(new Set(await statuses(anonymous, urls))).toEqual(new Set([200]));
    expect(new Set(await statuses(anonymous, urls.map(plain)))).toEqual(new Set([404]));
    expect(await statuses(service, urls.slice(0, 1).map(plain))).toEqual([404]);
  });

  test('is kept by the browser that has it alone, for minutes, and told to no other site', async () => {
    const { image_original_url: url } = await image();
    const { headers } = await fetched(anonymous, url).expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      'referrer-policy': 'no-referrer',
    });
  });

  test('is answered in parts, with HEAD, and not sent again', async () => {
    const { image_original_url: url } = await image();
    const { headers, body } = await fetched(anonymous, url).expect(200);
    const part = await fetched(anonymous, url).set('Range', 'bytes=0-9').expect(206);
    expect(part.body).toEqual((body as Buffer).subarray(0, 10));
    await fetched(anonymous, url)
      .set('If-None-Match', headers.etag ?? '')
      .expect(304);
    const path = new URL(url).pathname;
    await anonymous.head(path + new URL(url).search).expect(200);
    await anonymous.head(path).expect(404);
    await fetched(anonymous, plain(url))
      .set('If-None-Match', headers.etag ?? '')
      .expect(404);
  });

  test('has signatures of its own, for one size, until one end', async () => {
    const [{ thumbnails }, other] = [await image(), await image()];
    const url = thumbnails['600x400'] ?? '';
    const signature = new URL(url).search;
    const wrong = [
      plain(other.image_original_url) + signature,
      plain(thumbnails['300x300'] ?? '') + signature,
      tampered(url, /(?<=\/images\/)\d/),
      tampered(url, /(?<=\/images\/\d+\/)\w/),
      tampered(url, /(?<=signature=\d{9})\d/),
      tampered(url, /[\da-f]$/),
      tampered(url, /(?<=signature=)\d/),
      url.slice(0, -1),
      `${url}0`,
      url.replace('signature', 'Signature'),
      `${url}&signature=1`,
      ...['', '1', '-', '99999999999-', `99999999999-${'0'.repeat(32)}`, '%00', 'é', '0'.repeat(5000)].map(
        (text) => `${plain(url)}?signature=${text}`,
      ),
    ];
    for (const one of wrong) {
      const { status, type } = await fetched(anonymous, one);
      expect({ one, status, type }).toEqual({ one, status: 404, type: 'application/problem+json' });
    }
    await fetched(anonymous, url).expect(200);
  });

  test('ends with the signature', async () => {
    const { image_original_url: url } = await image();
    const end = endOf(url);
    expect(end).toBeGreaterThanOrEqual(now + HOUR);
    expect(end).toBeLessThan(now + HOUR + STEP);
    try {
      clock.moveTo(end - 60);
      const { headers } = await fetched(anonymous, url).expect(200);
      expect(headers['cache-control']).toBe('private, max-age=60');
      clock.moveTo(end);
      const { body } = await fetched(anonymous, url).expect(404);
      expect(body).toMatchObject({ code: 'not-found' });
    } finally {
      clock.moveTo(now);
    }
  });

  test('is had by its plain URL while something public shows it', async () => {
    const { id, thumbnails } = await image();
    const url = thumbnails['600x400'] ?? '';
    const post = await article('posts', { image_id: id });
    expect((await fetched(anonymous, plain(url)).expect(200)).headers['cache-control']).toBe(
      'public, max-age=3600',
    );
    await fetched(anonymous, url).expect(200);
    await fetched(anonymous, `${plain(url)}?signature=1-1`).expect(200);
    const shown = await ok(service.get(`/api/1.3/images/${id}`));
    expect(JSON.stringify(shown)).not.toContain('signature');
    await ok(service.put(`/api/1.3/posts/${post.id}`, { action: 'unpublish' }));
    await fetched(anonymous, plain(url)).expect(404);
    await fetched(anonymous, url).expect(200);
  });

  test('is not public when private sections alone show it', async () => {
    const section = await ok<{ id: number }>(
      service.post('/api/1.3/sections', { title: 'Members', url: 'members', status: 1 }),
    );
    const { id, thumbnails } = await image();
    const url = thumbnails['600x400'] ?? '';
    const post = await article('posts', { image_id: id, sections: [section.id] });
    await fetched(anonymous, plain(url)).expect(404);
    const reader = await service.createAuthorWithKey('Reader');
    const { body, text } = await reader.client.get(`/api/1.3/posts/${post.id}`).expect(200);
    expect(body).toMatchObject({ id: post.id });
    const urls = fileUrls(text);
    expect(urls.length).toBeGreaterThan(0);
    expect(new Set(await statuses(anonymous, urls))).toEqual(new Set([200]));
  });

  test('is as public as the section to which posts of a removed one go, before they have gone', async () => {
    const make = async (url: string, status: number) =>
      (await ok<{ id: number }>(service.post('/api/1.3/sections', { title: url, url, status }))).id;
    const moving = jest.spyOn(service.app.get(SectionRemovals), 'catchUp').mockResolvedValue(undefined);
    const [open, closed] = [await make('open', 2), await make('closed', 1)];
    for (const [from, to, status] of [
      [await make('leaving-open', 2), closed, 404],
      [await make('leaving-closed', 1), open, 200],
    ] as const) {
      const { id, thumbnails } = await image();
      await article('posts', { image_id: id, sections: [from] });
      await service.delete(`/api/1.3/sections/${from}?destination_section_id=${to}`).expect(200);
      await fetched(anonymous, plain(thumbnails['600x400'] ?? '')).expect(status);
    }
    moving.mockRestore();
  });

  test('leads from a former file to the present one, signed until the same end', async () => {
    const { id, thumbnails } = await image();
    const former = thumbnails['600x400'] ?? '';
    const other = await uploaded(service, { name: 'b.jpg', file: await map.rotate(90).jpeg().toBuffer() });
    const { writer } = service.app.get(Database).sources;
    const [row] = await writer.query<{ hash: string }[]>('SELECT hash FROM images WHERE id = ?', [other.id]);
    await writer.query('UPDATE images SET hash = ? WHERE id = ?', [row?.hash, id]);
    const { headers } = await fetched(anonymous, former).expect(302);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    expect(headers.location).not.toBe(former);
    expect(endOf(headers.location ?? '')).toBe(endOf(former));
    await fetched(anonymous, plain(former)).expect(404);
  });
});

describe('A document that nothing public shows', () => {
  test('is had by its signed URL until its end, and is public like an image', async () => {
    const { id, file_original_url: url, shortcode } = await document();
    const { headers, text } = await fetched(anonymous, url).expect(200);
    expect(text).toBe('a,b\n1,2\n');
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'content-disposition': 'attachment; filename=a.csv',
    });
    const wrong = [
      plain(url),
      tampered(url, /.$/),
      tampered(url, /(?<=documents\/)\d/),
      url.replace('a.csv', 'b.csv'),
    ];
    expect(await statuses(anonymous, wrong)).toEqual([404, 404, 404, 404]);
    await fetched(anonymous, url).set('Range', 'bytes=0-1').expect(206);
    try {
      clock.moveTo(endOf(url));
      await fetched(anonymous, url).expect(404);
    } finally {
      clock.moveTo(now);
    }
    const post = await article('posts', { body: shortcode });
    expect((await fetched(anonymous, plain(url)).expect(200)).headers['cache-control']).toBe(
      'public, no-cache',
    );
    await ok(service.delete(`/api/1.3/posts/${post.id}`));
    await fetched(anonymous, plain(url)).expect(404);
    await ok(service.get(`/api/1.3/documents/${id}`));
  });
});

test('documents of former times get a secret each', async () => {
  const [one, other] = [await document(), await document()];
  const { writer } = service.app.get(Database).sources;
  await writer.query("UPDATE documents SET secret = ''");
  expect(JSON.stringify(await ok(service.get(`/api/1.3/documents/${one.id}`)))).not.toContain('signature');
  await fetched(anonymous, one.file_original_url).expect(404);
  const runner = writer.createQueryRunner();
  try {
    await fillSecrets(runner);
  } finally {
    await runner.release();
  }
  const rows = await writer.query<{ secret: string }[]>('SELECT secret FROM documents');
  for (const { secret } of rows) expect(secret).toMatch(/^[\da-f]{64}$/);
  expect(new Set(rows.map(({ secret }) => secret)).size).toBe(rows.length);
  for (const { id, file_original_url: former } of [one, other]) {
    const { file_original_url } = await ok<DocumentAnswer>(service.get(`/api/1.3/documents/${id}`));
    expect(await statuses(anonymous, [former, file_original_url])).toEqual([404, 200]);
  }
});

describe('URLs that are asked for', () => {
  const asked = (kind: string, id: number, body: object = {}, client: Client = service) =>
    client.post(`/api/1.3/${kind}/${id}/signed_urls`, body);

  test('open every size of an image, and a document, as long as is asked', async () => {
    const { id } = await image();
    const made = await ok<ImageAnswer & { expires_ts: number }>(asked('images', id, { expires_in: 60 }));
    expect(Object.keys(made).sort()).toEqual(['expires_ts', 'image_original_url', 'thumbnails']);
    expect(made.expires_ts).toBe(now + 60);
    const urls = [...Object.values(made.thumbnails), made.image_original_url];
    for (const url of urls) expect(endOf(url)).toBe(made.expires_ts);
    expect(new Set(await statuses(anonymous, urls))).toEqual(new Set([200]));
    const of = await document();
    const one = await ok<DocumentAnswer & { expires_ts: number }>(asked('documents', of.id));
    expect(one.expires_ts).toBe(now + HOUR);
    await fetched(anonymous, one.file_original_url).expect(200);
  });

  test.each([0, -1, 604_801, 1.5, 'soon', {}, 1e30])('are not made for %j seconds', async (expires_in) => {
    const { id } = await image();
    const { body } = await asked('images', id, { expires_in }).expect(400);
    expect(body).toMatchObject({ errors: [{ field: 'expires_in' }] });
  });

  test('are for those who may read the file', async () => {
    const [{ id }, { id: other }] = [await image(), await document()];
    const reading = service.as(await service.createKey({ authorId: 1, scope: 'read' }));
    const reader = await service.createAuthorWithKey('Reader');
    for (const [kind, of] of [
      ['images', id],
      ['documents', other],
    ] as const) {
      await asked(kind, of, {}, reading).expect(200);
      await asked(kind, of, {}, reader.client).expect(404);
      await asked(kind, of, {}, anonymous).expect(401);
      await asked(kind, 999_999).expect(404);
    }
  });
});

describe('A site that does not want them', () => {
  let other: Service;
  beforeAll(async () => {
    other = await startService(options());
  });
  afterAll(() => other.stop());

  test('has plain URLs that open files for ever', async () => {
    const shown = await image(other);
    expect(JSON.stringify(shown)).not.toContain('signature');
    const { headers } = await fetched(other.as(null), shown.image_original_url).expect(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['referrer-policy']).toBe('no-referrer');
    await fetched(other.as(null), `${shown.image_original_url}?signature=1-1`).expect(200);
    const { file_original_url } = await document(other);
    expect((await fetched(other.as(null), file_original_url).expect(200)).headers['cache-control']).toBe(
      'public, no-cache',
    );
    const { body } = await other.post(`/api/1.3/images/${shown.id}/signed_urls`, {}).expect(409);
    expect(body).toMatchObject({ code: 'signed-urls-off' });
  });
});
