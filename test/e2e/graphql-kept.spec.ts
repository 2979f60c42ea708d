import type { ApolloServerPlugin, GraphQLRequestContextWillSendResponse } from '@apollo/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Plugin } from '@nestjs/apollo';
import { Module } from '@nestjs/common';
import { ArticleListsService } from '../../src/modules/articles/listing/article-lists.service.js';
import { SectionsService } from '../../src/modules/sections/sections.service.js';
import { statementsOf } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

const PATH = '/core/graphql';
const ALL = `{ posts(slice: {limit: 100}) { id title subtitle authors { title } image { altText crops { href } }
  primarySections { title } regularSections { title } regularTags { title } } sections { title path } }`;
const MANY = 12;

/** Sees requests before they are answered, and changes answers when it is told to. */
@Plugin()
class ExtensionPlugin implements ApolloServerPlugin {
  number: number | null = null;
  private awaited = 0;
  private arrived: () => void = () => undefined;

  /** When so many more requests are about to be answered. */
  requests(count: number): Promise<void> {
    this.awaited = count;
    return new Promise((resolve) => (this.arrived = resolve));
  }

  requestDidStart() {
    const numbered = ({ response: { body } }: GraphQLRequestContextWillSendResponse<object>) => {
      if (this.number !== null && body.kind === 'single')
        body.singleResult.extensions = { number: this.number++ };
      return Promise.resolve();
    };
    const didResolveOperation = () => {
      if (--this.awaited === 0) setImmediate(this.arrived);
      return Promise.resolve();
    };
    return Promise.resolve({ willSendResponse: numbered, didResolveOperation });
  }
}

@Module({ providers: [ExtensionPlugin] })
class ExtensionModule {}

let service: Service;
let lists: ArticleListsService;
let plugin: ExtensionPlugin;
/** The time that caches go by stands still. */
let time = performance.now();
beforeAll(async () => {
  service = await startService({
    environment: { SCHEDULER: 'off' },
    extension: { modules: [ExtensionModule] },
  });
  lists = service.app.get(ArticleListsService);
  plugin = service.app.get(ExtensionPlugin);
});
beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => time);
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => service.stop());

const id = async (path: string, fields: object): Promise<number> =>
  (await service.post(`/api/${path}`, fields).expect(200)).body.id;
const publish = (fields: object = {}) => id('1.3/posts', { headline: 'A post', ...fields });

const post = (query: string, more: object = {}) => service.as(null).post(PATH, { query, ...more });
const get = (query: string) => service.as(null).get(`${PATH}?query=${encodeURIComponent(query)}`);
const keyed = (query: string) => service.post(PATH, { query });

/** How often posts are looked for. */
async function lookUpsDuring(work: () => Promise<unknown>): Promise<number> {
  const looked = jest.spyOn(lists, 'posts');
  await work();
  const { length: times } = looked.mock.calls;
  looked.mockRestore();
  return times;
}

/** Asks so often at a time that all wait for the first look-up. @returns how many look-ups there were */
async function lookUpsOf(count: number, ask: (n: number) => Promise<unknown>): Promise<number> {
  const all = plugin.requests(count);
  const find = lists.posts.bind(lists) as (...asked: unknown[]) => Promise<never[]>;
  const looked = jest.spyOn(lists, 'posts').mockImplementation(async (...asked: unknown[]) => {
    await all;
    return find(...asked);
  });
  await Promise.all(Array.from({ length: count }, (_, n) => ask(n)));
  const { length: times } = looked.mock.calls;
  looked.mockRestore();
  return times;
}

describe('An answer for readers without a key', () => {
  test('is kept, for GET and POST alike, but for a second at most', async () => {
    await publish();
    const made = await post(ALL).expect(200);
    expect(made.headers.age).toBeUndefined();
    const statements = await statementsOf(service, async () => {
      for (const kept of [await post(ALL).expect(200), await get(ALL).expect(200)]) {
        expect(kept.text).toBe(made.text);
        // Other caches count this second, so that nobody sees what is older than before.
        expect(kept.headers.age).toBe('1');
      }
    });
    expect(statements).toEqual([]);
    time += 1001;
    expect(await lookUpsDuring(() => post(ALL))).toBe(1);
  });

  test('is sent as when it was made', async () => {
    const query = `query Sent ${ALL}`;
    const headersOf = ({ headers }: { readonly headers: Record<string, string> }) =>
      ['etag', 'cache-control', 'content-type', 'vary'].map((name) => headers[name]);
    const [made, kept] = [await get(query).expect(200), await get(query).expect(200)];
    expect(headersOf(kept)).toEqual(headersOf(made));
    expect(kept.headers['x-request-id']).not.toBe(made.headers['x-request-id']);
    await get(query).set('if-none-match', String(made.headers.etag)).expect(304);
    const newer = await post(query).set('accept', 'application/graphql-response+json').expect(200);
    expect(newer.headers).toMatchObject({
      'content-type': 'application/graphql-response+json; charset=utf-8',
      'cache-control': 'no-store',
      age: '1',
    });
  });

  test('is made once for all who ask for it at a time', async () => {
    const query = `query Together ${ALL}`;
    const texts = new Set<string>();
    const ask = async (n: number) => texts.add((await (n % 2 ? get(query) : post(query)).expect(200)).text);
    expect([await lookUpsOf(MANY, ask), texts.size]).toEqual([1, 1]);
  });

  test('is the one of the same variables, in whatever order, and operation', async () => {
    const query = `query A($f: PostsFilters, $s: PostsSlice) { posts(filters: $f, slice: $s) { id } }
      query B { posts(slice: {limit: 1}) { title } }`;
    const [one, two] = [await publish(), await publish()];
    const ask = (more: object) => post(query, more).expect(200);
    const idsOf = async (more: object) =>
      (await ask(more)).body.data.posts.map(({ id }: { readonly id: number }) => id);
    const filters = { includedIds: [one], excludedIds: [two] };
    const reversed = { excludedIds: [two], includedIds: [one] };
    const of = (f: object, s: unknown = { limit: 5 }) => ({ operationName: 'A', variables: { f, s } });
    expect(await idsOf(of(filters))).toEqual([one]);
    const same = { ...of(reversed), variables: { s: { limit: 5 }, f: reversed } };
    expect(await statementsOf(service, () => ask(same))).toEqual([]);
    expect(await idsOf(of({ includedIds: [two], excludedIds: [one] }))).toEqual([two]);
    expect((await ask({ ...of(filters), operationName: 'B' })).body.data.posts).toEqual([
      { title: 'A post' },
    ]);
    expect(await idsOf(of(filters, { limit: null }))).toEqual([one]);
    // A value without a form in JSON is not null.
    const huge = JSON.stringify({ query, ...of(filters, { limit: 0 }) }).replace(
      '"limit":0',
      '"limit":1e999',
    );
    const { body } = await service.as(null).post(PATH).set('content-type', 'application/json').send(huge);
    expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('is changed by plugins of extensions each time', async () => {
    const query = `query Numbered ${ALL}`;
    plugin.number = 1;
    try {
      const [made, kept] = [await post(query).expect(200), await post(query).expect(200)];
      expect(made.body.extensions).toEqual({ number: 1 });
      expect(kept.body).toEqual({ data: made.body.data, extensions: { number: 2 } });
    } finally {
      plugin.number = null;
    }
  });
});

describe('Nobody with a key', () => {
  test('is given what is kept for those without, nor are they given theirs', async () => {
    const hidden = await id('1.3/sections', { title: 'Vault', url: 'vault', status: 1 });
    await publish({ headline: 'Secret', sections: [hidden] });
    const query = `query Hidden ${ALL}`;
    const reader = await service.createAuthorWithKey('Editor');
    for (let round = 0; round < 2; round++) {
      const [open, all] = [await post(query).expect(200), await keyed(query).expect(200)];
      expect([open.text.includes('Secret'), open.text.includes('Vault')]).toEqual([false, false]);
      expect([all.text.includes('Secret'), all.text.includes('Vault')]).toEqual([true, true]);
      expect([all.headers.age, all.headers['cache-control']]).toEqual([undefined, 'no-store']);
      expect((await reader.client.post(PATH, { query }).expect(200)).text).toContain('Secret');
    }
    expect(await lookUpsDuring(() => keyed(query))).toBe(1);
    await service.as('wrong').post(PATH, { query }).expect(401);
  });

  test('waits for the answer of those without, nor they for theirs', async () => {
    const query = `query AtOnce ${ALL}`;
    const seen: boolean[] = [];
    const ask = async (n: number) => {
      const { text } = await (n % 2 ? keyed(query) : post(query)).expect(200);
      seen[n] = text.includes('Secret');
    };
    expect(await lookUpsOf(MANY, ask)).toBe(1 + MANY / 2);
    expect(seen).toEqual(Array.from({ length: MANY }, (_, n) => n % 2 === 1));
  });
});

describe('Not kept is', () => {
  const twice = (work: () => Promise<unknown>) => lookUpsDuring(async () => [await work(), await work()]);

  test('an answer with an error', async () => {
    const query = '{ posts { id } sections(filters: {includedIds: ["x"]}) { title } }';
    expect(await twice(() => post(query))).toBe(0);
    const sections = jest.spyOn(service.app.get(SectionsService), 'find');
    const partly = '{ posts(slice: {limit: -1}) { id } sections { title } }';
    const ask = async () => (await post(partly)).body.errors.length;
    expect([await ask(), await ask(), sections.mock.calls.length]).toEqual([1, 1, 2]);
    sections.mockClear();
    // Requests that wait for a response that fails send their own.
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    expect(sections).toHaveBeenCalledTimes(3);
  });

  test('what failed for once', async () => {
    const query = `query Once ${ALL}`;
    const failing = jest.spyOn(lists, 'posts').mockRejectedValueOnce(new Error('away'));
    const { body } = await post(query);
    expect(body.errors).toHaveLength(1);
    expect((await post(query).expect(200)).body.errors).toBeUndefined();
    expect(failing).toHaveBeenCalledTimes(2);
  });

  test('what a query costs', async () => {
    const query = `query Cost ${ALL}`;
    await post(query).expect(200);
    const told = () => post(query).set('x-graphql-cost', '1').expect(200);
    expect(await twice(told)).toBe(2);
    expect((await told()).body.extensions.cost.statements).toBeGreaterThan(0);
    expect((await post(query)).body.extensions).toBeUndefined();
  });

  test('an answer that tells of the schema', async () => {
    const query = `{ ...f } fragment f on Query { __schema { queryType { name } } posts { id __typename } }`;
    expect(await twice(() => post(query).expect(200))).toBe(2);
    const kept = '{ posts { id __typename } __typename }';
    expect(await twice(() => post(kept).expect(200))).toBe(1);
  });
});

describe('Of large answers', () => {
  /** Half a megabyte. */
  const TEXT = 'many words '.repeat(50_000);
  let article: number;
  beforeAll(async () => {
    article = await publish({ headline: 'Long', body: `<p>${TEXT}</p>` });
  });
  const texts = (count: number, name = 'a') =>
    `{ posts(filters: {includedIds: [${article}]}) { content { tree { ... on MediaContentNode {
      ${Array.from({ length: count }, (_, n) => `${name}${n}: html`).join(' ')} } } } } }`;

  test('those of more than four megabytes are made once for all who wait, and not kept', async () => {
    const large = () => post(texts(4)).expect(200);
    expect(await lookUpsOf(MANY, large)).toBe(1);
    expect(await lookUpsDuring(large)).toBe(1);
  });

  test('so many are kept as have room', async () => {
    const ask = (n: number) => post(texts(3, `t${n}_`)).expect(200);
    for (let n = 0; n < MANY; n++) await ask(n);
    expect(await lookUpsDuring(() => ask(MANY - 1))).toBe(0);
    expect(await lookUpsDuring(() => ask(0))).toBe(1);
  });
});
