import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createImages } from '../support/images.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

const READER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';

let service: Service;
beforeAll(async () => {
  service = await startService();
  await createImages(service, 2);
});
afterAll(() => service.stop());

const open = (path: string) => service.as(null).get(path).set('user-agent', READER);
const keyed = (path: string) => service.get(path).set('user-agent', READER);
let posts = 0;
async function publish(
  fields: object = {},
): Promise<{ id: number; slug: string; path: string; amp: string }> {
  const sent = { headline: `Page ${++posts}`, body: '<p>Words of the page.</p>', ...fields };
  const { body } = await service.post('/api/1.3/posts', sent).expect(200);
  const amp = (body.amp_url as string).slice(BASE_URL.length);
  return { id: body.id, slug: body.slug, path: `/${body.slug}`, amp };
}
const section = async (fields: object): Promise<number> =>
  (await service.post('/api/1.3/sections', fields).expect(200)).body.id;
/** Views are written once a second. */
const later = () => new Promise((resolve) => setTimeout(resolve, 1100));

describe('The page of a post', () => {
  test('shows what the post has', async () => {
    const { path } = await publish({
      headline: 'The bridge <is> open',
      subheadline: 'At "last"',
      page_title: 'Bridge & co',
      meta_description: 'All about it',
      og_title: 'Look, a bridge',
      body: '<p>Words of the page.</p><script>alert(1)</script>',
      image_id: 1,
      photo_caption: 'At dawn',
      photo_credit: 'Ann Lee',
      tags: ['River Bank'],
    });
    const { text, headers } = await open(path).expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const part of [
      '<title>Bridge &amp; co – Example</title>',
      'The bridge &lt;is&gt; open</h1>',
      'At &quot;last&quot;',
      'content="All about it"',
      'content="Look, a bridge"',
      `href="${BASE_URL}${path}"`,
      '<p>Words of the page.</p>',
      'At dawn',
      'Ann Lee',
      'River Bank',
      '"@type":"NewsArticle"',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('alert(1)');
    expect(text).not.toContain('<is>');
  });

  test('says how long it takes to read, its listicle, too', async () => {
    const items = Array.from({ length: 4 }, () => ({
      headline: 'Walk',
      body: '<p>by the river</p>'.repeat(100),
    }));
    const { path } = await publish({ body: '<p>of this town</p>'.repeat(79), listicle: { items } });
    const { text } = await open(path).expect(200);
    expect(text).toContain('"wordCount":1437');
    expect(text).toContain('6 min read');
  });

  test('is there for drafts, scheduled, private and removed posts in no case', async () => {
    const { body: draft } = await service.post('/api/1.3/drafts', { headline: 'Unfinished' }).expect(200);
    await open(`/${draft.slug}`).expect(404);
    const hidden = await section({ title: 'Hidden', url: 'hidden', status: 1 });
    const secret = await publish({ sections: [hidden] });
    await open(secret.path).expect(404);
    await keyed(secret.path).expect(200);
    const { id, path } = await publish();
    await open(path).expect(200);
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
    const gone = await open(path).expect(410);
    expect(gone.headers['content-type']).toMatch(/^text\/html/);
  });

  test('answers at one URL, and leads there from former ones', async () => {
    const { id, path } = await publish({ headline: 'First name' });
    const renamed = { headline: 'Second name', manual_basename: 'second-name' };
    await service.put(`/api/1.3/posts/${id}`, renamed).expect(200);
    const moved = await open(path).expect(301);
    expect(moved.headers.location).toBe(`${BASE_URL}/second-name`);
    const slashed = await open('/second-name/').expect(301);
    expect(slashed.headers.location).toBe(`${BASE_URL}/second-name`);
    await open('/second-name').expect(200);
  });

  test('has one page: other numbers lead to it', async () => {
    const { path, amp } = await publish({ page_list: [{ view: 'amp', path: '/fast' }] });
    for (const [asked, url] of [
      [path, path],
      [`${path}/`, path],
      [amp, amp],
      [`/amp${path}`, amp],
    ])
      for (const number of ['2', '999999', '0', 'x']) {
        const { headers } = await open(`${asked}?page=${number}`).expect(301);
        expect(headers.location).toBe(`${BASE_URL}${url}`);
      }
    for (const url of [path, amp]) await open(`${url}?page=1`).expect(200);
    const { headers } = await keyed(`${path}?page=2`).expect(301);
    expect(headers.location).toBe(`${BASE_URL}${path}`);
  });

  test('has an AMP page beside it', async () => {
    const { path, amp } = await publish({ image_id: 1 });
    expect((await open(path)).text).toContain(`<link rel="amphtml" href="${BASE_URL}${amp}">`);
    const { text, headers } = await open(amp).expect(200);
    expect(text).toMatch(/^<!doctype html>\s*<html[^>]* (?:amp|⚡)[ >]/i);
    expect(text).toContain('<amp-img');
    expect(text).not.toMatch(/<img\b/);
    expect(headers['content-security-policy']).toContain('script-src https://cdn.ampproject.org');
  });

  test('stops at the rule where the post has a button', async () => {
    const body = '<p>Before it.</p><hr><p>After it, four words.</p>';
    const plain = await publish({ body });
    expect((await open(plain.path)).text).not.toContain('<details');
    const { path } = await publish({ body, roar_specific_data: { keep_reading_button_text: 'Go <on>' } });
    const { text } = await open(path);
    expect(text).toMatch(/Before it\.[\s\S]*<details[\s\S]*Go &lt;on&gt;[\s\S]*After it/);
    const hidden = { keep_reading_button_text: 'Go on', keep_reading_hide_word_count: true };
    const silent = await publish({ body, roar_specific_data: hidden });
    expect((await open(silent.path)).text).not.toMatch(/\b5 words/);
  });

  test.each([1, 2, 3])('shows a listicle of layout %i at its place', async (layout_type) => {
    const { id, path } = await publish({
      listicle: {
        items: [
          { headline: 'One', body: '<p>First item.</p>', image_id: 2 },
          { headline: 'Two', body: '<p>Second item.</p>' },
        ],
        settings: { layout_type },
      },
    });
    const put = `<p>Above.</p><listicle id="listicle-${id}"></listicle><p>Below.</p>`;
    await service.put(`/api/1.3/posts/${id}`, { body: put }).expect(200);
    const { text } = await open(path);
    expect(text).toMatch(/Above\.[\s\S]*One[\s\S]*First item\.[\s\S]*Second item\.[\s\S]*Below\./);
    expect(text).toMatch(/id="[^"]*one"/);
    expect(text).not.toContain('<listicle');
  });
});

describe('Pages that list posts', () => {
  test('are there for home, sections, tags and authors', async () => {
    const id = await section({
      title: 'Harbour',
      url: 'harbour',
      status: 2,
      about_html: '<p>Ships</p><script>x</script>',
    });
    await section({ title: 'Docks', url: 'docks', status: 2, parent_id: id });
    await publish({ headline: 'A ship has come', sections: [id, 0], tags: ['Big Ships'] });
    expect((await open('/').expect(200)).text).toContain('A ship has come');
    const page = (await open('/harbour').expect(200)).text;
    for (const part of ['A ship has come', '<p>Ships</p>', `${BASE_URL}/harbour/docks`])
      expect(page).toContain(part);
    expect(page).not.toContain('<script>x');
    expect((await open('/tag/big-ships').expect(200)).text).toContain('A ship has come');
    expect((await open('/u/administrator/').expect(200)).text).toContain('A ship has come');
    const renamed = await open('/tag/Big%20Ships').expect(301);
    expect(renamed.headers.location).toBe(`${BASE_URL}/tag/big-ships`);
    await open('/u/administrator').expect(301);
    for (const path of ['/tag/none', '/u/nobody/', '/harbour/none', '/u/', '/tag/'])
      await open(path).expect(404);
  });

  test('are turned, twenty posts at a time', async () => {
    const id = await section({ title: 'Long', url: 'long', status: 2 });
    for (let n = 0; n < 21; n++) await publish({ headline: `Story ${n}`, sections: [id] });
    const first = (await open('/long').expect(200)).text;
    expect(first).toContain('rel="next"');
    expect(first).toContain(`${BASE_URL}/long?page=2`);
    const second = (await open('/long?page=2').expect(200)).text;
    expect(second).toContain('Story 0<');
    expect(second).toContain('rel="prev"');
    for (const page of ['3', '0', '-1', 'x', '999999']) await open(`/long?page=${page}`).expect(404);
  });

  test('show unlisted sections by their URL only, and private ones with a key', async () => {
    await section({ title: 'Quiet corner', url: 'quiet', status: 3 });
    await section({ title: 'Closed corner', url: 'closed', status: 1 });
    const quiet = await open('/quiet').expect(200);
    expect(quiet.text).toMatch(/<meta name="robots" content="noindex/);
    await open('/closed').expect(404);
    const { headers } = await keyed('/closed').expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
    expect((await open('/').expect(200)).text).not.toMatch(/(?:Quiet|Closed) corner/);
  });
});

describe('Answers', () => {
  test('may be kept for a moment, and are known again', async () => {
    const { path } = await publish();
    const { headers } = await open(path).expect(200);
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=2, stale-while-revalidate=30');
    expect(headers.vary).toMatch(/x-rmauth/);
    const again = await open(path)
      .set('if-none-match', headers.etag ?? '')
      .expect(304);
    expect(again.text).toBe('');
    await open(path).set('if-none-match', '"other"').expect(200);
    const head = await service.as(null).head(path).expect(200);
    expect(head.headers.etag).toBe(headers.etag);
  });

  test('show a change at once', async () => {
    const { id, path } = await publish({ headline: 'Before' });
    expect((await open(path)).text).toContain('Before');
    for (let n = 0; n < 5; n++) {
      await service
        .put(`/api/1.3/posts/${id}`, { headline: `After ${n}`, manual_basename: 'before' })
        .expect(200);
      expect((await open('/before')).text).toContain(`After ${n}`);
    }
  });

  test('let nothing run, whatever is in the post', async () => {
    const { path } = await publish();
    const { headers } = await open(path);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/script-src|unsafe-eval/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test.each(['/a%00b', '/../etc/passwd', '/%2e%2e/x', `/${'x'.repeat(3000)}`, '/a//b', '/amp', '/amp/'])(
    'of 404 are given to %s',
    async (path) => {
      await open(path).expect(404);
    },
  );

  test.each(['/%', '/%ff'])('of 400 are given to %s', async (path) => {
    await open(path).expect(400);
  });

  test('of the API are not pages', async () => {
    for (const path of [
      '/api/1.3/nothing',
      '/core/nothing',
      '/res/nothing',
      '/docs/nothing',
      '/health/nothing',
    ]) {
      const { headers, body } = await open(path).expect(404);
      expect(headers['content-type']).toMatch(/^application\/problem\+json/);
      expect(body.code).toBe('route-not-found');
    }
  });

  test('come with a favicon and a picture of nobody', async () => {
    for (const path of ['/favicon.ico', '/res/avatars/default']) {
      const { headers } = await open(path).expect(200);
      expect(headers['content-type']).toMatch(/^image\/svg\+xml/);
      expect(headers['cache-control']).toMatch(/max-age=86400/);
    }
  });
});

describe('Page views', () => {
  const viewsOf = async (id: number): Promise<number> => {
    await later();
    return (await service.get(`/api/1.3/posts/${id}`).expect(200)).body.stats.page_views_count;
  };

  test('are those of readers, cached pages included', async () => {
    const { id, path } = await publish();
    const { headers } = await open(path).expect(200);
    await open(path).expect(200);
    await open(path)
      .set('if-none-match', headers.etag ?? '')
      .expect(304);
    await open(path).set('user-agent', 'Googlebot/2.1 (+http://www.google.com/bot.html)').expect(200);
    await open(path).set('sec-purpose', 'prefetch;prerender').expect(200);
    await service.as(null).head(path).set('user-agent', READER).expect(200);
    expect(await viewsOf(id)).toBe(3);
  });
});
