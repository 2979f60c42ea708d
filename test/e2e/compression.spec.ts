import { request, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PNG } from '../support/images.js';
import { uploaded } from '../support/picture-client.js';
import { type Service, startService } from '../support/service.js';

const TEXT = 'What the river did in April. '.repeat(500);

const services: Service[] = [];
let compressing: Service;
let plain: Service;
let documentPath: string;
let imagePath: string;
beforeAll(async () => {
  compressing = await start({ http: { compression: true } });
  plain = await start({});
  const document = { name: 'weeks.csv', file: Buffer.from('week,metres\n14,0.4\n'.repeat(500)) };
  const sent = await compressing.post('/api/1.3/documents').attach('file', document.file, document.name);
  documentPath = new URL((sent.body as { file_original_url: string }).file_original_url).pathname;
  const image = await uploaded(compressing, { name: 'a.png', file: PNG });
  imagePath = new URL(image.image_original_url).pathname;
});
afterAll(() => Promise.all(services.map((service) => service.stop())));

async function start(settings: object): Promise<Service> {
  const service = await startService({ settings });
  services.push(service);
  await service.post('/api/1.3/posts', { headline: 'April', body: `<p>${TEXT}</p>` }).expect(200);
  return service;
}

/** A response as it is on the wire. */
async function fetched(service: Service, path: string, encodings: string, more: object = {}, method = 'GET') {
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  const headers = { 'accept-encoding': encodings, 'x-rmauth': service.adminKey, ...more };
  const sent = request({ host: '127.0.0.1', port, path, headers, method }).end();
  const [response] = (await once(sent, 'response')) as [
    AsyncIterable<Buffer> & { statusCode: number; headers: IncomingHttpHeaders },
  ];
  const body = await buffer(response);
  return { status: response.statusCode, headers: response.headers, body };
}

describe('Answers', () => {
  test.each(['/api/1.3/posts/1', '/api/1.3/posts', '/april', '/feed.xml', '/docs/openapi.json'])(
    'of %s are compressed where the setting says so, as the client takes it',
    async (path) => {
      const whole = await fetched(compressing, path, 'identity');
      expect(whole.headers['content-encoding']).toBeUndefined();
      const brotli = await fetched(compressing, path, 'gzip, br');
      expect(brotli.headers).toMatchObject({ 'content-encoding': 'br' });
      expect(brotli.headers.vary).toMatch(/accept-encoding/i);
      const gzip = await fetched(compressing, path, 'gzip');
      expect(gzip.headers['content-encoding']).toBe('gzip');
      expect(brotliDecompressSync(brotli.body).equals(whole.body)).toBe(true);
      expect(gunzipSync(gzip.body).equals(whole.body)).toBe(true);
      expect(brotli.body.length).toBeLessThan(whole.body.length / 2);
      const again = await fetched(compressing, path, 'br');
      expect(brotliDecompressSync(again.body).equals(whole.body)).toBe(true);
      const length = async (encodings: string) =>
        (await fetched(compressing, path, encodings, {}, 'HEAD')).headers['content-length'];
      expect(await length('br')).toBeUndefined();
      expect(await length('identity')).toBe(String(whole.body.length));
    },
  );

  test('are not by default', async () => {
    const { headers } = await fetched(plain, '/api/1.3/posts/1', 'gzip, br');
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.vary ?? '').not.toMatch(/accept-encoding/i);
  });

  test('have an entity tag for each encoding, which If-Match takes', async () => {
    const tagOf = async (encodings: string) =>
      (await fetched(compressing, '/api/1.3/posts/1', encodings)).headers.etag;
    const plainTag = await tagOf('identity');
    expect(plainTag).toMatch(/^"1-[\w-]{27}"$/);
    expect(await tagOf('br')).toBe(plainTag?.replace(/"$/, '-br"'));
    expect(await tagOf('gzip')).toBe(plainTag?.replace(/"$/, '-gzip"'));
    const edit = (etag: string) =>
      compressing.put('/api/1.3/posts/1', { headline: 'April' }).set('If-Match', etag);
    await edit((await tagOf('br')) ?? '').expect(200);
    await edit('"7-abc-br"').expect(412);
  });

  test.each(['/api/1.3/posts/1', '/april', '/feed.xml'])(
    'of %s are 304 for a client that has them, in whatever encoding',
    async (path) => {
      for (const encoding of ['br', 'gzip']) {
        const { etag } = (await fetched(compressing, path, encoding)).headers;
        for (const sent of [etag, `"other", ${etag}`, `W/${etag}, "other-br"`]) {
          const { status, headers, body } = await fetched(compressing, path, encoding, {
            'if-none-match': sent,
          });
          expect([status, body.length, headers['content-encoding']]).toEqual([304, 0, undefined]);
          expect(headers.vary).toMatch(/accept-encoding/i);
          expect(headers.etag).toBe(etag);
        }
      }
      const { etag } = (await fetched(compressing, path, 'identity')).headers;
      const known = await fetched(compressing, path, 'br', { 'if-none-match': etag });
      expect([known.status, known.headers.etag]).toEqual([304, etag]);
      const other = await fetched(compressing, path, 'br', { 'if-none-match': '"other-br"' });
      expect(other.status).toBe(200);
    },
  );

  test('that are small stay as they are', async () => {
    const small = await fetched(compressing, '/health/live', 'br');
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  test('that are files, whole or in parts, are the bytes of the file', async () => {
    for (const path of [documentPath, imagePath]) {
      const { status, headers } = await fetched(compressing, path, 'gzip, br');
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    }
    const part = await fetched(compressing, documentPath, 'gzip, br', { range: 'bytes=5-10' });
    expect([part.status, part.body.toString()]).toEqual([206, 'metres']);
  });
});
