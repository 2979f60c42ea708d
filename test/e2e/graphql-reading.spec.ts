import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createImages } from '../support/images.js';
import { ok } from '../support/picture-client.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';

const [DAY_S, NOWHERE] = [86_400, 999_999];
const [PRIVATE, PUBLIC, UNLISTED] = [1, 2, 3];
const PAGES = 'pages { web { href } amp { href } }';
const PARTICLE = `id title subtitle breadcrumbTitle video { href } linkOut { target ${PAGES} } ${PAGES}`;

type Answer = Readonly<Record<string, object>>;
type Tracker = Readonly<{ accountId: string; linkers?: object }>;
type Named = readonly { readonly title: string }[];
type Posts = Readonly<{ posts: { title: string; regularSections: Named }[] }>;

const BOTH = { default: '<b>web</b>', AMP: '<i>amp</i>' };
const OFF = { template: { default: 'd' }, isEnabled: false };
const ADS = {
  head: { template: 'h' },
  body: [{ template: BOTH, wordsCount: 300 }, OFF],
  listicle: [{ template: 'x', order: [5, 2], title: 'Ad' }, OFF],
  slideshow: [{ template: 'z', order: [3], isEnabled: true }, OFF],
  beforeListicle: [{ template: BOTH }, OFF],
};
const ANALYTICS = {
  adobe: { accountId: 'a', host: 'h.example', script: '//s.example/a.js' },
  google: { accountId: 'g', linkers: { domains: ['a.example', '"</script>'] }, dimensions: { d1: 'x' } },
  googleRm: { accountId: 'rm', dimensions: { d2: [1, null, true] } },
  nielsen: { accountId: 'n', linkers: {} },
  parsely: { accountId: 'p' },
  omniture: { accountId: 'o', suiteId: 'suite' },
  chartbeat: { accountId: 'c' },
};

let service: Service;
/** Another instance on the same data, with all kinds of settings. */
let configured: Service;
/** Fixtures, by name. */
const sections: Record<string, number> = {};
const posts: Record<string, number> = {};
const clients: Record<string, Client> = {};

beforeAll(async () => {
  service = await startService();
  const authors = { roles: { Robot: ['media.write', 'drafts.read'], Clerk: ['articles.read'] } };
  const settings = { ads: ADS, analytics: ANALYTICS, authors };
  configured = await startService({ database: service.database, settings });
  await createImages(service, 2);
  const parent_id = await makeSection('Open', PUBLIC);
  await makeSection('Hidden', PRIVATE);
  await makeSection('Tagged', PRIVATE, { tags: ['secret'] });
  await makeSection('Aside', UNLISTED);
  await makeSection('Below', PUBLIC, { parent_id, url: 'bélow' });
  const page_settings = { open_in_new_tab: true };
  await makeSection('Early', PUBLIC, { order: -5, page_settings, url_header_image: { id: 1 } });
  await makePosts();
  for (const name of words('Reader Guest_Developer Community_User Robot Clerk')) {
    const { body } = await configured.post('/api/1.1/authors', { role: name.replace('_', ' ') }).expect(200);
    clients[name] = configured.as(await configured.createKey({ authorId: body.id }));
  }
  const readOnly = service.as(await service.createKey({ authorId: 1, scope: 'read' }));
  Object.assign(clients, { nobody: service.as(null), Administrator: service, 'read-only': readOnly });
});
afterAll(() => configured.stop().then(() => service.stop()));

const make = async (path: string, body: object): Promise<number> =>
  (await ok<{ id: number }>(service.post(`/api/${path}`, body))).id;
async function makeSection(title: string, status: number, more: object = {}): Promise<number> {
  return (sections[title] = await make('1.3/sections', { title, url: title.toLowerCase(), status, ...more }));
}

/** In which sections. */
const PLACED =
  'nowhere= open=Open mixed=Hidden,Open,Aside aside=Aside hidden=Hidden tagged= hiddenTwice=Hidden,Tagged ' +
  'hiddenAside=Hidden,Aside draft= scheduled= unpublished= removed=';
async function makePosts(): Promise<void> {
  for (const [headline = '', names = ''] of words(PLACED).map((text) => text.split('='))) {
    const door = ['draft', 'scheduled'].includes(headline) ? 'drafts' : 'posts';
    const tags = headline === 'tagged' ? ['Secret'] : [];
    posts[headline] = await make(`1.3/${door}`, { headline, tags, sections: idsOf(words(names, ',')) });
  }
  const scheduled_at = Math.floor(Date.now() / 1000) + DAY_S;
  await service.put(`/api/1.3/scheduled_posts/${posts.scheduled}`, { scheduled_at }).expect(200);
  await service.put(`/api/1.3/posts/${posts.unpublished}`, { action: 'unpublish' }).expect(200);
  await service.delete(`/api/1.3/posts/${posts.removed}`).expect(200);
}

const words = (text: string, separator = ' ') => text.split(separator).filter(Boolean);
const idsOf = (names: string[]) => names.map((name) => (name === 'Home' ? 0 : (sections[name] ?? NOWHERE)));
const page = (path: string) => ({ web: { href: BASE_URL + path }, amp: null });
const particle = (title: string, path: string, more: object) => ({
  ...{ title, breadcrumbTitle: title, subtitle: null, video: null, linkOut: null },
  ...{ pages: page(path), ...more },
});

async function ask<T = Answer>(query: string, variables = {}, client: Client = service.as(null)): Promise<T> {
  const { body } = await client.post('/core/graphql', { query, variables }).expect(200);
  expect(body.errors).toBeUndefined();
  return body.data as T;
}
async function expectRefusal(query: string, variables: object): Promise<void> {
  const { body } = await service.as(null).post('/core/graphql', { query, variables });
  expect(body.errors).toMatchObject([{ extensions: { code: 'invalid-input' } }]);
  expect(Object.values(body.data as object)).toEqual([null]);
}
const OPEN_POSTS = words('aside hiddenAside mixed nowhere open');
const ALL_POSTS = words('aside hidden hiddenAside hiddenTwice mixed nowhere open tagged');
const POSTS = `query ($f: PostsFilters) {
  posts(filters: $f, slice: { limit: 100 }) { title regularSections { title } }
}`;

test.each([
  ['nobody', OPEN_POSTS, ['Open']],
  ['Robot', OPEN_POSTS, ['Open']],
  ...words('Administrator read-only Reader Guest_Developer Community_User Clerk').map(
    (name) => [name, ALL_POSTS, ['Hidden', 'Open', 'Aside']] as const,
  ),
])('%s sees in lists and by id the posts %j, one of them in the sections %j', async (name, all, ofMixed) => {
  const found = async (f: object) => (await ask<Posts>(POSTS, { f }, clients[name])).posts;
  const titlesOf = async (f: object) => (await found(f)).map(({ title }) => title).sort();
  for (const filters of [{}, { includedIds: Object.values(posts) }, { excludedIds: [NOWHERE] }])
    expect((await titlesOf(filters)).filter((title) => Object.hasOwn(posts, title))).toEqual(all);
  for (const [title, id] of Object.entries(posts))
    expect(await titlesOf({ includedIds: [id] })).toEqual(all.includes(title) ? [title] : []);
  const [mixed] = await found({ includedIds: [posts.mixed] });
  expect(mixed?.regularSections.map(({ title }) => title)).toEqual(ofMixed);
});

describe('sections', () => {
  const QUERY = 'query ($f: SectionsFilters) { sections(filters: $f) { title } }';
  const found = async (f: object | null, client?: Client) =>
    (await ask<{ sections: Named }>(QUERY, { f }, client)).sections.map(({ title }) => title).join(' ');
  const [ALL, OPEN] = ['Early Open Hidden Tagged Aside Below', 'Early Open Below'];
  test.each([
    ['', ALL, OPEN],
    ['includedIds Below Hidden Aside x', 'Hidden Aside Below', 'Aside Below'],
    ['includedIds x', '', ''],
    ['excludedIds Open Tagged x', 'Early Hidden Aside Below', 'Early Below'],
    ['includedPaths /open /aside /hidden', 'Open Hidden Aside', 'Open Aside'],
    ['includedPaths open/bélow/ //aside// early', 'Early Aside Below', 'Early Aside Below'],
    ['includedPaths /open/be\u0301low', 'Below', 'Below'],
    ['includedPaths /OPEN /bélow /open/b%C3%A9low /nowhere', '', ''],
    ['excludedPaths open/ /tagged', 'Early Hidden Aside Below', 'Early Below'],
    ['includedStatuses PUBLIC', OPEN, OPEN],
    ['includedStatuses UNLISTED', 'Aside', ''],
    ['includedStatuses PRIVATE UNLISTED', 'Hidden Tagged Aside', ''],
    ['excludedStatuses PRIVATE', 'Early Open Aside Below', OPEN],
    ['excludedStatuses PUBLIC', 'Hidden Tagged Aside', ''],
    ['includedStatuses UNLISTED; includedIds Open Aside', 'Aside', 'Aside'],
    ['includedPaths /aside /open; excludedIds Open', 'Aside', 'Aside'],
    ['includedIds Open Early; includedPaths /open', 'Open', 'Open'],
    ['includedIds Open; excludedPaths /open', '', ''],
    ['includedIds Home', 'Home', 'Home'],
    ['includedPaths /', 'Home', 'Home'],
    ['includedIds Home Open; excludedPaths /', 'Open', 'Open'],
    ['includedIds Home; excludedStatuses PUBLIC', '', ''],
  ])('of "%s" are "%s", for readers without a key "%s"', async (text, all, open) => {
    const filters = words(text, '; ').map((filter) => words(filter));
    const valuesOf = (name: string, values: string[]) => (name.endsWith('Ids') ? idsOf(values) : values);
    const f = Object.fromEntries(filters.map(([name = '', ...values]) => [name, valuesOf(name, values)]));
    expect([await found(f, service), await found(f)]).toEqual([all, open]);
  });

  test('are not filtered by empty lists and nulls, and take 100 values, not 101', async () => {
    for (const filters of [null, { includedIds: [], excludedStatuses: [] }, { includedPaths: [null] }])
      expect(await found(filters)).toBe(OPEN);
    const values = Array.from({ length: 101 }, (_, n) => NOWHERE + n);
    for (const name of ['includedIds', 'excludedIds', 'includedPaths', 'excludedPaths']) {
      const list = values.map((value) => (name.endsWith('Ids') ? value : `/${value}`));
      expect(await found({ [name]: list.slice(1) })).toBe(name.startsWith('in') ? '' : OPEN);
      await expectRefusal(QUERY, { f: { [name]: list } });
    }
  });

  test('have their fields', async () => {
    const href = 'https://i.example/wide.jpg';
    await service.put(`/api/1.3/sections/${sections.Below}`, { url_header_image: href }).expect(200);
    const fields = `${PARTICLE} slug path status image { id title flags crops(sizes: ["origin", "origin"]) { href } }`;
    const query = `query ($ids: [Int]!) { sections(filters: { includedIds: $ids }) { ${fields} } }`;
    const section = (title: string, slug: string, path: string, more: object) =>
      particle(title, path, {
        id: sections[title] ?? 0,
        slug,
        path: decodeURI(path),
        status: 'PUBLIC',
        ...more,
      });
    const image = (id: number | null, url: string) => ({ id, title: '', flags: [], crops: [{ href: url }] });
    const own = expect.stringMatching(/^https:\/\/site\.example\/res\/images\/1\//) as unknown as string;
    const linkOut = { target: '_blank', pages: page('/early') };
    expect((await ask(query, { ids: idsOf(['Below', 'Early', 'Home']) })).sections).toEqual([
      section('Early', 'early', '/early', { linkOut, image: image(1, own) }),
      section('Home', '', '/', { image: null }),
      section('Below', 'bélow', '/open/b%C3%A9low', { image: image(null, href) }),
    ]);
  });
});

describe('authors', () => {
  const NAMES = 'älbert Zoé adam Ångström zoe Bo ALBERTA bó Émile emil';
  const BY_TITLE = words('adam älbert ALBERTA Ångström Bo bó emil Émile Zoé zoe');
  const RATED = words('Bo Zoé adam älbert ALBERTA Ångström bó emil Émile zoe');
  const OF_BO = { image_id: 2, bio: 'Of Bo' };
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    for (const first_name of words(NAMES))
      ids[first_name] = await make('1.1/authors', { first_name, ...(first_name === 'Bo' ? OF_BO : {}) });
    for (const views of ['4 6 Zoé Bo', '1 0 Bo', '90 8 emil', '3 1 adam']) {
      const [count, days, ...names] = words(views);
      const roar_author_ids = names.map((name) => ids[name]);
      const id = await make('1.3/posts', { headline: 'Viewed', roar_author_ids });
      const at = Math.floor(Date.now() / 1000) - Number(days) * DAY_S;
      await service.post(`/api/1.3/posts/${id}/page_views`, { count, at }).expect(200);
    }
  });

  const QUERY = 'query ($f: AuthorsFilters, $s: AuthorsSlice) { authors(filters: $f, slice: $s) { title } }';
  const found = async (s: object | null, f: object | null = { includedIds: Object.values(ids) }) =>
    (await ask<{ authors: Named }>(QUERY, { f, s })).authors.map(({ title }) => title);
  const known = (titles: readonly string[]) => titles.filter((title) => BY_TITLE.includes(title));

  test('are sorted by title, whatever case and accents', async () => {
    for (const order of [undefined, null, 'TITLE']) expect(await found({ order })).toEqual(BY_TITLE);
    expect(known(await found({ limit: 100 }, null))).toEqual(BY_TITLE);
  });

  test('are sorted by the views of their posts in seven days; those whom nobody read follow by title', async () => {
    expect(await found({ order: 'RATING' })).toEqual(RATED);
    const all = await found({ order: 'RATING', limit: 100 }, null);
    expect(known(all)).toEqual(RATED);
    expect([...all].sort()).toEqual((await found({ limit: 100 }, null)).sort());
  });

  test('are ten at most without a limit, and those of includedIds only', async () => {
    const all = await found({ limit: 100 }, null);
    expect(all.length).toBeGreaterThan(BY_TITLE.length);
    for (const filters of [null, {}, { includedIds: [] }, { includedIds: [null] }])
      expect(await found(null, filters)).toEqual(all.slice(0, 10));
    for (const limit of [0, 1, 3]) expect(await found({ limit })).toEqual(BY_TITLE.slice(0, limit));
    expect(await found({ limit: 101 }, null)).toEqual(all);
    for (const order of ['TITLE', 'RATING'])
      expect(await found({ order }, { includedIds: [ids.zoe, ids.zoe, NOWHERE] })).toEqual(['zoe']);
    await expectRefusal(QUERY, { s: { limit: -1 } });
    await expectRefusal(QUERY, { f: { includedIds: Array.from({ length: 101 }, (_, n) => n) } });
  });

  test('have their fields', async () => {
    const query = `query ($ids: [Int]!) { authors(filters: { includedIds: $ids }) { ${PARTICLE} image { id } } }`;
    const { authors } = await ask(query, { ids: [ids.Bo, ids.Émile] });
    expect(authors).toEqual([
      particle('Bo', '/u/bo/', { id: ids.Bo, subtitle: 'Of Bo', image: { id: 2 } }),
      particle('Émile', '/u/emile/', { id: ids.Émile, image: null }),
    ]);
  });
});

describe('Ads and analytics', () => {
  const AD = 'isEnabled template amp: template(device: AMP)';
  const ALL_ADS = `{ ads { head { ${AD} } body { ${AD} wordsCount } listicle { ${AD} order title }
    slideshow { ${AD} order } beforeListicle { ${AD} } } }`;
  const TRACKER = 'accountId linkers';
  const GOOGLE = `{ ${TRACKER} dimensions }`;
  const ALL_ANALYTICS = `{ analytics { adobe { ${TRACKER} host script } google ${GOOGLE}
    rm: google(rm: true) ${GOOGLE} own: google(rm: false) ${GOOGLE} nielsen { ${TRACKER} } parsely { ${TRACKER} }
    comscore { ${TRACKER} } omniture { ${TRACKER} suiteId } chartbeat { ${TRACKER} useNakedDomain } } }`;
  const ad = (template: string, amp: string, more = {}) => ({ isEnabled: true, template, amp, ...more });
  const off = (more: object) => ({ isEnabled: false, template: 'd', amp: 'd', ...more });

  test('are none where the site has no settings of them', async () => {
    const ads = { head: null, body: [], listicle: [], slideshow: [], beforeListicle: [] };
    expect(await ask(ALL_ADS)).toEqual({ ads });
    const { analytics = {} } = await ask(ALL_ANALYTICS);
    expect(new Set(Object.values(analytics))).toEqual(new Set([null]));
  });

  test('are the ads of the settings, for each device', async () => {
    expect(await ask(ALL_ADS, {}, configured.as(null))).toEqual({
      ads: {
        head: ad('h', 'h'),
        body: [ad(BOTH.default, BOTH.AMP, { wordsCount: 300 }), off({ wordsCount: null })],
        listicle: [ad('x', 'x', { order: [5, 2], title: 'Ad' }), off({ order: [], title: '' })],
        slideshow: [ad('z', 'z', { order: [3] }), off({ order: [] })],
        beforeListicle: [ad(BOTH.default, BOTH.AMP), off({})],
      },
    });
  });

  test('are the accounts of the settings, with JSON as text', async () => {
    const { analytics } = await ask(ALL_ANALYTICS, {}, configured.as(null));
    const { google, googleRm, chartbeat, ...others } = ANALYTICS;
    const text = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
    const shown = (tracker: Tracker) => ({ ...tracker, linkers: text(tracker.linkers) });
    const own = { ...shown(google), dimensions: text(google.dimensions) };
    expect(analytics).toEqual({
      ...Object.fromEntries(Object.entries(others).map(([name, tracker]) => [name, shown(tracker)])),
      ...{ google: own, own, rm: { ...shown(googleRm), dimensions: text(googleRm.dimensions) } },
      ...{ comscore: null, chartbeat: { ...shown(chartbeat), useNakedDomain: false } },
    });
  });
});
