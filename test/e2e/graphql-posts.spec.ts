import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ImageAnswer, ok, uploaded } from '../support/picture-client.js';
import { makePictures } from '../support/pictures.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';

const [COUNT, MAX_LIMIT, RUNS, SEED] = [115, 100, 120, 11];
const [DAY_S, MAX_INT, NOWHERE, PUBLIC] = [86_400, 2_147_483_647, 999_999, 2];
const TIMES = [0, 0, 1, 60, 3600].map((offset) => 1_700_000_000 + offset);
const KINDS = ['Ids', 'Statuses', 'Sections', 'Authors', 'Tags'] as const;

type Values = readonly (number | string | null)[];
type Filters = Readonly<Record<string, Values | null>>;
type Slice = Readonly<{ limit?: number | null; order?: string | null; allowDuplicates?: boolean }>;
/** A post as a naive reader knows it: by kind of filter, the values for which it is found. */
type Sample = Readonly<Record<'id' | 'created' | 'views', number>> & Record<(typeof KINDS)[number], Values>;

/** Service of the tests that are running. */
let service: Service;
const REFUSED = { data: { posts: null }, errors: [{ extensions: { code: 'invalid-input' } }] };
const QUERY = 'query ($f: PostsFilters, $s: PostsSlice) { posts(filters: $f, slice: $s) { FIELDS } }';
const query = (fields: string, f: object | null, s: object | null, client: Client = service.as(null)) =>
  client.post('/core/graphql', { query: QUERY.replace('FIELDS', fields), variables: { f, s } });
const make = async (path: string, body: object): Promise<number> =>
  (await ok<{ id: number }>(service.post(`/api/${path}`, body))).id;
const publish = (sent: object) => make('1.3/posts', { headline: 'H', ...sent });
async function upload(name: string, words: object = {}): Promise<ImageAnswer> {
  const [file = { name, file: Buffer.of() }] = await makePictures(name);
  return uploaded(service, file, words);
}
const makeSection = (title: string, url: string, tags: string[] = []) =>
  make('1.3/sections', { title, url, tags, status: PUBLIC });

describe('posts', () => {
  /** Published samples, in any order. */
  const samples: Sample[] = [];
  const [sections, authors] = [[0], [1]];
  const TAGS = [[], [], ['Jazz'], ['JAZZ!', 'Plain'], ['Café'], ['cafe', 'jazz'], ['New York'], ['Plain']];
  const recipe = fc.record({
    door: fc.constantFrom('posts', 'posts', 'posts', 'posts', 'posts', 'posts', 'drafts'),
    created_ts: fc.constantFrom(...TIMES),
    tags: fc.constantFrom(...TAGS),
    sections: fc.subarray([0, 1, 2, 3]),
    authors: fc.subarray([0, 1, 2], { minLength: 1 }),
    views: fc.constantFrom(0, 0, 0, 1, 2, 2, 7),
    viewsBefore: fc.constantFrom(0, 0, 9),
  });
  type Recipe = typeof recipe extends fc.Arbitrary<infer T> ? T : never;

  beforeAll(async () => {
    service = await startService();
    for (const [index, tags] of [[], ['Café'], ['new york']].entries())
      sections.push(await makeSection('S', `s${index}`, tags));
    for (let n = 0; n < 2; n++) authors.push(await make('1.1/authors', {}));
    for (const sent of fc.sample(recipe, { seed: SEED, numRuns: COUNT })) await seed(sent);
  });
  afterAll(() => service.stop());

  const among = (all: readonly number[], places: readonly number[]) => places.map((place) => all[place] ?? 0);
  const slugOf = (tag: string) => tag.normalize('NFD').toLowerCase().split(/\W+/).filter(Boolean).join('-');

  async function seed({ door, created_ts, tags, views, viewsBefore, ...more }: Recipe): Promise<void> {
    const [Authors, sent] = [among(authors, more.authors), among(sections, more.sections)];
    const Tags = tags.map(slugOf);
    const fields = { headline: 'H', tags, sections: sent, roar_author_ids: Authors, created_ts };
    const id = await make(`1.3/${door}`, fields);
    if (door !== 'posts') return;
    const now = Math.floor(Date.now() / 1000);
    const view = (count: number, days: number) =>
      service.post(`/api/1.3/posts/${id}/page_views`, { count, at: now - days * DAY_S }).expect(200);
    if (views > 0) await view(views, 6);
    if (viewsBefore > 0) await view(viewsBefore, 8);
    const byTag = sections.filter((_, index) => Tags.includes(['', '', 'cafe', 'new-york'][index] ?? '-'));
    const facets = { Ids: [id], Statuses: ['PUBLISHED'], Sections: [...sent, ...byTag], Authors, Tags };
    samples.push({ id, created: created_ts, views, ...facets });
  }
  const newest = (one: Sample, other: Sample) => other.created - one.created || other.id - one.id;
  const mostViewed = (one: Sample, other: Sample) => other.views - one.views || newest(one, other);
  function isMet(sample: Sample, [name, sent]: readonly [string, Values | null]): boolean {
    const kind = name.slice('included'.length) as (typeof KINDS)[number];
    const values = (sent ?? []).filter((value) => value !== null);
    const wanted = kind === 'Tags' ? values.map((tag) => slugOf(String(tag))) : values;
    const isFound = sample[kind].some((value) => value !== null && wanted.includes(value));
    return values.length === 0 || isFound === name.startsWith('in');
  }

  /** Filtered one by one, sorted and cut. */
  const expected = (filters: Filters, { limit, order }: Slice = { limit: MAX_LIMIT }): number[] =>
    samples
      .filter((sample) => Object.entries(filters).every((filter) => isMet(sample, filter)))
      .sort(order === 'RATING' ? mostViewed : newest)
      .slice(0, Math.min(limit ?? 10, MAX_LIMIT))
      .map(({ id }) => id);

  async function found(
    filters: Filters | null,
    slice: Slice | null = { limit: MAX_LIMIT },
  ): Promise<number[]> {
    const { body } = await query('id', filters, slice).expect(200);
    expect(body.errors).toBeUndefined();
    return (body.data.posts as { id: number }[]).map(({ id }) => id);
  }
  async function compare(filters: Filters, slice?: Slice): Promise<void> {
    const ids = await found(filters, slice);
    expect({ filters, slice, ids }).toEqual({ filters, slice, ids: expected(filters, slice) });
  }

  const NAMES = KINDS.flatMap((kind) => [`included${kind}`, `excluded${kind}`]);
  const PAIRS = NAMES.flatMap((one, index) => NAMES.slice(index + 1).map((other) => [one, other] as const));
  function valuesOf(name: string): readonly Values[] {
    const ids = samples.map(({ id }) => id).sort((one, other) => one - other);
    if (name.endsWith('Ids')) return [ids.slice(0, 40), [NOWHERE, ...ids.slice(15, 80)]];
    if (name.endsWith('Statuses')) return [['PUBLISHED'], ['PUBLISHED', 'PUBLISHED']];
    if (name.endsWith('Sections')) return [among(sections, [1, 2]), [0, NOWHERE], among(sections, [3])];
    if (name.endsWith('Authors')) return [among(authors, [0]), [...among(authors, [2]), NOWHERE]];
    return [['JAZZ', 'new-york'], ['CAFÉ', 'unheard of'], ['New  York!']];
  }

  test.each(NAMES)('are filtered by %s, newest first or most viewed in seven days first', async (name) => {
    for (const values of valuesOf(name)) {
      const count = samples.filter((sample) => isMet(sample, [name, values])).length;
      const isSelective = count > 0 && count < samples.length;
      expect({ values, isSelective }).toEqual({ values, isSelective: !name.endsWith('Statuses') });
      for (const order of ['RECENCY', 'RATING'])
        await compare({ [name]: values }, { limit: MAX_LIMIT, order });
    }
  });

  test.each(PAIRS)('are filtered by %s and %s together', async (one, other) => {
    for (const first of valuesOf(one).slice(0, 2))
      for (const second of valuesOf(other).slice(0, 2)) await compare({ [one]: first, [other]: second });
  });

  test('are not filtered by empty lists, nulls and no filters at all', async () => {
    for (const nothing of [[], null, [null]])
      for (const names of [NAMES, ...NAMES.map((name) => [name])])
        await compare(Object.fromEntries(names.map((name) => [name, nothing])));
    expect(await found(null)).toEqual(expected({}));
    await compare({ includedSections: [null, 0, null] });
  });

  test.each(['Ids', 'Sections', 'Authors'])('of %s that there are not are none', async (kind) => {
    for (const value of [NOWHERE, -1, MAX_INT])
      expect(await found({ [`included${kind}`]: [value] })).toEqual([]);
  });

  test.each(NAMES.filter((name) => !name.endsWith('Statuses')))('take 100 %s, not 101', async (name) => {
    const values = Array.from({ length: 101 }, (_, n) => (name.endsWith('Tags') ? `t${n}` : NOWHERE + n));
    await compare({ [name]: [...values.slice(2), ...(valuesOf(name)[0]?.slice(0, 1) ?? [])] });
    expect((await query('id', { [name]: values }, null)).body).toMatchObject(REFUSED);
  });

  test('are ten of the newest without a slice, and never more than a hundred', async () => {
    const all = expected({});
    expect(samples.length).toBeGreaterThan(MAX_LIMIT);
    for (const slice of [null, {}, { limit: null }]) expect(await found({}, slice)).toEqual(all.slice(0, 10));
    for (const limit of [100, 101, MAX_INT]) expect(await found({}, { limit })).toEqual(all);
    for (const limit of [0, 1]) expect(await found({}, { limit })).toEqual(all.slice(0, limit));
    expect((await query('id', null, { limit: -1 })).body).toMatchObject(REFUSED);
    expect(expected({}, { limit: MAX_LIMIT, order: 'RATING' })).not.toEqual(all);
  });

  test('are what a naive reader finds, for any filters and slices together', async () => {
    const listOf = (name: string, maxLength = name.startsWith('in') ? 60 : 3) =>
      fc.uniqueArray(fc.constantFrom(...valuesOf(name).flat()), { maxLength });
    const filters = fc.record(Object.fromEntries(NAMES.map((name) => [name, listOf(name)])));
    const order = fc.constantFrom('RECENCY', 'RATING', null);
    const limit = fc.option(fc.nat({ max: MAX_LIMIT + 20 }));
    const slice = fc.record({ limit, order, allowDuplicates: fc.boolean() });
    const usual = NAMES.filter((name) => name !== 'excludedStatuses');
    const chosen = fc.uniqueArray(fc.constantFrom(...usual), { maxLength: 4 });
    let selective = 0;
    const property = fc.asyncProperty(filters, slice, chosen, async (values, wanted, names) => {
      const used = Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
      await compare(used, wanted);
      const { length } = expected(used);
      if (length > 0 && length < samples.length) selective += 1;
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
    expect(selective).toBeGreaterThan(RUNS / 3);
  });
});

describe('A post', () => {
  let withoutAmp: Service;
  beforeAll(async () => {
    service = await startService();
    const settings = { articles: { ampEnabled: false } };
    withoutAmp = await startService({ database: service.database, settings });
  });
  afterAll(() => withoutAmp.stop().then(() => service.stop()));

  const PAGES = 'pages { web { href } amp { href } }';
  const PARTICLE = `id title subtitle breadcrumbTitle video { href } linkOut { target ${PAGES} } ${PAGES}`;
  const page = (path: string) => ({ href: BASE_URL + path });
  const pages = (path: string) => ({ web: page(path), amp: page(`/amp${path}`) });
  const webPage = (path: string) => ({ web: page(path), amp: null });
  const particle = (id: number, title: string, path: string, more: object) => ({
    ...{ id, title, breadcrumbTitle: title, subtitle: null, video: null, linkOut: null },
    ...{ pages: webPage(path), ...more },
  });
  const section = (id: number, title: string, slug: string) =>
    particle(id, title, `/${slug}`, { slug, path: `/${slug}`, status: 'PUBLIC' });
  const tag = (slug: string, title: string) => ({ id: slug, slug, title, pages: webPage(`/tag/${slug}`) });

  async function read(fields: string, id: number, client: Client = service): Promise<object> {
    const { body } = await query(fields, { includedIds: [id] }, null, client);
    expect(body.errors).toBeUndefined();
    return body.data.posts[0];
  }

  test('of a headline alone has its title, its time and its pages', async () => {
    const lists = ['authors', 'primarySections', 'regularSections', 'primaryTags', 'regularTags'];
    const id = await publish({ headline: 'Bare', created_ts: 1 });
    const fields = `${PARTICLE} publishedAt image { id } ${lists.map((list) => `${list} { id }`).join(' ')}`;
    const empty = Object.fromEntries(lists.map((list) => [list, []]));
    const shown = { publishedAt: 1, image: null, ...empty, authors: [{ id: 1 }], pages: pages('/bare') };
    expect(await read(fields, id)).toEqual(particle(id, 'Bare', '', shown));
  });

  test.each([0, MAX_INT, MAX_INT + 1, -MAX_INT - 1, -MAX_INT - 2])(
    'has its subtitle, its video and its time %d',
    async (created_ts) => {
      const video = 'https://player.vimeo.com/video/1';
      const id = await publish({ subheadline: 'Sub', video, created_ts });
      const shown = { subtitle: 'Sub', video: { href: video }, publishedAt: created_ts };
      const wanted =
        created_ts > MAX_INT || created_ts < -MAX_INT - 1 ? { ...shown, publishedAt: null } : shown;
      expect(await read('subtitle video { href } publishedAt', id)).toEqual(wanted);
    },
  );

  test.each([
    ['', pages('/p')],
    ['web:/ü/b c', pages('/%C3%BC/b%20c')],
    ['amp:/a', { ...pages('/p'), amp: page('/a') }],
    ['web:/w,web:/x,amp:/y,amp:/z', { web: page('/w'), amp: page('/y') }],
  ])('with the pages "%s" is found there, on AMP only where the site has it', async (list, wanted) => {
    const page_list = [...list.matchAll(/(\w+):([^,]+)/g)].map(([, view, path]) => ({ view, path }));
    const id = await publish({ headline: 'p', page_list });
    expect(await read(PAGES, id)).toEqual({ pages: wanted });
    expect(await read(PAGES, id, withoutAmp)).toEqual({ pages: { ...wanted, amp: null } });
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
  });

  test('has its image with what it says of it itself, and the link of the image', async () => {
    const link_url = 'https://a.example/?b=c&d';
    const words = { caption: 'Cap', photo_credit: 'Cred', alt: 'Alt', link_url, link_target: 'true' };
    const { id: photo } = await upload('dot.png', words);
    const { id: gif } = await upload('moving.gif', { link_url: 'http://b.example/' });
    const { id: webp } = await upload('moving.webp', {});
    const said = { photo_caption: 'My cap', photo_credit: 'My cred' };
    const link = (href: string, target: string | null) => ({ target, pages: { web: { href }, amp: null } });
    const own = { id: photo, title: 'Cap', credit: 'Cred', altText: 'Alt', flags: [] };
    const other = { ...own, title: 'My cap', credit: 'My cred' };
    const moving = { id: gif, title: '', credit: '', altText: '', flags: ['ANIMATED'] };
    const cases: [sent: object, image: object, linkOut: object | null][] = [
      [{ image_id: photo }, own, link(link_url, '_blank')],
      [{ image_id: photo, ...said }, other, link(link_url, '_blank')],
      [{ image_id: gif }, moving, link('http://b.example/', null)],
      [{ image_id: webp }, { ...moving, id: webp }, null],
      [{ image_external: 'https://i.example/a', ...said }, { ...other, id: null, altText: '' }, null],
    ];
    const fields = `image { id title credit altText flags } linkOut { target ${PAGES} }`;
    for (const [sent, shown, linkOut] of cases)
      expect(await read(fields, await publish(sent))).toEqual({ image: shown, linkOut });
  });

  test('has its image in every size, or in those asked for, with its own crops', async () => {
    const { id: image_id, thumbnails } = await upload('landscape.jpg');
    const crops = { '3x1': { left: 0, top: 0, width: 900, height: 300 } };
    const id = await publish({ image_id, manual_image_crops: crops });
    const { image_info: info } = (await service.get(`/api/1.3/posts/${id}`)).body;
    expect(info.thumbnails['600x200']).not.toBe(thumbnails['600x200']);
    const crop = (size: string) => ({ size, href: info.thumbnails[size] as string });
    const cropsOf = async (sizes: string, postId = id): Promise<{ size: string }[]> => {
      const shown = await read(`image { crops${sizes} { size href } }`, postId);
      return (shown as { image: { crops: { size: string }[] } }).image.crops;
    };
    const bySize = (one: { size: string }, other: { size: string }) => (one.size < other.size ? -1 : 1);
    const all = Object.keys(thumbnails).map(crop).sort(bySize);
    for (const sizes of ['', '(sizes: null)']) expect((await cropsOf(sizes)).sort(bySize)).toEqual(all);
    expect(await cropsOf('(sizes: ["7x7", "600x200"])')).toEqual([crop('600x200')]);
    expect(await cropsOf('(sizes: ["7x7"])')).toEqual([]);
    const elsewhere = await publish({ image_external: 'https://i.example/a.jpg' });
    expect(await cropsOf('', elsewhere)).toEqual([{ size: 'origin', href: 'https://i.example/a.jpg' }]);
  });

  test('has its authors in their order, its sections and tags, and of these the primary ones', async () => {
    const { id: image_id } = await upload('dot.png');
    const ann = await make('1.1/authors', { first_name: 'Ann', name: 'ann', bio: 'Bio', image_id });
    const [top, sent] = [await makeSection('Top', 'top'), await makeSection('S', 's')];
    const tagged = await makeSection('T', 't', ['New York']);
    const placed = { sections: [sent, top, 0], primary_section: top, tags: ['NEW york', 'b'] };
    const id = await publish({ roar_author_ids: [ann, 1], ...placed, primary_tag: 'Ü c' });
    const placements = 'xSections { PARTICLE slug path status } xTags { id slug title PAGES }';
    const lists = ['primary', 'regular'].map((kind) => placements.replaceAll('x', kind)).join(' ');
    const fields = `authors { PARTICLE image { id } } ${lists}`;
    expect(await read(fields.replaceAll('PARTICLE', PARTICLE).replaceAll('PAGES', PAGES), id)).toEqual({
      authors: [
        particle(ann, 'Ann', '/u/ann/', { subtitle: 'Bio', image: { id: image_id } }),
        expect.objectContaining({ id: 1, subtitle: null, image: null }),
      ],
      primarySections: [section(top, 'Top', 'top')],
      regularSections: [section(sent, 'S', 's'), section(0, 'Home', ''), section(tagged, 'T', 't')],
      primaryTags: [tag('u-c', 'Ü c')],
      regularTags: [tag('new-york', 'NEW york'), tag('b', 'b')],
    });
  });
});
