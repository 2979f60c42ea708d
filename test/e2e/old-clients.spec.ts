import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { type Service, startService } from '../support/service.js';

let service: Service;
let key: string;
let port: number;
beforeAll(async () => {
  service = await startService();
  key = service.adminKey;
  const server = service.app.getHttpServer();
  if (!server.listening) await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => service.stop());

/** A request with these headers and no others. */
const ask = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number | undefined; encoding: string | undefined; text: string }>(
    (resolve, reject) => {
      get({ port, path, headers, host: '127.0.0.1' }, (answer) => {
        const chunks: Buffer[] = [];
        answer
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('error', reject)
          .on('end', () => {
            const { statusCode: status, headers: sent } = answer;
            resolve({ status, encoding: sent['content-encoding'], text: Buffer.concat(chunks).toString() });
          });
      }).on('error', reject);
    },
  );

const LIST = '/api/1.3/posts?limit=1';

describe('Clients of a predecessor send', () => {
  test.each([
    ['a stray login beside the key', { authorization: 'Basic dXNlcjpwYXNzd29yZA==' }],
    ['a login that cannot be read', { authorization: 'Basic ****' }],
    ['encodings with percent signs', { 'accept-encoding': 'gzip%2C%20deflate%2C%20br' }],
    ['encodings that nobody knows', { 'accept-encoding': '%' }],
  ])('%s', async (_name, headers) => {
    const answer = await ask(LIST, { 'x-rmauth': key, ...headers });
    expect({ status: answer.status, encoding: answer.encoding }).toEqual({
      status: 200,
      encoding: undefined,
    });
    expect(JSON.parse(answer.text)).toEqual(expect.any(Array));
  });

  test('a key with blanks around it', async () => {
    expect((await ask(LIST, { 'x-rmauth': `  ${key}\t ` })).status).toBe(200);
    expect((await ask(LIST, { authorization: `Bearer   ${key}  ` })).status).toBe(200);
  });

  test('a key in the query, which is refused unless a site allows it', async () => {
    expect((await ask(`${LIST}&api_key=${key}`, {})).status).toBe(401);
    const open = await startService({ settings: { auth: { allowQueryKey: true } } });
    const { adminKey: other } = open;
    await open.as(null).get(`${LIST}&api_key=${other}`).expect(200);
    await open.as(null).get(`${LIST}&api_key=%20${other}%20`).expect(200);
    await open.stop();
  });

  test('texts of a form as files', async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const part = { filename: 'blob', contentType: 'text/plain; charset=utf-8' };
    const { body } = await service
      .post('/api/1.3/images')
      .attach('caption', Buffer.from('Grüße'), part)
      .attach('alt', Buffer.from('A blue one'), { filename: 'alt.txt' })
      .attach('file', picture, 'blue.png')
      .expect(200);
    expect(body.shortcode_params).toMatchObject({ caption: 'Grüße', alt: 'A blue one' });
  });

  test('an action with what they create', async () => {
    const { body: post } = await service
      .post('/api/1.3/posts', { headline: 'Post', action: 'publish' })
      .expect(200);
    expect(post.status).toBe(0);
    const { body: draft } = await service
      .post('/api/1.3/drafts', { headline: 'Draft', action: '' })
      .expect(200);
    expect(draft.status).toBe(1);
  });
});
