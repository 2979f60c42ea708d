import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';

const PUBLIC = 2;
const UNLISTED = 3;
const PRIVATE = 1;

const site = { name: 'Tide *Times* [daily]', description: 'News of the coast.\n> And the sea.' };

let service: Service;
let anybody: Client;
beforeAll(async () => {
  service = await startService({ settings: { site }, environment: { SCHEDULER: 'off' } });
  anybody = service.as(null);
});
afterAll(() => service.stop());

const create = async (door: string, fields: object): Promise<number> =>
  (await service.post(`/api/1.3/${door}`, fields).expect(200)).body.id;
const createPost = (headline: string, fields: object = {}) => create('posts', { headline, ...fields });
const createSection = (title: string, url: string, status: number, more: object = {}) =>
  create('sections', { title, url, status, ...more });
const read = async (client = anybody): Promise<string> => {
  const { headers, text } = await client.get('/llms.txt').expect(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  return text;
};

/** Links of a list, as `[text, url, rest]`. */
function linksOf(text: string, heading: string): string[][] {
  const [, list = ''] = new RegExp(`^## ${heading}\n\n((?:- .*\n)*)`, 'm').exec(text) ?? [];
  return list
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, ...parts] = /^- \[((?:[^\]\\]|\\.)*)\]\(([^()\s]*)\)(?:: (.*))?$/.exec(line) ?? [];
      expect(parts).toHaveLength(3);
      return parts;
    });
}
const titlesOf = (text: string, heading: string) => linksOf(text, heading).map(([title]) => title);

describe('llms.txt', () => {
  test('begins with the name of the site and its description, on a line each', async () => {
    const [title, empty, quote, next] = (await read()).split('\n');
    expect(title).toBe('# Tide \\*Times\\* \\[daily\\]');
    expect(empty).toBe('');
    expect(quote).toBe('> News of the coast. > And the sea.');
    expect(next).toBe('');
  });

  test('of a site without a description has none', async () => {
    const plain = await startService({ settings: { site: { name: 'Plain' } } });
    expect(await read(plain.as(null))).toMatch(/^# Plain\n\n(?!>)/);
    await plain.stop();
  });

  test('links to feeds, sitemap and the API, at the address of the site', async () => {
    const text = await read();
    expect(linksOf(text, 'Feeds').map(([, url]) => url)).toEqual(
      ['feed.xml', 'feed.json', 'sitemap.xml'].map((path) => `${BASE_URL}/${path}`),
    );
    expect(linksOf(text, 'Optional').map(([, url]) => url)).toEqual(
      ['docs', 'docs/openapi.json', 'core/graphql', 'mcp'].map((path) => `${BASE_URL}/${path}`),
    );
  });

  test('lists Public sections in their order, and no others', async () => {
    const north = await createSection('North [up]', 'north', PUBLIC, { order: 2 });
    await createSection('Harbour', 'harbour', PUBLIC, { parent_id: north, order: 3 });
    await createSection('First', 'first', PUBLIC, { order: 1 });
    await createSection('Secret', 'secret', PRIVATE);
    await createSection('Quiet', 'quiet', UNLISTED);
    expect(linksOf(await read(), 'Sections').map(([title, url]) => [title, url])).toEqual([
      ['First', `${BASE_URL}/first`],
      ['North \\[up\\]', `${BASE_URL}/north`],
      ['Harbour', `${BASE_URL}/north/harbour`],
    ]);
  });

  test('lists the newest posts that everybody may see, with their subheadlines', async () => {
    const hidden = await createSection('Hidden', 'hidden', PRIVATE);
    await createPost('Old', { created_ts: 1000, subheadline: 'Of <b>old</b>\n## Fake heading' });
    await createPost('New (1)', { created_ts: 2000, manual_basename: 'new' });
    await createPost('Private', { sections: [hidden] });
    await create('drafts', { headline: 'Draft' });
    const removed = await createPost('Removed');
    await service.delete(`/api/1.3/posts/${removed}`).expect(200);
    expect(linksOf(await read(), 'Latest posts')).toEqual([
      ['New (1)', `${BASE_URL}/new`, undefined],
      ['Old', `${BASE_URL}/old`, 'Of \\<b>old\\</b> ## Fake heading'],
    ]);
  });

  test('cannot be given a link by a headline or a path', async () => {
    const page_list = [{ view: 'web', path: '/a)b](https://evil.example' }];
    await createPost('x](https://evil.example) \\[y', { created_ts: 3000, page_list });
    const links = linksOf(await read(), 'Latest posts').map(([, url]) => url);
    expect(links).toHaveLength(3);
    expect(links.every((url) => url?.startsWith(`${BASE_URL}/`))).toBe(true);
  });

  test('shows a change at once, also of a post that is gone', async () => {
    const id = await createPost('Passing', { created_ts: 4000 });
    expect(titlesOf(await read(), 'Latest posts')).toContain('Passing');
    await service.put(`/api/1.3/posts/${id}`, { headline: 'Passed' }).expect(200);
    expect(titlesOf(await read(), 'Latest posts')).toContain('Passed');
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
    expect(titlesOf(await read(), 'Latest posts')).not.toContain('Passed');
  });

  test('is not sent to who has it already, and answers HEAD', async () => {
    const { headers, text } = await anybody.get('/llms.txt').expect(200);
    const { etag = '' } = headers as Record<string, string>;
    expect(headers['cache-control']).toBe('public, max-age=60, stale-while-revalidate=300');
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    await anybody.get('/llms.txt').set('if-none-match', etag).expect(304).expect('etag', etag);
    const head = await anybody.head('/llms.txt').expect(200).expect('etag', etag);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(text)));
    await anybody.post('/llms.txt').expect(405).expect('allow', 'GET, HEAD');
  });

  test('takes the same statements for one post as for many, and none while it is kept', async () => {
    const forget = () =>
      service.put('/api/1.3/sections/1', { title: 'First', url: 'north', status: PUBLIC }).expect(200);
    const statements = async (): Promise<number> => {
      await forget();
      const sent = jest.spyOn(service.app.get(Database).sources.statements, 'logQuery');
      await read();
      const { length } = sent.mock.calls;
      await read();
      expect(sent.mock.calls).toHaveLength(length);
      sent.mockRestore();
      return length;
    };
    const few = await statements();
    for (let n = 0; n < 30; n++) await createPost(`Many ${n}`, { created_ts: 5000 + n });
    expect(await statements()).toBe(few);
  });

  test('is as long as 50 posts, whatever their texts', async () => {
    for (let n = 0; n < 25; n++)
      await createPost(`Long ${n}`, { created_ts: 6000 + n, subheadline: 'word '.repeat(5000) });
    const links = linksOf(await read(), 'Latest posts');
    expect(links).toHaveLength(50);
    expect(links[0]?.[2]).toMatch(/^(?:word )+word…$/);
    expect(links[0]?.[2]?.length).toBeLessThan(310);
  });

  test('takes its path from no article and no section', async () => {
    await service.post('/api/1.3/sections', { title: 'x', url: 'llms.txt', status: 1 }).expect(400);
    const page_list = [{ view: 'web', path: '/llms.txt' }];
    const { body } = await service.post('/api/1.3/posts', { headline: 'x', page_list }).expect(200);
    expect(body.slug).not.toBe('llms.txt');
  });
});

describe('llms.txt of a site', () => {
  test('with a front end of its own has no sitemap of pages', async () => {
    const headless = await startService({ settings: { site: { pages: false } } });
    const text = await read(headless.as(null));
    expect(linksOf(text, 'Feeds').map(([, url]) => url)).toEqual(
      ['feed.xml', 'feed.json'].map((path) => `${BASE_URL}/${path}`),
    );
    await headless.stop();
  });

  test('with a password asks for it', async () => {
    const guarded = await startService({ settings: { site: { basicAuth: 'reader:secret' } } });
    await guarded.as(null).get('/llms.txt').expect(401);
    const { headers } = await guarded.as(null).get('/llms.txt').auth('reader', 'secret').expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
    await guarded.stop();
  });
});
