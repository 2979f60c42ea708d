import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionField,
  type IntrospectionInputValue,
  type IntrospectionQuery,
  type IntrospectionType,
  type IntrospectionTypeRef,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { describeSchema } from '../../src/graphql/schema/schema.js';
import { type Service, startService } from '../support/service.js';

/**
 * Interface, chapter "GraphQL types", line by line. What implements an interface has its fields, too; they
 * are not repeated. `AuthorsFilters`, the defaults of `[Int]!` fields, and `ImageFlag` are decided (chapter
 * "GraphQL"). With what web apps get beyond it: pages, more filters, states, versions of posts.
 */
const TABLE = `
  type Query: ads: Ads; analytics: Analytics; posts(filters: PostsFilters, order: PostsOrder, slice: PostsSlice): [Post];
    postsPage(filters: PostsFilters, order: PostsOrder, slice: PostsSlice): PostsPage;
    authors(filters: AuthorsFilters, slice: AuthorsSlice): [Author];
    sections(filters: SectionsFilters): [Section]

  input PostsFilters: includedIds, excludedIds: [Int]; includedStatuses, excludedStatuses: [PostStatus];
    includedSections, excludedSections, includedAuthors, excludedAuthors: [Int];
    includedTags, excludedTags, includedPaths: [String]; statuses: [PostStatus];
    phrase: String; dateFrom, dateTo: Int; types: [String!]
  input PostsSlice: order: PostsOrder; limit, offset: Int; after: String; allowDuplicates: Boolean
  input AuthorsSlice: order: AuthorsOrder; limit: Int
  input RevisionsSlice: limit, offset: Int
  input AuthorsFilters: includedIds: [Int]! = []
  input SectionsFilters: includedIds, excludedIds: [Int]! = []; includedPaths, excludedPaths: [String]! = [];
    includedStatuses, excludedStatuses: [SectionStatus]! = []

  enum PostStatus: PUBLISHED; DRAFT; SCHEDULED
  enum PostsOrder: RATING; RECENCY
  enum AuthorsOrder: TITLE; RATING
  enum SectionStatus: PUBLIC; PRIVATE; UNLISTED
  enum ContentLayoutKind: PLAIN; LISTICLE; SLIDESHOW
  enum ListicleContentLayoutFlag: ECOMMERCE; MULTICOLUMN
  enum SlideshowContentLayoutFlag: COUNTER; PARALLAX; FULLSCREEN; THUMBNAILS
  enum NumerationOrder: ASCENDING; DESCENDING
  enum MediaContentKind: TEXT; IMAGE
  enum Device: AMP
  enum ImageFlag: ANIMATED

  scalar Boolean
  scalar Int
  scalar JSONString
  scalar String

  interface Particle: pages: PageMap!; title, subtitle: String; linkOut: LinkOut; image: Image; video: Video;
    breadcrumbTitle: String
  type Post & Particle: id: Int; content: ContentTree; authors: [Author];
    primarySections, regularSections: [Section]; primaryTags, regularTags: [Tag]; publishedAt: Int;
    revisions(slice: RevisionsSlice): RevisionsPage
  type Author & Particle: id: Int
  type Section & Particle: id: Int; slug, path: String; status: SectionStatus
  type Tag: id, slug, title: String; pages: PageMap
  type PostsPage: items: [Post]; pageInfo: PageInfo!
  type PageInfo: endCursor: String; hasNextPage: Boolean!
  type RevisionsPage: items: [Revision]
  type Revision: revision: Int!; createdAt: Int; author: Author; changed: [String]!

  type ContentTree: rootRef: String; tree: [ContentNode]
  interface ContentNode: ref: String; parentRef: String!
  type GroupContentNode & ContentNode: layout: ContentLayout; adsOrder: [Int]!
  interface ContentLayout: kind: ContentLayoutKind
  type PlainContentLayout & ContentLayout:
  type ListicleContentLayout & ContentLayout: flags: [ListicleContentLayoutFlag]; numeration: Numeration!
  type SlideshowContentLayout & ContentLayout: flags: [SlideshowContentLayoutFlag]; numeration: Numeration!
  type Numeration: order: NumerationOrder
  type ParticleContentNode & Particle & ContentNode: id: Int!
  type MediaContentNode & ContentNode: kind: MediaContentKind; code: String; html(device: Device): String

  type Ads: head: PlainAd; body: [BodyAd!]; listicle: [ListicleAd!]; slideshow: [SlideshowAd!];
    beforeListicle: [PlainAd!]
  interface Ad: template(device: Device): String; isEnabled: Boolean
  type PlainAd & Ad:
  type BodyAd & Ad: wordsCount: Int
  type ListicleAd & Ad: order: [Int]; title: String!
  type SlideshowAd & Ad: order: [Int]

  type Analytics: adobe: AdobeAnalytics; google(rm: Boolean = false): GoogleAnalytics;
    nielsen: NielsenAnalytics; parsely: ParselyAnalytics; comscore: ComscoreAnalytics;
    omniture: OmnitureAnalytics; chartbeat: ChartbeatAnalytics
  interface AnalyticsConfig: accountId: String!; linkers: JSONString
  type AdobeAnalytics & AnalyticsConfig: host: String!; script: String!
  type GoogleAnalytics & AnalyticsConfig: dimensions: JSONString
  type NielsenAnalytics & AnalyticsConfig:
  type ParselyAnalytics & AnalyticsConfig:
  type ComscoreAnalytics & AnalyticsConfig:
  type OmnitureAnalytics & AnalyticsConfig: suiteId: String
  type ChartbeatAnalytics & AnalyticsConfig: useNakedDomain: Boolean!

  type Video: href: String
  type Image: id: Int; crops(sizes: [String!]): [ImageCrop]; flags: [ImageFlag];
    title, credit, altText: String!
  type ImageCrop: size, href: String
  type LinkOut: pages: PageMap; target: String
  type PageMap: web: Page; amp: Page
  type Page: href: String
`;

/** Description of one type, as the table has it. */
interface Described {
  /** Keyword of its kind, and the interfaces that it implements. */
  readonly declared: readonly string[];
  readonly members: readonly string[];
}
type Types = Readonly<Record<string, Described>>;

/** `title, credit: String!` is two fields. */
function membersOf(text: string): string[] {
  return text.split(/; ?/).flatMap((group) => {
    const [, names = group, type = ''] = /^([\w, ]+)(: .*)$/.exec(group) ?? [];
    return names === '' || names.includes('(') ? group || [] : names.split(', ').map((name) => name + type);
  });
}

function readTable(): Types {
  const entries = TABLE.split(/\n+ {2}(?=\w)/).slice(1);
  const types = entries.map((entry) => {
    const words = entry.trim().replace(/\s+/g, ' ');
    const [, keyword = '', name = '', above = '', text = ''] =
      /^(\w+) (\w+)((?: & \w+)*):? ?(.*)$/.exec(words) ?? [];
    return { keyword, name, interfaces: above.split(' & ').slice(1).sort(), own: membersOf(text) };
  });
  const ownOf = (wanted: string) => types.find(({ name }) => name === wanted)?.own ?? [];
  return Object.fromEntries(
    types.map(({ keyword, name, interfaces, own }) => [
      name,
      { declared: [keyword, ...interfaces], members: [...own, ...interfaces.flatMap(ownOf)].sort() },
    ]),
  );
}

const KEYWORDS: Readonly<Record<IntrospectionType['kind'], string>> = {
  OBJECT: 'type',
  INTERFACE: 'interface',
  INPUT_OBJECT: 'input',
  ENUM: 'enum',
  SCALAR: 'scalar',
  UNION: 'union',
};

/** A type as introspection has it: null where its kind has no such thing. */
interface Introspected {
  readonly kind: IntrospectionType['kind'];
  readonly interfaces: readonly { readonly name: string }[] | null;
  readonly fields: readonly IntrospectionField[] | null;
  readonly inputFields: readonly IntrospectionInputValue[] | null;
  readonly enumValues: readonly { readonly name: string }[] | null;
}

function typeOf(type: IntrospectionTypeRef): string {
  if (type.kind === 'NON_NULL') return `${typeOf(type.ofType)}!`;
  return type.kind === 'LIST' ? `[${typeOf(type.ofType)}]` : type.name;
}

const inputOf = ({ name, type, defaultValue }: IntrospectionInputValue): string =>
  `${name}: ${typeOf(type)}${typeof defaultValue === 'string' ? ` = ${defaultValue}` : ''}`;

function fieldOf({ name, args, type }: IntrospectionField): string {
  const taken = args.length === 0 ? '' : `(${args.map(inputOf).join(', ')})`;
  return `${name}${taken}: ${typeOf(type)}`;
}

function describeType({ kind, interfaces, fields, inputFields, enumValues }: Introspected): Described {
  const above = (interfaces ?? []).map(({ name }) => name);
  const members = [
    ...(fields ?? []).map(fieldOf),
    ...(inputFields ?? []).map(inputOf),
    ...(enumValues ?? []).map(({ name }) => name),
  ];
  return { declared: [KEYWORDS[kind], ...above.sort()], members: members.sort() };
}

const table = readTable();

let service: Service;
let introspection: IntrospectionQuery;
let served: Types;
beforeAll(async () => {
  service = await startService();
  const query = getIntrospectionQuery({ inputValueDeprecation: true });
  const { body } = await service.as(null).post('/core/graphql', { query }).expect(200);
  introspection = body.data;
  const types = (body.data.__schema.types as (Introspected & { name: string })[]).filter(
    ({ name }) => !name.startsWith('__'),
  );
  served = Object.fromEntries(types.map((type) => [type.name, describeType(type)]));
});
afterAll(() => service.stop());

describe('The schema', () => {
  test('has the types of the interface, and no others', () => {
    // Each entry of the table was read: a slip in its writing would leave one out.
    expect(Object.keys(table)).toHaveLength(TABLE.match(/^ {2}\w/gm)?.length ?? 0);
    expect(Object.keys(served).sort()).toEqual(Object.keys(table).sort());
  });

  test.each(Object.entries(table))(
    'has of %s just the fields, arguments, defaults and values that the interface has',
    (name, described) => {
      expect(served[name]).toEqual(described);
    },
  );

  test('answers queries only, and has no directives but those of GraphQL', () => {
    const { queryType, mutationType, subscriptionType, directives } = introspection.__schema;
    expect({ queryType, mutationType, subscriptionType }).toMatchObject({
      queryType: { name: 'Query' },
      mutationType: null,
      subscriptionType: null,
    });
    const ofGraphql = ['deprecated', 'include', 'oneOf', 'skip', 'specifiedBy'];
    expect(ofGraphql).toEqual(expect.arrayContaining(directives.map(({ name }) => name)));
  });

  test('is the same on the other path, and when it is asked for by GET', async () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true });
    const path = `/res/graphql?query=${encodeURIComponent(query)}`;
    const { body } = await service.as(null).get(path).expect(200);
    expect(body.data).toEqual(introspection);
  });
});

describe('contract/schema.graphql', () => {
  const checkedIn = () => readFileSync('contract/schema.graphql', 'utf8');

  test('is what the code describes (npm run contract writes it)', async () => {
    expect(checkedIn()).toBe(await describeSchema());
  });

  test('is what the service answers to introspection', () => {
    const schema = lexicographicSortSchema(buildClientSchema(introspection));
    expect(checkedIn().trim()).toBe(printSchema(schema).trim());
  });
});

describe('Where introspection is off', () => {
  let closed: Service;
  beforeAll(async () => {
    closed = await startService({ settings: { graphql: { introspection: false } } });
  });
  afterAll(() => closed.stop());

  test.each([null, 'a'.repeat(64)])('it is refused, and all else answered, with the key %j', async (key) => {
    const ask = (query: string) => closed.as(key).post('/core/graphql', { query });
    for (const query of [getIntrospectionQuery(), '{__schema{types{name}}}', '{__type(name:"Post"){name}}']) {
      const { body } = await ask(query);
      expect(body).toEqual({ errors: [expect.anything()] });
      expect(body.errors[0].extensions.code).toMatch(/^[\w-]+$/);
    }
    const { body } = await ask('{__typename posts{__typename}}').expect(200);
    expect(body).toEqual({ data: { __typename: 'Query', posts: [] } });
  });

  const OF_POSTS = 'query($of:PostsFilters,$by:PostsSlice){posts(filters:$of,slice:$by){id}}';
  test.each<[string, object?]>([
    ['{posts{titl}}'],
    ['{post{id}}'],
    ['{posts(filter:{}){id}}'],
    ['{posts(slice:{limi:1}){id}}'],
    ['{posts(slice:{order:RECENC}){id}}'],
    ['{posts{...on Pos{id}}}'],
    ['query($of:PostsFilter){posts(filters:$of){id}}'],
    ['{posts{id @skp(if:true)}}'],
    [OF_POSTS, { of: { includedId: [1] } }],
    [OF_POSTS, { of: { includedStatuses: ['PUBLISHE'] } }],
    [OF_POSTS, { by: { order: 'RECENC' } }],
  ])('errors do not guess what is meant: %s (%#)', async (query, variables = {}) => {
    const { body, text } = await closed.as(null).post('/core/graphql', { query, variables });
    expect(body.errors).not.toHaveLength(0);
    expect(text).not.toMatch(/did you mean/i);
  });
});
