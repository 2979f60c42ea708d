import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { itemsOf } from '../support/feeds.js';
import { type Client, type Service, startService } from '../support/service.js';
import { parseXml, textsOf } from '../support/xml.js';

const TIME = 1_700_000_000;

let service: Service;
let anybody: Client;
beforeAll(async () => {
  service = await startService();
  anybody = service.as(null);
});
afterAll(() => service.stop());

const create = async (door: string, fields: object): Promise<number> =>
  (await service.post(`/api/1.3/${door}`, fields).expect(200)).body.id;
const createPost = (fields: object) => create('posts', { headline: 'Post', ...fields });

describe('Who has a feed already', () => {
  test.each(['xml', 'json'])('is not sent it again: %s', async (format) => {
    await createPost({ headline: 'Cached', tags: [`cached ${format}`] });
    const path = `/tag/cached-${format}/feed.${format}`;
    const { headers } = await anybody.get(path).expect(200);
    const { etag = '' } = headers as Record<string, string>;
    expect(headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=300');
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const ask = (name: string, value: string) => anybody.get(path).set(name, value);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await ask('if-none-match', known).expect(304).expect('etag', etag);
      expect(answer.text || '').toBe('');
      expect(answer.headers['cache-control']).toBe(headers['cache-control']);
    }
    await ask('if-none-match', '"other"').expect(200);
    await ask('if-modified-since', new Date().toUTCString()).set('if-none-match', etag).expect(304);
  });

  test('is not told so by a date, which stays as it is when a post is gone or hidden', async () => {
    const sections = [await create('sections', { title: 'Hiding', url: 'hiding', status: 1 })];
    const ids = [];
    for (const headline of ['Gone', 'Hidden', 'Newest'])
      ids.push(await createPost({ headline, tags: ['dated'], updated_ts: TIME + ids.length }));
    const since = new Date((TIME + 2) * 1000).toUTCString();
    const titles = async () => {
      const ask = anybody.get('/tag/dated/feed.xml').set('if-modified-since', since);
      const { headers, text } = await ask.expect(200);
      expect(headers['last-modified']).toBeUndefined();
      return itemsOf(parseXml(text)).flatMap((item) => textsOf(item, 'title'));
    };
    expect((await titles()).toSorted()).toEqual(['Gone', 'Hidden', 'Newest']);
    await service.delete(`/api/1.3/posts/${ids[0]}`).expect(200);
    const hidden = { sections, prevent_modifying_updated_ts: 1 };
    await service.put(`/api/1.3/posts/${ids[1]}`, hidden).expect(200);
    expect(await titles()).toEqual(['Newest']);
  });

  test('gets it when something has changed, also when a post is gone', async () => {
    const first = await createPost({ headline: 'One', tags: ['going'] });
    const second = await createPost({ headline: 'Two', tags: ['going'] });
    const ask = async () => (await anybody.get('/tag/going/feed.xml').expect(200)).headers.etag;
    const seen = [await ask()];
    await service.put(`/api/1.3/posts/${first}`, { headline: 'One!' }).expect(200);
    seen.push(await ask());
    await service.delete(`/api/1.3/posts/${second}`).expect(200);
    seen.push(await ask());
    expect(new Set(seen).size).toBe(3);
  });

  test('may ask for its headers alone', async () => {
    const head = await import('supertest').then(({ default: request }) =>
      request(service.app.getHttpServer()).head('/feed.xml'),
    );
    expect(head.status).toBe(200);
    expect(head.headers.etag).toBe((await anybody.get('/feed.xml')).headers.etag);
  });
});
