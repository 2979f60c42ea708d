import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';

let service: Service;
let guest: Client;

function onSiteWith(articles: object): void {
  beforeAll(async () => {
    service = await startService({ settings: { articles } });
    guest = (await service.createAuthorWithKey('Guest Writer')).client;
  });
  afterAll(() => service.stop());
}

const amp = (path: string) => ({ page_list: [{ view: 'amp', path }] });
const web = (path: string) => ({ page_list: [{ view: 'web', path }] });
const publish = async (headline: string, fields: object = {}): Promise<Post> =>
  (await service.post('/api/1.3/posts', { headline, body: `Body of ${headline}.`, ...fields }).expect(200))
    .body;
const draft = async (headline: string, fields: object = {}): Promise<Post> =>
  (await guest.post('/api/1.3/drafts', { headline, ...fields }).expect(200)).body;
const edit = async (id: number, fields: object): Promise<Post> =>
  (await service.put(`/api/1.3/posts/${id}`, fields).expect(200)).body;
const remove = (id: number) => service.delete(`/api/1.3/posts/${id}`).expect(200);
const open = (path: string) => service.as(null).get(path);
const shows = async (path: string, headline: string) => {
  expect((await open(path).expect(200)).text).toContain(`Body of ${headline}.`);
};
const leads = async (path: string, to: string) => {
  expect((await open(path).expect(301)).headers.location).toBe(BASE_URL + to);
};

describe('an AMP page below /amp', () => {
  onSiteWith({});

  test('is its post’s, whoever wants its path for another', async () => {
    await publish('victim');
    const { id, amp_url } = await draft('taker', amp('/amp/victim'));
    expect(amp_url).toBe(`${BASE_URL}/amp/victim-${id}`);
    await shows('/amp/victim', 'victim');
    const other = await publish('other', amp('/amp/victim'));
    expect(other.amp_url).toBe(`${BASE_URL}/amp/victim-${other.id}`);
    const late = await publish('late');
    expect((await edit(late.id, amp('/amp/victim'))).amp_url).toBe(`${BASE_URL}/amp/victim-${late.id}`);
    await shows('/amp/victim', 'victim');
    await shows(`/amp/victim-${other.id}`, 'other');
  });

  test('may be at the path of its post, and at any that is free', async () => {
    const { id } = await publish('itself', amp('/amp/itself'));
    await publish('free', amp('/amp/anything/free'));
    await shows('/amp/itself', 'itself');
    await shows('/amp/anything/free', 'free');
    expect(await edit(id, { page_list: [] })).toMatchObject({ amp_url: `${BASE_URL}/amp/itself` });
    await shows('/amp/itself', 'itself');
  });

  test('keeps posts from the path that would give them the same AMP page', async () => {
    await publish('first', amp('/amp/second'));
    const { id, slug, amp_url } = await publish('second');
    expect({ slug, amp_url }).toEqual({ slug: `second-${id}`, amp_url: `${BASE_URL}/amp/second-${id}` });
    await shows('/amp/second', 'first');
    await shows(`/amp/second-${id}`, 'second');
    expect((await draft('third', web('/second'))).slug).toMatch(/^second-\d+$/);
  });

  test('keeps them from it also where it is a former path', async () => {
    const { id } = await publish('left', amp('/amp/left'));
    await edit(id, { manual_basename: 'gone-on' });
    const next = await publish('left');
    expect(next).toMatchObject({ slug: `left-${next.id}`, amp_url: `${BASE_URL}/amp/left-${next.id}` });
    await shows('/amp/left', 'left');
    await leads('/left', '/gone-on');
    expect((await edit(id, { manual_basename: 'left' })).slug).toBe('left');
  });

  test('is free after its article is removed, and after it has another', async () => {
    const gone = await publish('removed', amp('/amp/removed-1'));
    await remove(gone.id);
    expect((await publish('removed 1')).amp_url).toBe(`${BASE_URL}/amp/removed-1`);
    await shows('/amp/removed-1', 'removed 1');
    const moved = await publish('moved', amp('/amp/moved-1'));
    await edit(moved.id, amp('/amp/moved-2'));
    await leads('/amp/moved-1', '/moved');
    expect((await publish('moved 1')).amp_url).toBe(`${BASE_URL}/amp/moved-1`);
    await shows('/amp/moved-1', 'moved 1');
    const restored = await service.put(`/api/1.3/drafts/${gone.id}`, { action: 'restore' }).expect(200);
    expect(restored.body.amp_url).toBe(`${BASE_URL}/amp/removed-1-${gone.id}`);
    const victim = await publish('was here');
    await remove(victim.id);
    expect((await publish('heir', amp('/amp/was-here'))).amp_url).toBe(`${BASE_URL}/amp/was-here`);
  });

  test('lets a section have the path', async () => {
    await publish('of topic', amp('/amp/topic'));
    await service.post('/api/1.3/sections', { title: 'Topic', url: 'topic', status: 2 }).expect(200);
    await open('/topic').expect(200);
    await shows('/amp/topic', 'of topic');
  });
});

describe('AMP pages by a pattern below /amp', () => {
  onSiteWith({ permalink: '/stories/{basename}', ampPermalink: '/amp/{basename}' });

  test('share no path with those that posts have by default', async () => {
    expect(await publish('one')).toMatchObject({ slug: 'stories/one', amp_url: `${BASE_URL}/amp/one` });
    expect((await draft('two', web('/one'))).slug).toMatch(/^one-\d+$/);
    await publish('three', web('/four'));
    const { id, amp_url } = await publish('four');
    expect(amp_url).toBe(`${BASE_URL}/amp/four-${id}`);
    await shows('/amp/one', 'one');
  });
});

describe('over all instances at once', () => {
  let database: TestDatabase;
  let services: readonly Service[];
  beforeAll(async () => {
    database = await createMigratedDatabase();
    service = await startService({ database });
    // SQLite is for one instance.
    services = database.isSqlite ? [service] : [service, await startService({ database })];
  });
  afterAll(async () => {
    for (const one of services) await one.stop();
    await database.drop();
  });
  const bodyOf = async (call: PromiseLike<{ status: number; body: Post }>): Promise<Post> => {
    const { status, body } = await call;
    expect(status).toBe(200);
    return body;
  };

  test.each(['new', 'former', 'removed'])(
    'a post at a %s path and an AMP page never share one',
    async (kind) => {
      const names = Array.from({ length: 25 }, (_, n) => `${kind}-${n}`);
      for (const name of kind === 'new' ? [] : names) {
        const { id } = await publish(name);
        await (kind === 'former' ? edit(id, { manual_basename: `${name}-moved` }) : remove(id));
      }
      const posts = await Promise.all(
        names.flatMap((name, n) => {
          const [one, other] = [services[n % services.length], services[(n + 1) % services.length]];
          return [
            bodyOf((one ?? service).post('/api/1.3/posts', { headline: name })),
            bodyOf((other ?? service).post('/api/1.3/drafts', { headline: 'Page', ...amp(`/amp/${name}`) })),
          ];
        }),
      );
      expect(new Set(posts.map(({ amp_url }) => amp_url)).size).toBe(posts.length);
      for (const name of names) {
        const wanted = posts.filter(({ amp_url }) => amp_url === `${BASE_URL}/amp/${name}`);
        expect({ name, count: wanted.length }).toEqual({ name, count: 1 });
      }
    },
  );
});
