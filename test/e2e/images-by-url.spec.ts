import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { jpegComment, jpegIptc, withSegments } from '../support/picture-bytes.js';
import { IMAGES, type ImageAnswer } from '../support/picture-client.js';
import { SAMPLES } from '../support/picture-faults.js';
import { mapOf } from '../support/picture-pixels.js';
import { killLeftovers, PROCESS_KEY, type ServiceProcess, startProcess } from '../support/process.js';

const LIMIT = 200_000;
const AREA = { left: 10, top: 20, width: 60, height: 40 };

const credited = withSegments(SAMPLES.jpeg, jpegIptc({ byLine: 'Zoë', caption: 'At sea', encoding: 'utf8' }));
const map = mapOf({ width: 300, height: 200, channels: 'rgb', frames: 1, orientation: 1 });
const larger = await map.png().toBuffer();
let photos = 0;

/** Responses of the web, by path. */
const PAGES: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/photos/sea%20view.jpg': (response) => response.setHeader('content-type', 'image/jpeg').end(credited),
  '/larger.png': (response) => response.end(larger),
  '/plain': (response) => response.setHeader('content-type', 'text/plain').end(SAMPLES.webp),
  '/wrong.gif': (response) => response.setHeader('content-type', 'image/gif').end(SAMPLES.png),
  '/packed.jpg': (response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(SAMPLES.jpeg)),
  '/new.jpg': (response) => response.end(withSegments(SAMPLES.jpeg, jpegComment(`${photos++}`))),
  '/moved': (response) => response.writeHead(302, { location: '/larger.png' }).end(),
  '/inwards': (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/a.jpg' }).end(),
  '/round': (response) => response.writeHead(301, { location: '/round' }).end(),
  '/page': (response) =>
    response.setHeader('content-type', 'image/png').end('<html><body>No picture</body></html>'),
  '/drawing.svg': (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  '/empty.jpg': (response) => response.end(),
  '/cut.jpg': (response) => response.end(SAMPLES.jpeg.subarray(0, 500)),
  '/shorter.jpg': (response) => {
    response.writeHead(200, { 'content-length': 5000 }).write(SAMPLES.jpeg.subarray(0, 400));
    setTimeout(() => response.destroy(), 50);
  },
  '/large.jpg': (response) => response.end(Buffer.concat([SAMPLES.jpeg, Buffer.alloc(LIMIT)])),
  '/bomb.jpg': (response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(20_000_000))),
  '/error': (response) => response.writeHead(500).end(SAMPLES.jpeg),
};

const web = createServer((request: IncomingMessage, response) => {
  const page = PAGES[request.url?.split('?')[0] ?? ''];
  if (page) page(response);
  else response.writeHead(404).end(SAMPLES.jpeg);
});
const database = await createMigratedDatabase();
let service: ServiceProcess, origin: string;

beforeAll(async () => {
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const { port } = web.address() as { port: number };
  origin = `http://127.0.0.1:${port}`;
  const settings = join(database.folder, 'site.json');
  writeFileSync(settings, JSON.stringify({ media: { maxUploadBytes: LIMIT } }));
  service = await startProcess(database, { OUTBOUND_ALLOW: `127.0.0.1:${port}`, SITE_SETTINGS: settings });
});
afterAll(async () => {
  await service.end('SIGTERM');
  web.closeAllConnections();
  web.close();
  killLeftovers();
  await database.drop();
});

interface Answer {
  readonly status: number;
  readonly body: ImageAnswer & { readonly code: string; readonly detail: string };
}

async function call(
  method: string,
  path: string,
  fields?: object | FormData | URLSearchParams,
): Promise<Answer> {
  const isForm = fields instanceof FormData || fields instanceof URLSearchParams;
  const headers = { 'x-rmauth': PROCESS_KEY, ...(isForm ? {} : { 'content-type': 'application/json' }) };
  const body = isForm ? fields : JSON.stringify(fields);
  const answer = await fetch(service.url + path, { method, headers, ...(fields && { body }) });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

async function image(
  method: string,
  path: string,
  fields?: object | FormData | URLSearchParams,
): Promise<ImageAnswer> {
  const { status, body } = await call(method, path, fields);
  expect({ status, detail: body.detail }).toEqual({ status: 200 });
  return body;
}

const fetched = (path: string, more: object = {}) =>
  image('POST', IMAGES, { image_url: origin + path, ...more });
const open = (url: string | undefined) =>
  fetch((url ?? '').replace(/^https?:\/\/[^/]+/, service.url), { redirect: 'manual' });

function temporaryFiles(): readonly string[] {
  const folder = join(database.folder, 'tmp');
  return existsSync(folder) ? readdirSync(folder) : [];
}

describe('An image by its URL', () => {
  test('is one like any other, whether it is asked for as JSON or by a form', async () => {
    const image_url = `${origin}/photos/sea%20view.jpg?size=large#top`;
    const form = new FormData();
    form.set('image_url', image_url);
    for (const fields of [{ image_url }, new URLSearchParams({ image_url }), form]) {
      const answer = await image('POST', IMAGES, fields);
      expect(answer).toMatchObject({
        width: 160,
        height: 120,
        iptc: { 'by-line': 'Zoë', 'caption/abstract': 'At sea' },
        shortcode_params: { caption: 'At sea', photo_credit: 'Zoë' },
      });
      expect(answer.filename).toMatch(/^sea.?view\.jpe?g$/);
      expect((await open(answer.thumbnails['600x400'])).status).toBe(200);
    }
  });

  test.each([
    ['/plain', 'webp'],
    ['/wrong.gif', 'png'],
    ['/packed.jpg', 'jpg'],
    ['/moved', 'png'],
  ])('%s is what its content says: %s', async (path, extension) => {
    const { image_original_url: url, filename } = await fetched(path);
    expect(url).toMatch(new RegExp(`\\.${extension}$`));
    expect(filename).toMatch(new RegExp(`\\.${extension}$`));
  });

  test.each<[path: string, statuses: number[]]>([
    ['/page', [415]],
    ['/drawing.svg', [415]],
    ['/empty.jpg', [415, 422]],
    ['/cut.jpg', [422]],
    ['/shorter.jpg', [422]],
    ['/large.jpg', [413, 422]],
    ['/bomb.jpg', [413, 422]],
    ['/error', [422]],
    ['/missing', [422]],
    ['/inwards', [422]],
    ['/round', [422]],
  ])('%s is refused, and leaves nothing', async (path, statuses) => {
    const ids = async () =>
      ((await image('GET', `${IMAGES}?limit=100`)) as unknown as ImageAnswer[]).map(({ id }) => id);
    const before = await ids();
    const { status, body } = await call('POST', IMAGES, { image_url: origin + path });
    expect(statuses).toContain(status);
    expect(body.code).toMatch(/^[a-z-]+$/);
    expect(body.detail).not.toMatch(/ECONN|127\.0\.0\.1:1\b/);
    expect(await ids()).toEqual(before);
    expect(temporaryFiles()).toEqual([]);
  });

  test('in a private network is refused', async () => {
    const { port } = new URL(service.url);
    for (const url of [
      `http://127.0.0.1:${port}/health/live`,
      'http://localhost/',
      `${origin.replace('127.0.0.1', 'localhost')}/larger.png`,
    ]) {
      expect((await call('POST', IMAGES, { image_url: url })).status).toBe(422);
    }
  });
});

describe('Another file for an image', () => {
  test('takes the place of the first, under the same id', async () => {
    const first = await fetched('/new.jpg', { caption: 'Mine', alt: 'An alt' });
    await image('PUT', `${IMAGES}/${first.id}`, {
      image_url: first.image_original_url,
      manual_image_crops: { '3x2': AREA },
    });
    const second = await image('PUT', `${IMAGES}/${first.id}`, { image_url: `${origin}/larger.png` });
    const { id, shortcode_id } = first;
    expect(second).toMatchObject({
      id,
      shortcode_id,
      width: 300,
      height: 200,
      shortcode_params: { caption: 'Mine', alt: 'An alt' },
    });
    expect(second.manual_image_crops['3x2']).toMatchObject({ left: 0, top: 0, width: 300, height: 200 });
    for (const size of ['origin', '600x400', '210x', '300x300']) {
      expect(second.thumbnails[size]).not.toBe(first.thumbnails[size]);
      const former = await open(first.thumbnails[size]);
      expect([302, 307]).toContain(former.status);
      expect(former.headers.get('location')).toBe(second.thumbnails[size]);
      expect(former.headers.get('cache-control')).not.toMatch(/immutable/);
      const now = await open(second.thumbnails[size]);
      expect([now.status, now.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
    expect(await image('GET', `${IMAGES}/${id}`)).toMatchObject({ thumbnails: second.thumbnails });
  });

  test('has the crops that come with it, by its own size', async () => {
    const { id } = await fetched('/new.jpg');
    const area = { left: 200, top: 100, width: 90, height: 90 };
    const fields = { image_url: `${origin}/larger.png`, manual_image_crops: { '1x1': area } };
    expect((await image('PUT', `${IMAGES}/${id}`, fields)).manual_image_crops['1x1']).toMatchObject(area);
  });

  test('has neither the crops nor the point of the first when these are sent back', async () => {
    const first = await fetched('/larger.png', { focal_point: { x: 290, y: 190 } });
    const { manual_image_crops, width } = await fetched('/new.jpg');
    const fields = { ...first, image_url: `${origin}/new.jpg` };
    const replaced = await image('PUT', `${IMAGES}/${first.id}`, fields);
    expect(replaced).toMatchObject({ manual_image_crops, width });
    expect(replaced).not.toHaveProperty('focal_point');
  });

  test('that is refused, or whose crops are, changes nothing', async () => {
    const first = await fetched('/new.jpg');
    const before = await image('GET', `${IMAGES}/${first.id}`);
    const outside = { '1x1': { left: 290, top: 0, width: 90, height: 90 } };
    for (const fields of [
      { image_url: `${origin}/page`, caption: 'Lost' },
      { image_url: `${origin}/larger.png`, manual_image_crops: outside, caption: 'Lost' },
      { image_url: `${origin}/larger.png`, manual_image_crops: { '9x9': AREA } },
    ]) {
      expect((await call('PUT', `${IMAGES}/${first.id}`, fields)).status).toBeGreaterThanOrEqual(400);
    }
    expect(await image('GET', `${IMAGES}/${first.id}`)).toMatchObject({
      thumbnails: before.thumbnails,
      width: before.width,
      shortcode_params: { original_size: before.shortcode_params.original_size },
    });
    expect((await open(first.thumbnails['600x400'])).status).toBe(200);
  });

  test('that is the same file keeps URLs and crops', async () => {
    const first = await fetched('/larger.png');
    const fields = { image_url: first.image_original_url, manual_image_crops: { '3x2': AREA } };
    const cropped = await image('PUT', `${IMAGES}/${first.id}`, fields);
    const again = await image('PUT', `${IMAGES}/${first.id}`, { image_url: `${origin}/larger.png` });
    expect(again.thumbnails.origin).toBe(first.thumbnails.origin);
    expect([cropped.manual_image_crops['3x2'], first.manual_image_crops['3x2']]).toContainEqual(
      again.manual_image_crops['3x2'],
    );
  });

  test('at the same time as another is one of them, whole', async () => {
    const { id } = await fetched('/new.jpg');
    const urls = ['/larger.png', '/plain', '/new.jpg', '/photos/sea%20view.jpg'];
    const answers = await Promise.all(
      urls.map((path) => call('PUT', `${IMAGES}/${id}`, { image_url: origin + path })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { thumbnails, width, height } = await image('GET', `${IMAGES}/${id}`);
    expect(['300x200', '160x120']).toContain(`${width}x${height}`);
    for (const url of [thumbnails.origin, thumbnails['600x400']]) expect((await open(url)).status).toBe(200);
  });
});
