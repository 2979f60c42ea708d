/**
 * With a copy of graphql-js for itself, loaded as in production (below), and timers for itself.
 *
 * @jest-environment ./test/runner/own-realm.mjs
 */
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ABUSIVE, EVERYTHING, nested, OF_IDS, times } from '../support/graphql-abuse.js';
import type { Service } from '../support/service.js';

// As the container runs it: in development graphql-js looks twice at every
// value, which here takes most of the time.
process.env.NODE_ENV = 'production';
const { Deadline } = await import('../../src/graphql/limits/deadline.js');
const { MAX_COST } = await import('../../src/graphql/limits/query-cost.js');
const { DOCUMENT_LIMITS } = await import('../../src/graphql/limits/document-size.js');
const { ArticleListsService } = await import('../../src/modules/articles/listing/article-lists.service.js');
const { SectionsService } = await import('../../src/modules/sections/sections.service.js');
const { startService } = await import('../support/service.js');

/** CPU that a refusal may take; on a slow or busy machine, some times what a plain query takes. */
const MAX_MS = 10;
const MAX_RATIO = 4;
const REPETITIONS = 7;
const ROUNDS = 6;
const PLAIN = '{posts{title}}';

let service: Service;
let url: string;
beforeAll(async () => {
  service = await startService();
  url = `${await service.app.getUrl()}/core/graphql`;
  await service.post('/api/1.3/posts', { headline: 'Post' }).expect(200);
});
afterAll(() => service.stop());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

type Fields = Readonly<Record<string, unknown>>;
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: unknown;
  readonly errors: readonly { readonly message: string; readonly extensions: Fields }[];
  readonly extensions?: {
    readonly cost?: Readonly<Record<'requested' | 'limit' | 'statements' | 'ms', number>>;
  };
}

async function send(
  body: RequestInit['body'] = null,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const sent = { 'content-type': 'application/json', ...more };
  const answer = await fetch(url, { method: 'POST', headers: sent, body });
  const [{ status, headers }, text] = [answer, await answer.text()];
  return { data: null, errors: [], ...(JSON.parse(text) as object), status, headers, text };
}
const ask = (fields: object, headers = {}) => send(JSON.stringify(fields), headers);

async function expectAlive(): Promise<void> {
  const { status, data } = await ask({ query: PLAIN });
  expect({ status, data }).toEqual({ status: 200, data: { posts: [{ title: 'Post' }] } });
}

/** Median of the CPU time of this process, which is the service and its client. */
async function medianMs(fields: { readonly query: string }): Promise<number> {
  const taken: number[] = [];
  while (taken.length < REPETITIONS) {
    // With a comment of its own each, so that no document is remembered.
    const body = JSON.stringify({ ...fields, query: `${fields.query}#${salt++}` });
    const before = process.cpuUsage();
    await send(body);
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1000);
  }
  return taken.sort((one, other) => one - other)[Math.floor(REPETITIONS / 2)] ?? Infinity;
}
let salt = 0;

describe('Refused at little cost:', () => {
  test.each(ABUSIVE)('%s', async (_name, fields) => {
    const { status, data, errors } = await ask(fields);
    expect(String(status)).toMatch(/^(200|4\d\d)$/);
    expect([null, { posts: null }]).toContainEqual(data);
    expect(errors).not.toHaveLength(0);
    const code = expect.stringMatching(/^[\w-]+$/);
    for (const error of errors)
      expect(error).toMatchObject({ message: expect.stringMatching(/\S/), extensions: { code } });
    let isLittle = false;
    const medians: number[] = [];
    for (let round = 0; round < ROUNDS && !isLittle; round++) {
      const [plain, refused] = [await medianMs({ query: PLAIN }), await medianMs(fields)];
      medians.push(refused);
      isLittle = refused < Math.max(MAX_MS, MAX_RATIO * plain);
    }
    expect({ medians, isLittle }).toEqual({ medians, isLittle: true });
    await expectAlive();
  });
});

describe('A query may have', () => {
  const FIELDS =
    `id title subtitle breadcrumbTitle slug path status linkOut{target} video{href} pages{web{href}}
    image{id title credit altText} `.repeat(3);
  const spreadFields = (FIELDS.match(/\w+/g) ?? []).length;
  /** Queries for each limit, which have so many, or a few more. */
  const SIZED: Readonly<Record<keyof typeof DOCUMENT_LIMITS, (count: number) => string>> = {
    definitions: (count) => times(count, (n) => `query q${n}{__typename}`),
    variables: (count) =>
      `query q0(${times(count, (n) => `$v${n}:Int`)}){posts(filters:{includedIds:[${times(count, (n) => `$v${n}`)}]}){id}}`,
    depth: (count) => `{__schema{types{fields{type{${nested(count - 5, 'ofType{', 'name')}}}}}}`,
    fields: (count) => {
      const spreads = Math.floor((count - spreadFields) / (spreadFields + 1));
      const rest = '__typename '.repeat(count - spreadFields - spreads * (spreadFields + 1));
      return `{${rest} ${times(spreads, (n) => `a${n}:sections{...f}`)}} fragment f on Section{${FIELDS}}`;
    },
    spreads: (count) => `{${nested(count, '...{')}}`,
    aliases: (count) => `{${times(count, (n) => `a${n}:__typename`)}}`,
    directives: (count) => `{${'__typename @include(if:true) '.repeat(count)}}`,
    repeats: (count) => `{${'__typename '.repeat(Math.ceil(Math.sqrt(count)))}}`,
  };

  test.each(Object.entries(DOCUMENT_LIMITS) as [keyof typeof SIZED, number][])(
    'no more %s than %d',
    async (what, limit) => {
      const operationName = what === 'definitions' ? 'q0' : null;
      const largest = await ask({ query: SIZED[what](limit), operationName });
      expect(largest).toMatchObject({ status: 200, errors: [], data: expect.any(Object) });
      expectTooLarge(await ask({ query: SIZED[what](limit + 1), operationName }), what, limit);
    },
  );

  test('as many tokens as the service reads, and no more', async () => {
    const query = (count: number) => `{posts(filters:{includedIds:[${'1 '.repeat(count - 16)}]}){id}}`;
    expect(await ask({ query: query(2000) })).toMatchObject({ status: 200, errors: [] });
    const { errors, data } = await ask({ query: query(2001) });
    expect([data, errors]).toMatchObject([null, [{ message: expect.stringMatching(/2000 tokens/) }]]);
  });

  test('variables with lists of 1000 entries, of which 100 differ', async () => {
    const asked = (length: number, values: number) =>
      ask({ query: OF_IDS, variables: { ids: Array.from({ length }, (_, n) => 1 + (n % values)) } });
    expect(await asked(1000, 100)).toMatchObject({ data: { posts: [{ id: 1 }] }, errors: [] });
    const [{ errors, data }, many] = [await asked(101, 101), await asked(1001, 1)];
    expect([data, errors]).toMatchObject([{ posts: null }, [{ message: expect.stringMatching(/\b100\b/) }]]);
    expectTooLarge(many, 'entries', 1000);
  });

  test('variables of 50,000 characters', async () => {
    const query = 'query ($tags: [String]) { posts(filters: { excludedTags: $tags }) { id } }';
    const asked = (length: number) =>
      ask({ query, variables: { tags: Array.from({ length }, (_, n) => `tag ${n}`.padEnd(1000, 'ø')) } });
    expect(await asked(50)).toMatchObject({ data: { posts: [{ id: 1 }] }, errors: [] });
    expectTooLarge(await asked(51), 'characters', 50_000);
  });

  test('variables of 1000 levels, also in a URL', async () => {
    const url = (levels: number) => {
      const variables = `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
      return `/core/graphql?query={__typename}&variables=${variables.replaceAll('"', '%22')}`;
    };
    for (const levels of [1001, 7000]) {
      const { body } = await service.as(null).get(url(levels)).expect(400);
      expect(body.errors).toMatchObject([{ extensions: { code: 'query-too-large', what: 'levels' } }]);
    }
    await service.as(null).get(url(1000)).expect(200);
  });

  test('a cost, which is told to those who ask', async () => {
    const query = (count: number) =>
      `{${times(count, (n) => `a${n}:posts(slice:{limit:100}){${EVERYTHING}}`)}}`;
    const costOf = async (count: number) =>
      (await ask({ query: query(count) }, { 'x-graphql-cost': '1' })).extensions?.cost;
    const { requested = 0, limit, statements, ms } = (await costOf(1)) ?? {};
    expect([limit, statements, ms]).toEqual([MAX_COST, expect.any(Number), expect.any(Number)]);
    expect(statements).toBeGreaterThan(0);
    const most = Math.floor(MAX_COST / requested);
    const largest = await ask({ query: query(most) });
    expect(largest).toMatchObject({ status: 200, errors: [] });
    expect(largest.extensions).toBeUndefined();
    expect(await costOf(most)).toMatchObject({ requested: most * requested });
    const over = await ask({ query: query(most + 1) });
    expectTooLarge(over, 'cost', MAX_COST);
    expect(over.errors[0]?.extensions.requested).toBe((most + 1) * requested);
  });

  test('a list of so many sections, once it is known how many there are', async () => {
    const sections = service.app.get(SectionsService);
    const all = await sections.find({});
    jest.spyOn(sections, 'find').mockResolvedValue(Array.from({ length: 2000 }, () => all).flat());
    const query = (count: number) => `{${times(count, (n) => `a${n}:sections{id image{crops{size href}}}`)}}`;
    expect(await ask({ query: query(1) })).toMatchObject({ status: 200, errors: [] });
    const { data, errors } = await ask({ query: query(3) });
    expect(Object.values(data as object).map((one) => one === null)).toEqual([false, true, true]);
    for (const { extensions } of errors)
      expect(extensions).toMatchObject({ code: 'query-too-large', what: 'cost', limit: MAX_COST });
    expect(errors).toHaveLength(2);
  });

  test('an answer of so many characters', async () => {
    const long = { headline: 'Long', body: `<p>${'many words '.repeat(2e5)}</p>` };
    const { body } = await service.post('/api/1.3/posts', long).expect(200);
    const html = `...on MediaContentNode{${times(40, (n) => `a${n}:html`)}}`;
    const query = `{posts(filters:{includedIds:[${body.id}]}){content{tree{${html}}}}}`;
    const { status, data, errors } = await ask({ query });
    await service.delete(`/api/1.3/posts/${body.id}`).expect(200);
    const named = { message: expect.stringMatching(/\d/), extensions: { code: expect.any(String) } };
    expect({ status, data, errors }).toMatchObject({ status: 413, data: null, errors: [named] });
  });

  test('an answer of so many characters, those of its names included', async () => {
    const tags = Array.from({ length: 40 }, (_, n) => `Tag ${n}`);
    const { body } = await service.post('/api/1.3/posts', { headline: 'Tagged', tags }).expect(200);
    const query = (count: number) =>
      `{${times(count, (n) => `a${n}:posts{...f}`)}} fragment f on Post{regularTags{${'a'.repeat(80_000)}:id}}`;
    const [some, many] = [await ask({ query: query(2) }), await ask({ query: query(24) })];
    await service.delete(`/api/1.3/posts/${body.id}`).expect(200);
    expect([some.status, many.status]).toEqual([200, 413]);
  });

  test('a body of so many bytes, also one that is packed', async () => {
    const large = `{"query":"{__typename}${' '.repeat(3e6)}"}`;
    for (const answer of [await send(large), await send(gzipSync(large), { 'content-encoding': 'gzip' })]) {
      expect(answer).toMatchObject({ status: 413, errors: [{ extensions: { code: 'body-too-large' } }] });
      expect(answer.errors[0]?.message).toMatch(/\d/);
    }
  });
});

/** The refusal names what there is too much of, and the limit. */
function expectTooLarge({ status, data, errors }: Answer, what: string, limit: number): void {
  const [error, ...more] = errors;
  expect({ status, data, more }).toEqual({ status: 400, data: null, more: [] });
  const named = { code: 'query-too-large', what: expect.stringContaining(what), limit };
  expect(error).toMatchObject({ message: expect.stringMatching(`\\b${limit}\\b`), extensions: named });
  expect(error?.extensions.requested).toBeGreaterThan(limit);
}

describe('A query that fails', () => {
  const reader = () => jest.spyOn(service.app.get(ArticleListsService), 'posts');

  test('because it takes too long is answered in time, and can be asked again', async () => {
    const doNotFake = ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] as const;
    jest.useFakeTimers({ doNotFake: [...doNotFake] });
    const ended = jest.spyOn(Deadline.prototype, 'clear');
    const posts = reader();
    const isAsked = new Promise<void>((asked) => {
      posts.mockImplementation(() => {
        asked();
        return new Promise(() => undefined);
      });
    });
    const answer = ask({ query: '{posts{id} sections{id}}' });
    await isAsked;
    jest.advanceTimersByTime(60_000);
    const { status, headers, data, errors } = await answer;
    expect({ status, data, errors }).toMatchObject({
      status: 503,
      data: null,
      errors: [{ message: expect.stringMatching(/\S/), extensions: { code: 'takes-too-long' } }],
    });
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(headers.get('cache-control')).toBe('no-store');
    posts.mockRestore();
    await expectAlive();
    // The deadline of a request that was answered in time does not come.
    jest.advanceTimersByTime(60_000);
    expect(ended.mock.contexts).toMatchObject([{ hasPassed: true }, { hasPassed: false }]);
  });

  test('by a defect says no more than that', async () => {
    reader().mockRejectedValue(new Error('SELECT secret FROM /srv/service/secret.ts'));
    const { status, headers, text, data, errors } = await ask({ query: '{posts{id} sections{id}}' });
    expect({ status, data }).toEqual({ status: 200, data: { posts: null, sections: [] } });
    expect(errors).toEqual([
      expect.objectContaining({ path: ['posts'], extensions: { code: 'internal-error' } }),
    ]);
    expect(text).not.toMatch(/secret|SELECT|stack|srv/);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('for a null where there may be none says so, however often it is asked', async () => {
    const query = 'query($ids:[Int]){sections(filters:{includedIds:$ids}){id}}';
    for (let run = 0; run < 20; run++) {
      const { data, errors } = await ask({ query, variables: { ids: null } });
      expect([data, errors]).toMatchObject([
        { sections: null },
        [{ extensions: { code: 'BAD_USER_INPUT' } }],
      ]);
    }
  });

  test('for the same reason as in REST has its code', async () => {
    const { body } = await service.get('/api/1.3/posts?limit=-1').expect(400);
    const { errors } = await ask({ query: '{posts(slice:{limit:-1}){id}}' });
    expect(errors[0]?.extensions.code).toBe(body.code);
  });
});
