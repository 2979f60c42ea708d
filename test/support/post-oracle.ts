import fc from 'fast-check';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import type { Service } from './service.js';

/** Parameters of GET /posts as a client sends them, but with the names of sections instead of their ids. */
export type Query = Readonly<Record<string, string>>;

interface Views {
  readonly hoursAgo: number;
  readonly count: number;
}

/** An article as it was sent, and what a naive reader knows of it. */
export interface Sample {
  readonly id: number;
  readonly isPublished: boolean;
  readonly created_ts: number;
  readonly updated_ts: number;
  readonly type: string;
  readonly providerId: string;
  readonly providerPostId: string | null;
  readonly tags: readonly string[];
  readonly sections: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly views: readonly Views[];
}

/** All samples, and the ids of the sections by name. */
export interface Samples {
  readonly all: readonly Sample[];
  readonly sectionIds: ReadonlyMap<string, number>;
}

/** An updated_ts that is the stored one does not count as sent. */
const KEEP = { prevent_modifying_updated_ts: 1 };
const HOUR_S = 3600;
const DAY_HOURS = 24;
const COUNT = 100;
const SEED = 7;
const [PRIVATE, PUBLIC, UNLISTED] = [1, 2, 3];

/** Status and tags of the sections; `empty` holds nothing, `desk` has articles by its tag alone. */
const SECTIONS: Readonly<Record<string, { status: number; tags: readonly string[] }>> = {
  news: { status: PUBLIC, tags: [] },
  arts: { status: PRIVATE, tags: ['Jazz', 'café'] },
  city: { status: UNLISTED, tags: ['NEW york'] },
  inbox: { status: PRIVATE, tags: [] },
  desk: { status: PRIVATE, tags: ['Desk', 'jazz'] },
  empty: { status: PUBLIC, tags: ['Nobody'] },
};

export const TIMES = [0, 1, 2, 60, 3600, 86_400, 86_401].map((offset) => 1_700_000_000 + offset);
export const WORDS = ['bridge', 'zurich', 'facade', 'ox', 'the', 'and', 'jazz', 'york', '42'];
export const TAGS = ['jazz', 'JAZZ!', 'Café', 'cafe', 'New York', 'new-york', 'Desk', 'Plain', 'Nobody'];
/** So many words that none of them is rare by comparison: lists are read along their order instead. */
export const LONG_PHRASE = Array.from({ length: 200 }, (_, n) => `filler${n}`).join(' ');

const SPELLINGS = ['Bridge', 'ZÜRICH', 'Zürich', 'Façade', 'facade', 'ox', 'The', 'AND', '42'];
const KINDS = [
  { sent: {}, type: 'page' },
  { sent: { type: 'page' }, type: 'page' },
  { sent: { type: 'recipe' }, type: 'recipe' },
  { sent: { image_external: 'https://images.example/a.jpg' }, type: 'image' },
  { sent: { video: 'https://videos.example/a' }, type: 'video' },
  { sent: { type: 'image', video: 'https://videos.example/b' }, type: 'image' },
];
const SECTION_LISTS = ['', '', 'news', 'news', 'home', 'inbox', 'arts', 'city', 'inbox,arts', 'home,news'];
const MORE_SECTION_LISTS = ['news,city', 'arts,news', 'inbox,home', 'city,home,inbox', 'desk,arts'];
const TAG_LISTS = [
  '',
  '',
  '',
  'Jazz',
  'JAZZ,Café',
  'cafe',
  'new york',
  'Desk',
  'desk!,Plain',
  'NEW-YORK,jazz',
];
const STATES = ['published', 'draft', 'scheduled', 'unpublished', 'removed'] as const;

const content = {
  created_ts: fc.constantFrom(...TIMES),
  updated_ts: fc.constantFrom(...TIMES),
  sections: fc.constantFrom(...SECTION_LISTS, ...MORE_SECTION_LISTS),
  tags: fc.constantFrom(...TAG_LISTS),
  texts: fc.tuple(...Array.from({ length: 4 }, () => fc.constantFrom('', ...SPELLINGS))),
  isLong: fc.boolean(),
};
const recipe = fc.record({
  state: fc.constantFrom(...Array.from({ length: 12 }, () => STATES[0]), ...STATES),
  kind: fc.constantFrom(...KINDS),
  providerId: fc.constantFrom('20', '20', '20', '20', '15', '0'),
  providerPostId: fc.constantFrom(null, null, 'A-1', 'a-1', 'B'),
  views: fc.array(fc.record({ hoursAgo: fc.constantFrom(3, 60, 400), count: fc.constantFrom(1, 1, 2, 3) }), {
    maxLength: 2,
  }),
  final: fc.record(content),
  /** Content of an article before an edit makes it final. */
  first: fc.option(fc.record(content)),
});

type Content = {
  [Name in keyof typeof content]: (typeof content)[Name] extends fc.Arbitrary<infer T> ? T : never;
};
type Recipe = typeof recipe extends fc.Arbitrary<infer T> ? T : never;

const startsAsDraft = (state: string) => state === 'draft' || state === 'scheduled';
export const split = (list = ''): string[] => list.split(',').filter((item) => item !== '');
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const slug = (tag: string) => wordsOf(tag).join('-');

function fieldsOf({ sections, tags, texts, isLong, ...times }: Content, sectionIds: Samples['sectionIds']) {
  const [headline, subheadline, body, item] = texts;
  return {
    ...times,
    headline: `Story ${headline}`,
    subheadline,
    body: `<p>${body}</p>${isLong ? `<p>${LONG_PHRASE}</p>` : ''}`,
    listicle: { items: [{ headline: item }] },
    tags: split(tags),
    sections: split(sections).map((name) => sectionIds.get(name)),
  };
}

function sampleOf(id: number, { state, kind, providerId, providerPostId, views, final }: Recipe): Sample {
  const tags = split(final.tags);
  const slugs = tags.map(slug);
  const byTag = Object.keys(SECTIONS).filter((name) =>
    SECTIONS[name]?.tags.some((tag) => slugs.includes(slug(tag))),
  );
  const texts = ['Story', ...final.texts, ...tags, final.isLong ? LONG_PHRASE : ''];
  return {
    id,
    isPublished: state === 'published',
    created_ts: final.created_ts,
    updated_ts: final.updated_ts,
    type: kind.type,
    providerId,
    providerPostId,
    tags: slugs,
    sections: new Set([...split(final.sections), ...byTag]),
    words: new Set(texts.flatMap(wordsOf)),
    views,
  };
}

/** Makes the samples through the API, each by the way that its recipe tells. */
export async function makeSamples(service: Service): Promise<Samples> {
  const send = async (method: 'post' | 'put' | 'delete', path: string, body?: object): Promise<number> =>
    (await service[method](`/api/1.3/${path}`, body).expect(200)).body.id;
  const now = Math.floor(Date.now() / 1000);
  const sectionIds = new Map([['home', 0]]);
  for (const name of Object.keys(SECTIONS))
    sectionIds.set(
      name,
      await send('post', 'sections', { title: name, url: name, status: PUBLIC, tags: ['x'] }),
    );
  const recipes = fc.sample(recipe, { seed: SEED, numRuns: COUNT });
  const ids: number[] = [];
  for (const { state, kind, first, final } of recipes) {
    const fields = { ...kind.sent, ...fieldsOf(first ?? final, sectionIds) };
    ids.push(await send('post', startsAsDraft(state) ? 'drafts' : 'posts', fields));
  }
  const made = recipes.map((recipe, index) => ({ ...recipe, id: ids[index] ?? 0 }));
  for (const round of [0, 1]) {
    for (const { id, views } of made.filter(({ state }) => !startsAsDraft(state))) {
      for (const { hoursAgo, count } of views.slice(round, round + 1))
        await send('post', `posts/${id}/page_views`, { count, at: now - hoursAgo * HOUR_S });
    }
    // A period is kept from the first time on that it is asked for: views come before and after that.
    for (const days of [1, 7, 30])
      await service.get(`/api/1.3/posts?order_by=popularity&order_by_period_in_days=${days}`).expect(200);
  }
  for (const { id, state, first, final } of made) {
    if (first) await send('put', `posts/${id}`, { ...fieldsOf(final, sectionIds), ...KEEP });
    if (state === 'unpublished') await send('put', `posts/${id}`, { action: 'unpublish' });
    if (state === 'removed') await send('delete', `posts/${id}`);
    if (state === 'scheduled') await send('put', `scheduled_posts/${id}`, { scheduled_at: now + 86_400 });
  }
  for (const [name, fields] of Object.entries(SECTIONS))
    await send('put', `sections/${sectionIds.get(name)}`, fields);
  await setProviders(service, made);
  return { all: made.map(({ id, ...rest }) => sampleOf(id, rest)), sectionIds };
}

/**
 * No client can say that an article came another way than through the API, nor
 * give one external id to several.
 */
async function setProviders(service: Service, made: readonly (Recipe & { id: number })[]): Promise<void> {
  const database = service.app.get(Database);
  await service.app.get(UnitOfWork).run(async () => {
    for (const { id, providerId, providerPostId } of made) {
      const values = [Number(providerId), providerPostId, id];
      await database.execute(
        'UPDATE articles SET provider_id = ?, provider_post_id = ? WHERE id = ?',
        values,
      );
    }
  });
}

type Filter = (sample: Sample, value: string, query: Query) => boolean;

const isIn =
  ({ sections }: Sample) =>
  (name: string) =>
    sections.has(name);
const isPrivate = ({ sections }: Sample) =>
  sections.size > 0 && [...sections].every((name) => SECTIONS[name]?.status === PRIVATE);

const FILTERS: Readonly<Record<string, Filter>> = {
  provider_id: ({ providerId }, value) => providerId === value,
  provider_post_id: ({ providerId, providerPostId }, value, { provider_id = '20' }) =>
    providerPostId === value && providerId === provider_id,
  include_sections: (sample, value) => split(value).some(isIn(sample)),
  exclude_sections: (sample, value) => !split(value).some(isIn(sample)),
  require_sections: (sample, value) => split(value).every(isIn(sample)),
  phrase: ({ words }, value) => wordsOf(value).every((word) => words.has(word)) && wordsOf(value).length > 0,
  updated_from: ({ updated_ts }, value) => updated_ts >= Number(value),
  date_from: ({ created_ts }, value) => created_ts >= Number(value),
  date_to: ({ created_ts }, value) => created_ts <= Number(value),
  type: ({ type }, value) => type === value,
  exclude_private: (sample, value) => ['0', 'false'].includes(value) || !isPrivate(sample),
  include_tags: ({ tags }, value) => split(value).some((tag) => tags.includes(slug(tag))),
};

function viewsIn(days: number, { views }: Sample): number {
  const counted = views.filter(({ hoursAgo }) => hoursAgo < days * DAY_HOURS);
  return counted.reduce((sum, { count }) => sum + count, 0);
}

const newest = (one: Sample, other: Sample) => other.created_ts - one.created_ts || other.id - one.id;
const ORDERS: Readonly<Record<string, (one: Sample, other: Sample, query: Query) => number>> = {
  recency: newest,
  oldness: (one, other) => -newest(one, other),
  last_update: (one, other) => other.updated_ts - one.updated_ts || other.id - one.id,
  popularity: (one, other, { order_by_period_in_days: days = '7' }) =>
    viewsIn(Number(days), other) - viewsIn(Number(days), one) || newest(one, other),
};

/** Samples in a list: filtered one by one, sorted and cut. */
export function answerOf({ all }: Samples, query: Query): Sample[] {
  const sent = Object.entries(query).filter(([, value]) => value !== '');
  const { offset = '0', limit = '10', order_by = 'recency' } = Object.fromEntries(sent);
  const order = ORDERS[order_by];
  if (!order) throw new Error(`The oracle knows no order ${order_by}.`);
  return all
    .filter(({ isPublished }) => isPublished)
    .filter((sample) => sent.every(([name, value]) => FILTERS[name]?.(sample, value, query) ?? true))
    .sort((one, other) => order(one, other, query))
    .slice(Number(offset), Number(offset) + Math.min(Number(limit), 100));
}
