import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serve, uploaded } from '../support/picture-client.js';
import { mapOf } from '../support/picture-pixels.js';
import { type Service, startService } from '../support/service.js';

const map = mapOf({ width: 1600, height: 1067, channels: 'rgb', frames: 1, orientation: 1 });
const photo = { name: 'photo.jpg', file: await map.jpeg().toBuffer() };

let service: Service;
/** A thumbnail, another one, and the file itself. */
let url: string, unseen: string, origin: string;
let whole: Served;
beforeAll(async () => {
  service = await startService();
  const { thumbnails } = await uploaded(service, photo);
  [url = '', unseen = '', origin = ''] = [thumbnails['600x400'], thumbnails['300x300'], thumbnails.origin];
  whole = await serve(service, url);
});
afterAll(() => service.stop());

const get = (headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  serve(service, url, headers, method);

describe('An image', () => {
  test('may be kept for ever, and shown by anybody', () => {
    const { status, headers, type, body } = whole;
    expect({ status, type }).toEqual({ status: 200, type: 'image/jpeg' });
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(headers.get('vary')).toMatch(/\bAccept\b/i);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('content-length')).toBe(String(body.length));
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('is asked for with HEAD like with GET, made when need be', async () => {
    for (const address of [url, unseen, origin]) {
      const head = await serve(service, address, {}, 'HEAD');
      const full = await serve(service, address);
      expect(head.status).toBe(200);
      expect(head.body).toHaveLength(0);
      for (const name of ['content-length', 'content-type', 'etag', 'cache-control', 'vary']) {
        expect(head.headers.get(name)).toBe(full.headers.get(name));
      }
    }
  });

  test('that the reader has is not sent again', async () => {
    const tag = whole.headers.get('etag') ?? '';
    for (const known of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const { status, headers, body } = await get({ 'if-none-match': known });
      expect({ known, status, length: body.length }).toEqual({ known, status: 304, length: 0 });
      expect(headers.get('etag')).toBe(tag);
      expect(headers.get('cache-control')).toMatch(/immutable/);
      expect(headers.get('vary')).toMatch(/accept/i);
    }
    for (const other of ['"other"', tag.slice(1, -1)])
      expect((await get({ 'if-none-match': other })).status).toBe(200);
    expect((await get({ 'if-none-match': tag }, 'HEAD')).status).toBe(304);
    const webp = await get({ accept: 'image/webp', 'if-none-match': tag });
    expect(webp).toMatchObject({ status: 200, type: 'image/webp' });
  });

  test.each([
    ['POST', 405],
    ['PUT', 405],
    ['DELETE', 405],
  ])('is not asked for with %s', async (method, status) => {
    expect((await get({}, method)).status).toBe(status);
  });
});

describe('A part', () => {
  const size = () => whole.body.length;

  test.each<[range: string, from: number, to: (size: number) => number]>([
    ['bytes=0-0', 0, () => 1],
    ['bytes=0-99', 0, () => 100],
    ['bytes=100-', 100, (all) => all],
    ['bytes=-1', -1, (all) => all],
    ['bytes=-100', -100, (all) => all],
    ['bytes=-99999999', 0, (all) => all],
    ['bytes=5-99999999', 5, (all) => all],
  ])('%s is sent alone', async (range, from, to) => {
    const start = from < 0 ? size() + from : from;
    const end = to(size());
    const { status, headers, body } = await get({ range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size()}`);
    expect(headers.get('content-length')).toBe(String(end - start));
    expect(headers.get('etag')).toBe(whole.headers.get('etag'));
    expect(body.equals(whole.body.subarray(start, end))).toBe(true);
  });

  test('that begins behind the end is 416', async () => {
    for (const range of [
      `bytes=${size()}-`,
      `bytes=${size() + 5}-${size() + 9}`,
      'bytes=99999999-',
      'bytes=-0',
    ]) {
      const { status, headers } = await get({ range });
      expect({ range, status }).toEqual({ range, status: 416 });
      expect(headers.get('content-range')).toBe(`bytes */${size()}`);
      expect(headers.get('cache-control') ?? '').not.toMatch(/immutable/);
    }
  });

  test('that makes no sense is the whole', async () => {
    for (const range of ['bytes=', 'bytes=a-b', 'bytes=9-5', 'items=0-5', '0-5', 'bytes 0-5', '']) {
      const { status, body } = await get({ range });
      expect([200, 416]).toContain(status);
      if (status === 200) expect(body.equals(whole.body)).toBe(true);
    }
  });

  test('of several is never more than the whole', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => `${n * 2}-`).join(',');
    for (const range of ['bytes=0-1,5-9', `bytes=${many}`, 'bytes=0-,0-,0-,0-,0-']) {
      const { status, body } = await get({ range });
      expect([200, 206, 416]).toContain(status);
      expect(body.length).toBeLessThanOrEqual(size() + 1000);
    }
  });

  test('is sent only of the file that the reader has', async () => {
    const tag = whole.headers.get('etag') ?? '';
    const range = 'bytes=0-9';
    expect((await get({ range, 'if-range': tag })).status).toBe(206);
    for (const other of ['"other"', `W/${tag}`, 'Wed, 21 Oct 2015 07:28:00 GMT']) {
      const { status, body } = await get({ range, 'if-range': other });
      expect({ other, status, length: body.length }).toEqual({ other, status: 200, length: size() });
    }
    expect((await get({ range, 'if-none-match': tag })).status).toBe(304);
  });
});

describe('A URL that nobody has handed out', () => {
  const odd = [
    ...[
      '601x400',
      '600x401',
      '0x0',
      '1x1',
      '9999x9999',
      '1200x',
      '600',
      'x400',
      '-600x400',
      '600x400x1',
      '06x4',
    ],
    ...[
      'original',
      'Origin',
      '600X400',
      '600x400@',
      '600x400%00',
      '..%2f..%2forigin',
      '600x400.jpg',
      '%2e%2e',
      '١x١',
    ],
  ];
  test.each(odd)('%s is 404', async (name) => {
    const address = url.replace('600x400', name.includes('%') ? name : encodeURIComponent(name));
    const { status, type } = await serve(service, address);
    expect(status === 400 && name.includes('%') ? 404 : status).toBe(404);
    expect(type).toBe('application/problem+json');
  });

  test.each(['png', 'webp', 'avif', 'gif', 'jpeg', 'JPG', 'svg', 'html', ''])(
    'with .%s is 404',
    async (extension) => {
      expect((await serve(service, url.replace(/jpg$/, extension))).status).toBe(404);
    },
  );

  test('of no image, or none that has this number, is 404', async () => {
    for (const id of ['999999', '99999999999999999999']) {
      expect((await serve(service, url.replace(/images\/\d+/, `images/${id}`))).status).toBe(404);
    }
    for (const id of ['0x1', 'abc', '1e0', '-1']) {
      expect([400, 404]).toContain((await serve(service, url.replace(/images\/\d+/, `images/${id}`))).status);
    }
  });
});
