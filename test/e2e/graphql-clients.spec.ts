import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ApolloClient } from '@apollo/client';
import { COUNT, type PostsOfWebApp, startPostsOfWebApp } from '../support/web-app-posts.js';
import { generateWebApp, type WebApp } from '../support/web-app.js';

interface Post {
  readonly id: number;
  readonly title: string;
  readonly image: { readonly credit: string } | null;
  readonly regularTags?: readonly { readonly title: string }[];
}

/** The modules of examples/web-app, which have the same functions of different clients. */
interface Module<C> {
  createClient(url: string): C;
  allPosts(client: C): Promise<readonly Post[]>;
  postAt(client: C, url: string): Promise<Post | null>;
  postsWith(client: C, phrase: string): Promise<readonly Post[]>;
}

let app: WebApp;
let site: PostsOfWebApp;
beforeAll(async () => {
  app = await generateWebApp();
  site = await startPostsOfWebApp();
});
afterAll(async () => {
  app.remove();
  await site.service.stop();
});

/** Warnings of a library about wrong use. */
const complaints: unknown[][] = [];
beforeEach(() => {
  complaints.length = 0;
  for (const kind of ['warn', 'error'] as const)
    jest.spyOn(console, kind).mockImplementation((...words: unknown[]) => void complaints.push(words));
});
afterEach(() => {
  jest.restoreAllMocks();
  expect(complaints).toEqual([]);
});

const idsOf = (posts: readonly Post[]) => posts.map(({ id }) => id);

describe.each(['apollo.ts', 'urql.ts'])('examples/web-app/src/%s', (module) => {
  let web: Module<unknown>;
  let client: unknown;
  beforeAll(async () => {
    web = await app.load(module);
  });
  beforeEach(() => {
    client = web.createClient(site.graphqlUrl);
  });

  test('pages through all posts', async () => {
    const posts = await web.allPosts(client);
    expect(idsOf(posts)).toEqual(site.ids);
    expect(posts).toHaveLength(COUNT);
  });

  test('opens a post by its URL, and by the one that it had before', async () => {
    const { id, url, formerUrl } = site.bridge;
    for (const address of [url, formerUrl])
      expect(await web.postAt(client, address)).toMatchObject({
        id,
        title: 'The bridge is open',
        regularSections: [{ title: 'News' }],
        content: {
          tree: expect.arrayContaining([expect.objectContaining({ html: '<p>It is 400 m long.</p>' })]),
        },
      });
    expect(await web.postAt(client, `${url}/nothing`)).toBeNull();
  });

  test('finds posts by a phrase', async () => {
    expect(idsOf(await web.postsWith(client, 'open bridge'))).toEqual([site.bridge.id]);
    expect(await web.postsWith(client, 'nowhere')).toEqual([]);
  });

  test('keeps apart what two posts say of one image and of one tag', async () => {
    await web.allPosts(client);
    const opened = await Promise.all(site.harbour.map((url) => web.postAt(client, url)));
    const again = await Promise.all(site.harbour.map((url) => web.postAt(client, url)));
    for (const posts of [opened, again]) {
      expect(posts.map((post) => post?.image?.credit)).toEqual(['Ann Lee', 'Paul Berry']);
      expect(posts.map((post) => post?.regularTags?.[0]?.title)).toEqual(['Port Amber', 'port amber']);
    }
    const [one] = (await web.allPosts(client)).filter(({ title }) => title === 'The harbour');
    expect(one?.image?.credit).toBe('Ann Lee');
  });
});

test('the cache of Apollo has each post, author and section once', async () => {
  const web = await app.load<Module<ApolloClient>>('apollo.ts');
  const client = web.createClient(site.graphqlUrl);
  await web.allPosts(client);
  await web.postAt(client, site.bridge.url);
  const keys = Object.keys(client.cache.extract() as object);
  const sections = keys.filter((key) => key.startsWith('Section:'));
  expect(keys.filter((key) => key.startsWith('Post:'))).toHaveLength(COUNT);
  expect([sections.length, keys.filter((key) => key.startsWith('Author:'))]).toEqual([1, ['Author:1']]);
});
