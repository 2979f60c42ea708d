import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { RUNS_BEFORE } from '../../src/graphql/server/compiled-queries.plugin.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { AuthorsService } from '../../src/modules/authors/authors.service.js';
import { SectionsService } from '../../src/modules/sections/sections.service.js';
import { Database } from '../../src/platform/database/database.js';
import { createImages } from '../support/images.js';
import { ok } from '../support/picture-client.js';
import { type Client, type Service, startService } from '../support/service.js';

const LENGTHS = [1, 10, 100];
const [POSTS, AUTHORS, SECTIONS, IMAGES, MANY] = [105, 8, 100, 6, 120];
const [MAX_STATEMENTS, STEP, TRIES] = [12, 5, 3];
const TIME = 1_700_000_000;

const PAGES = 'pages { web { href } amp { href } }';
const IMAGE = 'image { id title credit altText flags crops(sizes: ["600x400"]) { size href } }';
const PARTICLE = `title subtitle breadcrumbTitle video { href } linkOut { target ${PAGES} } ${PAGES} ${IMAGE}`;
const SECTION = `{ id slug path status ${PARTICLE} }`;
const TAG = `{ id slug title ${PAGES} }`;
const CONTENT = `content { rootRef tree { ref parentRef
  ... on GroupContentNode { adsOrder layout { kind ... on ListicleContentLayout { listicle: flags numeration { order } }
    ... on SlideshowContentLayout { slideshow: flags numeration { order } } } }
  ... on ParticleContentNode { id ${PARTICLE} }
  ... on MediaContentNode { kind code html amp: html(device: AMP) } } }`;
/** Every edge of a post, and every field on each of them. */
const EVERYTHING = `id publishedAt ${PARTICLE} ${CONTENT} authors { id ${PARTICLE} }
  primarySections ${SECTION} regularSections ${SECTION} primaryTags ${TAG} regularTags ${TAG}`;

const QUERIES = {
  posts: 'query ($s: PostsSlice, $f: PostsFilters) { posts(slice: $s, filters: $f) { FIELDS } }',
  authors: 'query ($s: AuthorsSlice, $f: AuthorsFilters) { authors(slice: $s, filters: $f) { FIELDS } }',
  sections: 'query ($f: SectionsFilters) { sections(filters: $f) { FIELDS } }',
} as const;
type Root = keyof typeof QUERIES;
interface Answer {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly statements: number;
}

let service: Service;
/** Ids: of the posts, the newest first. */
let posts: number[] = [];
let authors: number[] = [];
let sections: number[] = [];

beforeAll(async () => {
  // Background work sends statements, too.
  service = await startService({ environment: { SCHEDULER: 'off' } });
  await createImages(service, IMAGES);
  authors = await inSteps(AUTHORS, '1.1/authors', (n) => ({
    first_name: `A${n}`,
    bio: `Bio ${n}`,
    image_id: imageOf(n),
  }));
  sections = await inSteps(SECTIONS, '1.3/sections', (n) => ({
    ...{ title: `S${n}`, url: `s${n}`, status: 2, tags: n === 3 ? ['Arts'] : [] },
    ...{ page_settings: { open_in_new_tab: true }, url_header_image: { id: imageOf(n) } },
  }));
  posts = await inSteps(POSTS, '1.3/posts', (n) => {
    const one = { headline: 'One', image_id: imageOf(n), body: '<p>a</p>[cms-image 1]' };
    const two = { headline_html: '<b>Two</b>', image_id: imageOf(n + 1), media: '[cms-image 2]' };
    return {
      ...{
        headline: `Post ${n}`,
        subheadline: `Sub ${n}`,
        body: '<p>a</p>[cms-image 1]<p>b</p>',
        image_id: imageOf(n),
      },
      ...{
        listicle: { items: [one, two], settings: { layout_type: 1 + (n % 3) } },
        video: 'https://v.example/',
      },
      ...{ roar_author_ids: authorsOf(n), sections: [0, sections[n % 3]], primary_section: sections[n % 3] },
      ...{ tags: ['Arts', `Tag ${n}`], primary_tag: 'Arts', created_ts: TIME - n },
    };
  });
  await service.app.get(UnitOfWork).run(async () => {
    const rows = Array.from({ length: MANY }, (_, n) => [10_000 + n, `many${n}`, 'Reader', 1, `many ${n}`]);
    await service.app
      .get(Database)
      .upsert('authors', ['id', 'name', 'role', 'created_ts', 'title_key'], ['id'], rows);
  });
});
afterAll(() => service.stop());

const imageOf = (n: number) => 1 + (n % IMAGES);
/** One who wrote all posts, and one of the others. */
const authorsOf = (n: number) => [authors[0], authors[1 + (n % (AUTHORS - 1))]];

/** Sends a few requests at a time. @returns the ids that they answer */
async function inSteps(count: number, path: string, fieldsOf: (n: number) => object): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) {
    const group = Array.from({ length: Math.min(STEP, count - ids.length) }, (_, n) =>
      fieldsOf(ids.length + n),
    );
    const sent = group.map((fields) => ok<{ id: number }>(service.post(`/api/${path}`, fields)));
    ids.push(...(await Promise.all(sent)).map(({ id }) => id));
  }
  return ids;
}

async function ask(
  root: Root,
  fields: string,
  variables: object = {},
  client: Client = service.as(null),
): Promise<Answer> {
  const query = QUERIES[root].replace('FIELDS', fields);
  const { body } = await client.post('/core/graphql', { query, variables }).set('x-graphql-cost', '1');
  expect(body.errors).toBeUndefined();
  return { rows: body.data[root], statements: body.extensions.cost.statements };
}

/**
 * The cheapest of some answers: now and then, something is looked up again that is remembered for a while.
 */
async function cheapest(...asked: Parameters<typeof ask>): Promise<Answer> {
  const answers: Answer[] = [];
  while (answers.length < TRIES) answers.push(await ask(...asked));
  return answers.reduce((one, other) => (other.statements < one.statements ? other : one));
}

async function expectConstant(
  variablesOf: (length: number) => object,
  root: Root,
  fields: string,
  client?: Client,
): Promise<void> {
  const answers: Answer[] = [];
  for (const length of LENGTHS) answers.push(await cheapest(root, fields, variablesOf(length), client));
  expect(answers.map(({ rows }) => rows.length)).toEqual(LENGTHS);
  const [{ statements } = { statements: 0 }] = answers;
  expect(statements).toBeGreaterThan(0);
  expect(statements).toBeLessThanOrEqual(MAX_STATEMENTS);
  expect(answers.map((answer) => answer.statements)).toEqual(LENGTHS.map(() => statements));
}

describe('The number of statements is the same for one and for a hundred', () => {
  test.each(['RECENCY', 'RATING'])('posts with all that they lead to, by %s', async (order) => {
    const slice = (limit: number) => ({ s: { limit, order } });
    for (const client of [service.as(null), service])
      await expectConstant(slice, 'posts', EVERYTHING, client);
  });

  test('posts that are asked for by all filters', async () => {
    const f = {
      ...{ includedIds: posts.slice(0, 100), excludedIds: [1_000_000], includedStatuses: ['PUBLISHED'] },
      ...{ includedSections: sections, excludedSections: [1_000_000], includedAuthors: authors },
      ...{ excludedAuthors: [1_000_000], includedTags: ['Arts', 'x'], excludedTags: ['y'] },
    };
    await expectConstant((limit) => ({ f, s: { limit } }), 'posts', EVERYTHING);
  });

  test.each(['TITLE', 'RATING'])('authors by %s', async (order) => {
    await expectConstant((limit) => ({ s: { limit, order } }), 'authors', `id ${PARTICLE}`);
    const includedIds = Array.from({ length: 100 }, (_, n) => 10_000 + n);
    await expectConstant(
      (limit) => ({ s: { limit, order }, f: { includedIds } }),
      'authors',
      `id ${PARTICLE}`,
    );
  });

  test('sections', async () => {
    await expectConstant(
      (length) => ({ f: { includedIds: sections.slice(0, length) } }),
      'sections',
      `id slug path status ${PARTICLE}`,
    );
  });
});

test('A hundred posts are each shown with what is theirs', async () => {
  const fields = `id title subtitle publishedAt image { id } authors { id subtitle image { id } } content { tree {
    ... on ParticleContentNode { image { id } } } } primarySections { id image { id } } regularSections { id } primaryTags { id } regularTags { id }`;
  const { rows } = await ask('posts', fields, { s: { limit: 100 } });
  const wanted = posts.slice(0, 100).map((id, n) => ({
    ...{ id, title: `Post ${n}`, subtitle: `Sub ${n}`, publishedAt: TIME - n, image: { id: imageOf(n) } },
    authors: authorsOf(n).map((author = 0) => ({
      id: author,
      subtitle: `Bio ${authors.indexOf(author)}`,
      image: { id: imageOf(authors.indexOf(author)) },
    })),
    content: {
      tree: expect.arrayContaining([{ image: { id: imageOf(n) } }, { image: { id: imageOf(n + 1) } }]),
    },
    primarySections: [{ id: sections[n % 3], image: { id: imageOf(n % 3) } }],
    regularSections: [{ id: 0 }, { id: sections[3] }],
    primaryTags: [{ id: 'arts' }],
    regularTags: [{ id: `tag-${n}` }],
  }));
  expect(rows).toEqual(wanted);
});

test('What is asked again and again is answered the same, in as many statements', async () => {
  const cases: Parameters<typeof ask>[] = [
    ['posts', EVERYTHING, { s: { limit: 20 } }, service.as(null)],
    ['posts', `... on Particle { ${PARTICLE} } __typename`, { f: { includedIds: posts.slice(0, 3) } }],
    ['authors', `id ${PARTICLE}`, { s: { limit: 20, order: 'TITLE' } }],
    ['sections', `id status ${PARTICLE}`, { f: { includedIds: sections.slice(0, 20) } }],
  ];
  for (const asked of cases) {
    const first = await cheapest(...asked);
    for (let run = 0; run < RUNS_BEFORE; run++) expect((await ask(...asked)).rows).toEqual(first.rows);
    expect(await cheapest(...asked)).toEqual(first);
  }
});

test('Authors are a hundred at most', async () => {
  for (const order of ['TITLE', 'RATING'])
    expect((await ask('authors', 'id', { s: { limit: 1000, order } })).rows).toHaveLength(100);
});

test('What a hundred posts have in common is read once', async () => {
  const reads = [
    jest.spyOn(service.app.get(AuthorsService), 'byId'),
    jest.spyOn(service.app.get(SectionsService), 'byId'),
  ];
  const { rows } = await ask(
    'posts',
    'authors { subtitle } primarySections { linkOut { target } } regularSections { image { id } }',
    { s: { limit: 100 } },
  );
  const read = reads.map(({ mock }) => mock.calls.map(([ids]) => [...ids].sort((one, other) => one - other)));
  for (const spy of reads) spy.mockRestore();
  const ascending = (ids: number[]) => [[...ids].sort((one, other) => one - other)];
  expect(rows).toHaveLength(100);
  expect(read).toEqual([ascending(authors), ascending([0, ...sections.slice(0, 4)])]);
});

describe('Of posts is read', () => {
  /** All statements that are sent for a query, in lower case. */
  async function sqlOf(fields: string): Promise<string> {
    const log = jest.spyOn(
      service.app.get(Database).sources.statements,
      'logQuery',
    ) as unknown as jest.SpiedFunction<(sql: string) => void>;
    const { rows } = await ask('posts', fields, { s: { limit: 100 } });
    const sql = log.mock.calls.map(([text]) => text);
    log.mockRestore();
    expect(rows).toHaveLength(100);
    return sql.join('\n').toLowerCase();
  }
  const LONG =
    /\b(?:body|description|media|media_html|listicle|product|roar_specific_data|manual_image_crops|about_html)\b/;

  test.each([
    ['id title', 'headline'],
    ['id', 'id'],
    ['id publishedAt', 'created_ts'],
    ['pages { web { href } } ... on Particle { title }', 'path'],
  ])('no long text for %s', async (fields, column) => {
    const sql = await sqlOf(fields);
    expect(sql).toMatch(new RegExp(`select [^]*\\b${column}\\b[^]*from articles`));
    expect(LONG.exec(sql)).toBeNull();
    expect(/ join (?:authors|tags)\b|from images/.exec(sql)).toBeNull();
  });

  test('the description for the content, but neither the body as it was sent nor what else is long', async () => {
    const sql = await sqlOf('content { rootRef }');
    expect(sql).toMatch(/\bdescription\b/);
    expect(/\b(?:body|product|roar_specific_data|about_html)\b/.exec(sql)).toBeNull();
  });
});
