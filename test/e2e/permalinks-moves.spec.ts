import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { RepathArticles } from '../../src/modules/articles/placement/repath-articles.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

let service: Service;

function onSiteWith(settings: object): void {
  beforeAll(async () => {
    service = await startService({ settings });
  });
  afterAll(() => service.stop());
}

const createSection = async (url: string, fields: object = {}) =>
  (await service.post('/api/1.3/sections', { title: url, url, status: 2, ...fields }).expect(200)).body as {
    id: number;
  };
const editSection = (id: number, fields: object) =>
  service.put(`/api/1.3/sections/${id}`, fields).expect(200);
const create = async (headline: string, fields: object = {}, door = 'posts') =>
  (await service.post(`/api/1.3/${door}`, { headline, ...fields }).expect(200)).body as Post;
const edit = async (id: number, fields: object) =>
  (await service.put(`/api/1.3/posts/${id}`, fields).expect(200)).body as Post;
const read = async (id: number) => (await service.get(`/api/1.3/posts/${id}`).expect(200)).body as Post;
const slug = async (id: number) => (await read(id)).slug;
const paths = async (id: number) => {
  const { body } = await service.get(`/api/1.3/posts/${id}/explain`).expect(200);
  return Object.fromEntries(
    (body.urls as { url: string; state: string }[]).map(({ url, state }) => [
      decodeURI(url.slice(BASE_URL.length)),
      state,
    ]),
  );
};

describe('where paths end with the section', () => {
  onSiteWith({ articles: { permalink: '/{basename}/{section}' } });

  test('they follow its URL, also when its number is that of the post', async () => {
    const news = await createSection('news');
    const posts = [
      await create('One', { sections: [news.id] }),
      await create('Two', { sections: [news.id] }),
    ];
    const [one, two] = posts.map(({ id }) => id) as [number, number];
    await editSection(news.id, { url: `news-${two}` });
    expect([await slug(one), await slug(two)]).toEqual([`one/news-${two}`, `two/news-${two}`]);
    await editSection(news.id, { url: `news-${two}5` });
    await editSection(news.id, { url: 'news' });
    expect([await slug(one), await slug(two)]).toEqual(['one/news', 'two/news']);
  });
});

describe('where paths name the section', () => {
  onSiteWith({ articles: { permalink: '/{section}/{basename}' } });

  test('they follow its URL, through all that is below it, and the old ones redirect', async () => {
    const news = await createSection('news');
    const local = await createSection('local', { parent_id: news.id });
    const [top, deep] = [
      await create('Top', { sections: [news.id] }),
      await create('Deep', { primary_section: local.id, sections: [news.id, local.id] }),
    ];
    const draft = await create('Draft', { sections: [local.id] }, 'drafts');
    await editSection(news.id, { url: 'world' });
    expect([await slug(top.id), await slug(deep.id), await slug(draft.id)]).toEqual([
      'world/top',
      'world/local/deep',
      'world/local/draft',
    ]);
    expect(await paths(deep.id)).toEqual({ '/news/local/deep': 'moved', '/world/local/deep': 'current' });
    expect(await paths(draft.id)).toEqual({ '/world/local/draft': 'current' });
    await editSection(local.id, { parent_id: 0 });
    expect(await slug(deep.id)).toBe('local/deep');
  });

  test('there and back again makes no loop: one path is current, the other redirects', async () => {
    const section = await createSection('here');
    const post = await create('Post', { sections: [section.id] });
    for (const url of ['there', 'here', 'there', 'here']) await editSection(section.id, { url });
    expect(await paths(post.id)).toEqual({ '/here/post': 'current', '/there/post': 'moved' });
  });

  test('a path that is taken where the section moves to gets the id', async () => {
    const section = await createSection('from');
    const taken = await create('Any', { page_list: [{ view: 'web', path: '/to/same' }] });
    const post = await create('Same', { sections: [section.id] });
    await editSection(section.id, { url: 'to' });
    expect(await read(post.id)).toMatchObject({ slug: `to/same-${post.id}`, basename: `same-${post.id}` });
    expect(await slug(taken.id)).toBe('to/same');
    await service.put(`/api/1.3/posts/${post.id}`, await read(post.id)).expect(200);
    expect(await slug(post.id)).toBe(`to/same-${post.id}`);
  });

  test('a section that a tag brings changes no path', async () => {
    await createSection('by-tag', { tags: ['brings'] });
    expect(await slug((await create('Tagged', { tags: ['brings'] })).id)).toBe('tagged');
  });

  test('posts of a removed section follow to the destination, and else stay where they are', async () => {
    const [from, to, lone] = [
      await createSection('old'),
      await createSection('new'),
      await createSection('lone'),
    ];
    const moved = await create('Moved', { primary_section: from.id });
    const leading = await create('Leading', { sections: [from.id, lone.id] });
    const left = await create('Left', { primary_section: lone.id });
    await service.delete(`/api/1.3/sections/${from.id}?destination_section_id=${to.id}`).expect(200);
    await service.delete(`/api/1.3/sections/${lone.id}`).expect(200);
    expect([await slug(moved.id), await slug(leading.id)]).toEqual(['new/moved', 'new/leading']);
    expect(await slug(left.id)).toBe('lone/left');
    const { body } = await service.get(`/api/1.3/posts/${left.id}/explain`).expect(200);
    expect(body.urls).toEqual([
      expect.objectContaining({ why: expect.stringMatching(/It stays as it was made, .* \/left now\.$/) }),
    ]);
  });

  test('a custom path does not follow', async () => {
    const section = await createSection('fixed');
    const post = await create('X', { sections: [section.id], page_list: [{ view: 'web', path: '/mine' }] });
    await editSection(section.id, { url: 'moved' });
    expect(await slug(post.id)).toBe('mine');
  });

  test('what could not be done fails no edit, and is done by the next look', async () => {
    const section = await createSection('crash');
    const posts = [
      await create('P1', { sections: [section.id] }),
      await create('P2', { sections: [section.id] }),
    ];
    const updates = service.app.get(RepathArticles);
    const catchUp = updates.catchUp.bind(updates);
    updates.catchUp = () => Promise.reject(new Error('stopped'));
    await editSection(section.id, { url: 'restart' });
    updates.catchUp = catchUp;
    expect(await slug(posts[0]?.id ?? 0)).toBe('crash/p1');
    await updates.catchUp();
    expect(await Promise.all(posts.map(({ id }) => slug(id)))).toEqual(['restart/p1', 'restart/p2']);
  });
});

describe('page_list', () => {
  onSiteWith({});

  test('the first web and the first amp path make the URLs; paths are decoded, with blanks and any letters', async () => {
    const page_list = [
      { view: 'amp', path: '/schnell/größe 1' },
      { view: 'web', path: 'über uns/日本' },
      { view: 'web', path: '/second' },
      { view: 'amp', path: '/second-amp' },
    ];
    const post = await create('Custom', { page_list });
    expect(post).toMatchObject({
      slug: 'über uns/日本',
      post_url: `${BASE_URL}/${encodeURI('über uns/日本')}`,
      amp_url: `${BASE_URL}/${encodeURI('schnell/größe 1')}`,
      page_list,
    });
    expect(await paths(post.id)).toEqual({ '/schnell/größe 1': 'amp', '/über uns/日本': 'current' });
  });

  test('without an amp path the AMP page is below /amp', async () => {
    expect((await create('Plain')).amp_url).toBe(`${BASE_URL}/amp/plain`);
  });

  test('an amp path is unique among all pages, and leaves a redirect when it is given up', async () => {
    const page_list = [{ view: 'amp', path: '/fast' }];
    const [one, two] = [await create('One', { page_list }), await create('Two', { page_list })];
    expect(two.amp_url).toBe(`${BASE_URL}/fast-${two.id}`);
    expect((await create('Fast')).slug).toMatch(/^fast-\d+$/);
    expect((await edit(one.id, { page_list: [] })).amp_url).toBe(`${BASE_URL}/amp/one`);
    expect(await paths(one.id)).toEqual({ '/fast': 'moved', '/one': 'current' });
    expect((await edit(two.id, await read(two.id))).amp_url).toBe(two.amp_url);
  });

  test('one path for both views gives the AMP page an ending', async () => {
    const page_list = [
      { view: 'web', path: '/both' },
      { view: 'amp', path: '/both' },
    ];
    const post = await create('Both', { page_list });
    expect(post).toMatchObject({ slug: 'both', amp_url: `${BASE_URL}/both-${post.id}` });
  });

  test('a removed article frees its amp path, and a restored one has it back', async () => {
    const page_list = [{ view: 'amp', path: '/again-fast' }];
    const post = await create('Again', { page_list });
    await service.delete(`/api/1.3/posts/${post.id}`).expect(200);
    const { body } = await service.put(`/api/1.3/drafts/${post.id}`, { action: 'restore' }).expect(200);
    expect(body.amp_url).toBe(`${BASE_URL}/again-fast`);
  });
});

describe('a site with a pattern for AMP pages', () => {
  onSiteWith({
    articles: { permalink: '/{basename}-{id}.html', ampPermalink: '/{basename}-{id}.amp.html' },
  });
  const anybody = (path: string) => service.as(null).get(path);

  test('has them where the pattern says', async () => {
    const { id, post_url, amp_url } = await create('The Bridge');
    expect(post_url).toBe(`${BASE_URL}/the-bridge-${id}.html`);
    expect(amp_url).toBe(`${BASE_URL}/the-bridge-${id}.amp.html`);
    expect((await anybody(`/the-bridge-${id}.html`).expect(200)).text).toContain(
      `<link rel="amphtml" href="${amp_url ?? ''}">`,
    );
    const { text } = await anybody(`/the-bridge-${id}.amp.html`).expect(200);
    expect(text).toMatch(/<html[^>]* (?:amp|⚡)/);
    expect(text).toContain(`<link rel="canonical" href="${post_url}">`);
  });

  test('they follow the slug, and leave redirects', async () => {
    const { id } = await create('Before');
    expect(await edit(id, { manual_basename: 'after' })).toMatchObject({
      slug: `after-${id}.html`,
      amp_url: `${BASE_URL}/after-${id}.amp.html`,
    });
    const { headers } = await anybody(`/before-${id}.amp.html`).expect(301);
    expect(headers.location).toBe(`${BASE_URL}/after-${id}.html`);
    expect(await edit(id, { subheadline: 'Other' })).toMatchObject({ slug: `after-${id}.html` });
  });

  test('an amp path of page_list wins', async () => {
    const { id, amp_url } = await create('Own', { page_list: [{ view: 'amp', path: '/own-amp' }] });
    expect(amp_url).toBe(`${BASE_URL}/own-amp`);
    expect((await edit(id, { page_list: [] })).amp_url).toBe(`${BASE_URL}/own-${id}.amp.html`);
  });

  test('whoever writes without the setting gives them up, and with it has them again', async () => {
    const { id } = await create('Later');
    const plain = await startService({ database: service.database, settings: {} });
    expect((await plain.put(`/api/1.3/posts/${id}`, { subheadline: 'A' }).expect(200)).body.amp_url).toBe(
      `${BASE_URL}/amp/later-${id}.html`,
    );
    await plain.stop();
    expect((await edit(id, { subheadline: 'B' })).amp_url).toBe(`${BASE_URL}/later-${id}.amp.html`);
  });
});

describe('a site whose AMP pages are below sections', () => {
  onSiteWith({ articles: { permalink: '/{section}/{basename}', ampPermalink: '/{section}/{basename}.amp' } });

  test('moves them with the section', async () => {
    const section = await createSection('sport');
    const { id, amp_url } = await create('Match', { sections: [section.id] });
    expect(amp_url).toBe(`${BASE_URL}/sport/match.amp`);
    await editSection(section.id, { url: 'games' });
    expect(await read(id)).toMatchObject({ slug: 'games/match', amp_url: `${BASE_URL}/games/match.amp` });
    expect(await paths(id)).toMatchObject({ '/games/match.amp': 'amp', '/sport/match.amp': 'moved' });
  });

  test('moves also those of posts with a path of their own', async () => {
    const section = await createSection('chess');
    const page_list = [{ view: 'web', path: '/final' }];
    const { id, version } = await create('Final', { sections: [section.id], page_list });
    await editSection(section.id, { url: 'draughts' });
    const amp_url = `${BASE_URL}/draughts/final.amp`;
    expect(await read(id)).toMatchObject({ slug: 'final', amp_url, version: version + 1 });
    expect(await paths(id)).toMatchObject({ '/final': 'current', '/chess/final.amp': 'moved' });
  });
});

test.each([
  [{ ampPermalink: '/api/{id}' }, 'articles.ampPermalink: begins with a reserved segment'],
  [{ ampPermalink: '/{basename}' }, 'articles.ampPermalink: must not be articles.permalink'],
  [{ ampPermalink: '/{section}/{id}' }, 'articles.ampPermalink: may hold {section}'],
  [{ ampPermalink: '/amp' }, 'articles.ampPermalink: must begin with /'],
  [{ permalink: '/API/{id}' }, 'articles.permalink: begins with a reserved segment'],
])('the settings %j are refused', async (articles, message) => {
  await expect(startService({ settings: { articles } })).rejects.toThrow(message);
});

describe('a site without AMP', () => {
  onSiteWith({ articles: { ampEnabled: false } });

  test('shows no AMP URL', async () => {
    expect((await create('Plain')).amp_url).toBeNull();
  });
});
