import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Field, ObjectType, Query, Resolver } from '@nestjs/graphql';
import { explain } from '../../src/bootstrap/fatal-errors.js';
import { RUNS_BEFORE } from '../../src/graphql/server/compiled-queries.plugin.js';
import { DeskModule, reads } from '../support/desk-module.js';
import { type Client, type Service, startService } from '../support/service.js';

const [POSTS, STEP, TRIES] = [100, 5, 3];

let service: Service;
/** Ids, the newest first. */
const ids: number[] = [];
beforeAll(async () => {
  service = await startService({ extension: { modules: [DeskModule] } });
  const authors: number[] = [];
  for (const first_name of ['Ann', 'Bob'])
    authors.push(
      (await service.post('/api/1.1/authors', { first_name, bio: first_name }).expect(200)).body.id,
    );
  const section = async (title: string, status: number): Promise<number> =>
    (await service.post('/api/1.3/sections', { title, url: title.toLowerCase(), status }).expect(200)).body
      .id;
  const open = await section('Open', 2);
  for (let start = 0; start < POSTS; start += STEP) {
    const sent = Array.from({ length: STEP }, (_, n) =>
      service
        .post('/api/1.3/posts', {
          ...{ headline: `Post ${start + n}`, created_ts: 1_700_000_000 - start - n, sections: [open] },
          ...{ tags: ['Arts', `Tag ${(start + n) % 3}`], roar_author_ids: [authors[n % 2]] },
        })
        .expect(200),
    );
    ids.push(...(await Promise.all(sent)).map(({ body }) => body.id));
  }
  const hidden = { headline: 'Hidden', sections: [await section('Staff', 1)], tags: ['Arts'] };
  await service.post('/api/1.3/posts', hidden).expect(200);
});
afterAll(() => service.stop());
beforeEach(() => {
  reads.length = 0;
});

const nobody = () => service.as(null);

interface Asked {
  readonly data: Record<string, Record<string, unknown>[]>;
  readonly extensions: { readonly cost: { readonly requested: number; readonly statements: number } };
}

async function ask(query: string, variables: object = {}, client: Client = nobody()): Promise<Asked> {
  const { body } = await client.post('/core/graphql', { query, variables }).set('x-graphql-cost', '1');
  expect(body.errors).toBeUndefined();
  return body;
}

/** Now and then, something is looked up again that is remembered for a while. */
async function leastStatements(...asked: Parameters<typeof ask>): Promise<number> {
  const counts: number[] = [];
  while (counts.length < TRIES) counts.push((await ask(...asked)).extensions.cost.statements);
  return Math.min(...counts);
}

describe('A field of posts', () => {
  const QUERY = 'query ($n: Int) { posts(slice: {limit: $n}) { shout } }';

  test('is read at once for all of them, though nothing else of them is asked for', async () => {
    const { data } = await ask(QUERY, { n: POSTS });
    expect(data.posts).toEqual(ids.map((_id, n) => ({ shout: `POST ${n}` })));
    expect(reads.map((read) => [...read])).toEqual([ids]);
    const counts = [await leastStatements(QUERY, { n: 1 }), await leastStatements(QUERY, { n: POSTS })];
    expect(counts[0]).toBe(counts[1]);
  });

  test('is read for each request anew, and once where it is asked for twice', async () => {
    const query = '{ a: posts(slice: {limit: 2}) { one: shout two: shout } }';
    for (let request = 1; request <= 2; request++) {
      await ask(query);
      expect(reads).toHaveLength(request);
    }
  });

  test('may be a post, of which is read what is asked for there', async () => {
    const query = `query ($n: Int) { posts(slice: {limit: $n}) {
      id title: neighbour(by: 0) { title } time: neighbour(by: 0) { publishedAt authors { title } } } }`;
    const { data } = await ask(query, { n: POSTS });
    expect(data.posts).toEqual(
      ids.map((id, n) => ({
        id,
        title: { title: `Post ${n}` },
        time: { publishedAt: 1_700_000_000 - n, authors: [{ title: (n % STEP) % 2 === 0 ? 'Ann' : 'Bob' }] },
      })),
    );
    const counts = [await leastStatements(query, { n: 1 }), await leastStatements(query, { n: POSTS })];
    expect(counts[0]).toBe(counts[1]);
  });

  test('that is a post is none that the reader may not see', async () => {
    const last = Math.max(...ids);
    const query = `{ posts(filters: {includedIds: [${last}]}) { neighbour { title } } }`;
    expect((await ask(query)).data.posts).toEqual([{ neighbour: null }]);
    expect((await ask(query, {}, service)).data.posts).toEqual([{ neighbour: { title: 'Hidden' } }]);
  });

  test('is kept with the answer for readers without a key, and for nobody else', async () => {
    const query = 'query Kept { posts(slice: {limit: 3}) { shout } }';
    const post = (client: Client) => client.post('/core/graphql', { query }).expect(200);
    const [one, other] = [await post(nobody()), await post(nobody())];
    expect(reads).toHaveLength(1);
    expect([other.body, other.headers.age]).toEqual([one.body, '1']);
    await post(service);
    expect(reads).toHaveLength(2);
  });

  test('is the same in a query that is compiled', async () => {
    const query =
      'query ($n: Int) { posts(slice: {limit: $n}) { id shout neighbour(by: 0) { title } fewNotes { number } } }';
    const first = await ask(query, { n: 7 });
    for (let run = 0; run < RUNS_BEFORE + 2; run++)
      expect((await ask(query, { n: 7 })).data).toEqual(first.data);
    reads.length = 0;
    await ask(query, { n: 7 });
    expect(reads).toHaveLength(1);
  });
});

test('Authors and sections have fields of an extension, too', async () => {
  const { data } = await ask(
    '{ posts(slice: {limit: 1}) { authors { id badge } regularSections { id badge } } }',
  );
  const [{ authors, regularSections } = {}] = data.posts ?? [];
  const badges = (kind: string, items: unknown) =>
    (items as { id: number; badge: string }[]).map(({ id, badge }) => badge === `${kind} ${id}`);
  expect([badges('author', authors), badges('section', regularSections)]).toEqual([[true], [true]]);
});

describe('A query of an extension', () => {
  const QUERY = `query ($n: Int) { deskPosts(tag: "arts", slice: {limit: $n}) {
    title shout authors { title subtitle } regularTags { title } regularSections { title image { id } } } }`;

  test.each([
    ['nobody', nobody],
    ['a key', () => service],
  ])(
    'lists posts with all that is theirs, in as many statements for a hundred as for one, for %s',
    async (_who, who) => {
      const { data } = await ask(QUERY, { n: POSTS }, who());
      expect(data.deskPosts).toHaveLength(POSTS);
      expect(data.deskPosts?.find(({ title }) => title === 'Post 3')).toMatchObject({
        authors: [{ title: 'Bob', subtitle: 'Bob' }],
        regularSections: [{ title: 'Open', image: null }],
      });
      const counts = [
        await leastStatements(QUERY, { n: 1 }, who()),
        await leastStatements(QUERY, { n: POSTS }, who()),
      ];
      expect(counts[0]).toBe(counts[1]);
    },
  );

  test('shows nobody what is private', async () => {
    const query = '{ deskPosts(slice: {limit: 1}) { title } }';
    expect((await ask(query)).data.deskPosts).toEqual([{ title: 'Post 0' }]);
    expect((await ask(query, {}, service)).data.deskPosts).toEqual([{ title: 'Hidden' }]);
  });
});

test('A query of an extension is for those who hold the rights that it requires, and else for nobody', async () => {
  const [editor, reader] = [
    await service.createAuthorWithKey('Editor'),
    await service.createAuthorWithKey('Reader'),
  ];
  const codeFor = async (client: Client) => {
    const { body } = await client.post('/core/graphql', { query: '{ deskPlans }' }).expect(200);
    return body.errors ? body.errors[0].extensions.code : body.data.deskPlans;
  };
  expect(await codeFor(editor.client)).toBe('secret');
  expect(await codeFor(reader.client)).toBe('forbidden');
  expect(await codeFor(nobody())).toBe('key-missing');
  const undeclared = { query: '{ deskUndeclared }' };
  const { body } = await editor.client.post('/core/graphql', undeclared).expect(200);
  expect(body.errors[0]).toMatchObject({
    message: expect.stringContaining('@Requires'),
    extensions: { code: 'forbidden' },
  });
});

describe('A list of an extension counts', () => {
  const costOf = async (query: string) => (await ask(query)).extensions.cost.requested;

  test('as a hundred when it says nothing, as long as it says, or as its limit', async () => {
    expect(await costOf('{ deskNotes { number } }')).toBe(101);
    expect(await costOf('{ deskNotes(limit: 3) { number } }')).toBe(4);
    expect(await costOf('{ deskPosts { id } }')).toBe(11);
    expect(await costOf('{ posts(slice: {limit: 2}) { notes { number } } }')).toBe(1 + 2 * 101);
    expect(await costOf('{ posts(slice: {limit: 2}) { fewNotes { number } } }')).toBe(1 + 2 * 3);
  });

  test('so that none is without a limit', async () => {
    const number = Array.from({ length: 20 }, (_, n) => `n${n}: number`).join(' ');
    const query = `{ posts(slice: {limit: 100}) { notes { ${number} } } }`;
    const { body } = await nobody().post('/core/graphql', { query }).expect(400);
    expect(body.errors[0].extensions).toMatchObject({ code: 'query-too-large', what: 'cost' });
    await nobody().post('/core/graphql', { query: '{ deskNotes(limit: 1000000) { number } }' }).expect(400);
  });
});

describe('The service does not start, and says why, with', () => {
  class Named {
    name!: string;
  }
  class Twice extends Named {}
  class Empty extends Named {}
  Field(() => String)(Twice.prototype, 'name');
  ObjectType('Post')(Twice);
  ObjectType('DeskEmpty')(Empty);

  test.each([
    ['a type of a name that is taken', 'deskPost', () => Twice, /multiple types named "Post"/],
    ['a type without fields', 'deskEmpty', () => Empty, /Type DeskEmpty must define one or more fields/],
    ['a class that is no type', 'deskClass', () => Named, /type for the "answer"/],
    ['a query of a name that is none', 'desk-post', () => String, /"desk-post" does not/],
    ['a query of a name that is taken', 'posts', () => String, /same name "posts"/],
  ])('%s', async (_name, name, type, message) => {
    class Queries {
      answer(): null {
        return null;
      }
    }
    Resolver()(Queries);
    const method = Object.getOwnPropertyDescriptor(Queries.prototype, 'answer');
    Query(type, { name })(Queries.prototype, 'answer', Object(method));
    const modules = [{ module: Named, providers: [Queries] }];
    const told = await startService({ extension: { modules } }).catch(explain);
    expect(told).toMatch(message);
    expect(told).toMatch(/^The resolvers make no GraphQL schema: .*$/);
  });
});
