import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { askWith, linksOf, newDraft, newLink, pathOf, postsBy, titlesOf } from '../support/preview-links.js';
import { type Client, type Service, startService } from '../support/service.js';

let service: Service;
let reader: { client: Client };
beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
  reader = await service.createAuthorWithKey('Reader');
});
afterAll(() => service.stop());

const draft = (more?: object) => newDraft(service, more);
const link = (id: number) => newLink(service, id);
const anonymous = () => service.as(null);
const ask = (query: string, token?: string, client = anonymous()) => askWith(client, query, token);

describe('With the link', () => {
  test('the page of the draft is shown, to be kept, found and told to nobody', async () => {
    const { id, headline } = await draft({ body: '<p>Text</p>' });
    const { url } = await link(id);
    const { text, headers } = await anonymous().get(pathOf(url)).expect(200);
    expect(text).toContain(headline);
    expect(text).toMatch(/<meta name="robots" content="noindex/);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect(headers.vary).toContain('x-preview');
    expect(text).not.toContain(new URL(url).searchParams.get('preview'));
  });

  test('the header x-preview does for the query, also of a page that was just missing', async () => {
    const { id, headline, path } = await draft();
    const { token } = await link(id);
    await anonymous().get(path).expect(404);
    expect((await anonymous().get(path).set('x-preview', token).expect(200)).text).toContain(headline);
    await anonymous().get(path).expect(404);
    const { body } = await anonymous().get(`/api/1.3/drafts/${id}`).set('x-preview', token).expect(200);
    expect(body).toMatchObject({ id, headline });
    const answer = await ask(postsBy(id)).set('x-preview', token);
    expect(titlesOf(answer)).toEqual([headline]);
  });

  test('REST answers the draft, and nothing else', async () => {
    const { id, headline } = await draft();
    const other = await draft();
    const { body: post } = await service.post('/api/1.3/posts', { headline: 'Public' }).expect(200);
    const { token } = await link(id);
    for (const door of ['drafts', 'posts']) {
      const answer = await anonymous().get(`/api/1.3/${door}/${id}?preview=${token}`).expect(200);
      expect(answer.body).toMatchObject({ id, headline });
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', etag: expect.any(String) });
      for (const foreign of [other.id, (post as { id: number }).id, 999_999])
        await anonymous().get(`/api/1.3/${door}/${foreign}?preview=${token}`).expect(404);
    }
    const closed = [
      '/api/1.3/posts',
      '/api/1.3/drafts',
      '/api/1.1/me',
      linksOf(id),
      '/api/1.3/changes?after=now',
    ];
    for (const path of closed)
      await anonymous()
        .get(`${path}${path.includes('?') ? '&' : '?'}preview=${token}`)
        .expect(401);
  });

  test('nothing is written', async () => {
    const { id } = await draft();
    const { token } = await link(id);
    const at = (path: string) => `${path}?preview=${token}`;
    await anonymous()
      .put(at(`/api/1.3/drafts/${id}`), { headline: 'New' })
      .expect(401);
    await anonymous()
      .put(at(`/api/1.3/drafts/${id}`), { action: 'publish' })
      .expect(401);
    await anonymous()
      .delete(at(`/api/1.3/drafts/${id}`))
      .expect(401);
    await anonymous()
      .post(at(linksOf(id)), {})
      .expect(401);
    await reader.client.put(at(`/api/1.3/drafts/${id}`), { headline: 'New' }).expect(403);
  });

  test('a key reads with it what it may read, and the draft', async () => {
    const { id, headline } = await draft();
    const { body: post } = await service.post('/api/1.3/posts', { headline: 'Public' }).expect(200);
    const { token } = await link(id);
    await reader.client.get(`/api/1.3/drafts/${id}`).expect(404);
    const { body } = await reader.client.get(`/api/1.3/drafts/${id}?preview=${token}`).expect(200);
    expect(body).toMatchObject({ headline });
    await reader.client.get(`/api/1.3/posts/${(post as { id: number }).id}?preview=${token}`).expect(200);
  });

  test('GraphQL answers the draft where a query names it', async () => {
    const { id, headline, path } = await draft();
    const other = await draft();
    const { token } = await link(id);
    const answer = await ask(postsBy(id, other.id), token);
    expect(titlesOf(answer)).toEqual([headline]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(titlesOf(await ask(postsBy(id)))).toEqual([]);
    expect(titlesOf(await ask(postsBy(id), token, reader.client))).toEqual([headline]);
    expect(titlesOf(await ask('{ posts { title } }', token))).not.toContain(headline);
    for (const statuses of ['DRAFT', '[DRAFT, SCHEDULED]', '[DRAFT, PUBLISHED]']) {
      const byStatus = `{ posts(filters: { statuses: ${statuses}, includedIds: [${id}, ${other.id}] }) { title } }`;
      expect(titlesOf(await ask(byStatus, token))).toEqual([headline]);
      expect(titlesOf(await ask(byStatus, token, service))).toEqual([headline, other.headline]);
    }
    const byPath = `{ posts(filters: { includedPaths: ["${path}"] }) { title } }`;
    expect(titlesOf(await ask(byPath, token))).toEqual([headline]);
    const byPage = (slice: string) =>
      `{ posts: postsPage(filters: { includedIds: [${id}, ${other.id}] }, slice: { ${slice} }) { items { title } } }`;
    const pageOf = async (slice: string, sent?: string) => {
      const { body } = await ask(byPage(slice), sent);
      return (body.data.posts.items as { title: string }[]).map(({ title }) => title);
    };
    expect(await pageOf('limit: 5', token)).toEqual([headline]);
    expect(await pageOf('limit: 5, offset: 1', token)).toEqual([]);
    expect(await pageOf('limit: 5')).toEqual([]);
    const filtered = `{ posts(filters: { includedIds: [${id}], excludedIds: [${id}] }) { title } }`;
    expect(titlesOf(await ask(filtered, token))).toEqual([]);
    const get = await anonymous().get(
      `/res/graphql?preview=${token}&query=${encodeURIComponent(postsBy(id))}`,
    );
    expect(titlesOf(get)).toEqual([headline]);
    expect(get.headers['cache-control']).toBe('no-store');
    expect(titlesOf(await anonymous().get(`/res/graphql?query=${encodeURIComponent(postsBy(id))}`))).toEqual(
      [],
    );
  });

  test('a scheduled post is shown, too', async () => {
    const { id, headline } = await draft();
    await service
      .put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: Math.floor(Date.now() / 1000) + 86_400 })
      .expect(200);
    const { url, token } = await link(id);
    expect((await anonymous().get(pathOf(url)).expect(200)).text).toContain(headline);
    expect(titlesOf(await ask(postsBy(id), token))).toEqual([headline]);
  });

  test('the draft is found at the path that it had when the link was made', async () => {
    const { id, headline } = await draft();
    const { url } = await link(id);
    await service.put(`/api/1.3/drafts/${id}`, { manual_basename: `moved-${id}` }).expect(200);
    expect((await anonymous().get(pathOf(url)).expect(200)).text).toContain(headline);
  });

  test('the post is reached once it is published', async () => {
    const { id } = await draft();
    const { url, token } = await link(id);
    const { body } = await service.put(`/api/1.3/drafts/${id}`, { action: 'publish' }).expect(200);
    const { headers } = await anonymous()
      .get(`${pathOf(url)}&utm_source=x`)
      .expect(302);
    const { post_url } = body as { post_url: string };
    expect(headers.location).toBe(`${post_url}?utm_source=x`);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' });
    await anonymous().get(new URL(post_url).pathname).expect(200);
    await anonymous().get(`/api/1.3/posts/${id}?preview=${token}`).expect(200);
    expect(titlesOf(await ask(postsBy(id), token))).toHaveLength(1);
  });

  test('a post that only readers with a key see is shown as the draft was', async () => {
    const { body } = await service.post('/api/1.3/sections', { title: 'Board', url: 'board', status: 1 });
    const section = (body as { id: number }).id;
    const { id, headline } = await draft({ sections: [section], body: '<p>Minutes</p>' });
    const other = await draft({ sections: [section] });
    const { url, token } = await link(id);
    for (const one of [id, other.id])
      await service.put(`/api/1.3/drafts/${one}`, { action: 'publish' }).expect(200);
    const { text, headers } = await anonymous().get(pathOf(url)).expect(200);
    expect(text).toContain('<p>Minutes</p>');
    expect(text).toMatch(/<meta name="robots" content="noindex/);
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
    await anonymous().get(new URL(url).pathname).expect(404);
    await anonymous().get(`/api/1.3/posts/${id}?preview=${token}`).expect(200);
    expect(titlesOf(await ask(postsBy(id, other.id), token))).toEqual([headline]);
    expect(titlesOf(await ask(postsBy(id)))).toEqual([]);
    expect(titlesOf(await ask('{ posts { title } }', token))).not.toContain(headline);
    const drafts = `{ posts(filters: { statuses: DRAFT, includedIds: [${id}] }) { title } }`;
    expect(titlesOf(await ask(drafts, token))).toEqual([]);
    const byPage = `{ posts: postsPage(filters: { includedIds: [${id}] }) { items { title } } }`;
    expect((await ask(byPage, token)).body.data.posts.items).toEqual([{ title: headline }]);
    const second = `{ posts(filters: { includedIds: [${id}] }, slice: { offset: 1 }) { title } }`;
    expect(titlesOf(await ask(second, token, reader.client))).toEqual([]);
  });

  test('nothing is shown of an article that is removed', async () => {
    const { id } = await draft();
    const { url, token } = await link(id);
    await service.delete(`/api/1.3/drafts/${id}`).expect(200);
    await anonymous().get(pathOf(url)).expect(404);
    await anonymous().get(`/api/1.3/drafts/${id}?preview=${token}`).expect(404);
    expect(titlesOf(await ask(postsBy(id), token))).toEqual([]);
  });

  test('no other page is opened', async () => {
    const [one, other] = [await draft(), await draft()];
    const { token } = await link(one.id);
    await anonymous().get(`${other.path}?preview=${token}`).expect(404);
    await anonymous().get(`${other.path}?draft=1&preview=${token}`).expect(401);
    const { body } = await service.post('/api/1.3/sections', { title: 'Coast', url: 'coast' }).expect(200);
    expect(body).toMatchObject({ full_url: '/coast' });
    for (const path of ['/', '/coast', '/tag/none', '/u/nobody/', '/feed.xml', '/sitemap.xml', '/docs']) {
      const { text } = await anonymous().get(`${path}?preview=${token}`);
      expect([path, text.includes(one.headline)]).toEqual([path, false]);
    }
  });
});
