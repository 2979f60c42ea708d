import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { createImages } from '../support/images.js';
import { type Service, startService } from '../support/service.js';

type Fields = Readonly<Record<string, unknown>>;

let service: Service;
let image: Fields;
beforeAll(async () => {
  service = await startService();
  await createImages(service, 1);
  image = (await service.get('/api/1.3/images/1').expect(200)).body as Fields;
  await service.post('/api/1.3/posts', { headline: 'Post' }).expect(200);
  await service.post('/api/1.3/sections', { title: 'Section', url: 'section', status: 2 }).expect(200);
  await service.post('/api/1.3/badges', { name: 'Badge', image_id: 1 }).expect(200);
  await service.post('/api/1.3/webhooks', { url: 'https://a.example/', is_active: false }).expect(200);
});
afterAll(() => service.stop());

async function ok(call: Test): Promise<Fields> {
  const { status, body } = await call;
  expect({ status, detail: body.detail }).toEqual({ status: 200 });
  return body as Fields;
}

async function refused(call: Test): Promise<string[]> {
  const { status, body } = await call;
  expect({ status, body }).toEqual({ status: 400, body });
  return (body.errors as { field: string }[]).map(({ field }) => field);
}

/** Fields that take URLs: how one is sent, and where it is stored. */
const URL_FIELDS: [field: string, path: string, beside: () => object, table: string][] = [
  ['image_external', '/api/1.3/posts/1', () => ({}), 'articles'],
  ['video', '/api/1.3/drafts/1', () => ({}), 'articles'],
  ['url_header_image', '/api/1.3/sections/1', () => ({}), 'sections'],
  ['link_url', '/api/1.3/images/1', () => ({ image_url: image.image_original_url }), 'images'],
];

describe.each(URL_FIELDS)('%s', (field, path, beside, table) => {
  const put = (value: unknown) => service.put(path, { ...beside(), [field]: value });

  test.each(['http://a.example/x', 'HTTPS://a.example:8443/?b=c#d', 'hTTp://[::1]/'])(
    'takes %s',
    async (url) => {
      const answer = await ok(put(url));
      expect(JSON.stringify(answer).includes(JSON.stringify(url).slice(1, -1)) || field === 'link_url').toBe(
        true,
      );
    },
  );

  test.each([
    ...[
      '//a.example/x',
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'ftp://a.example/',
    ],
    ...['/x.jpg', 'x.jpg', 'https:/a.example', 'https://', 'http://a b/', '\u0001javascript:alert(1)', ' '],
  ])('does not take %j', async (url) => {
    expect(await refused(put(url))).toEqual([field]);
  });

  test('is cleared by null, and by an empty text', async () => {
    for (const nothing of [null, '']) await ok(put(nothing));
  });

  test('that is stored already may be sent back, and not anew', async () => {
    const sources = await openDataSources(service.database.url, { poolSize: 1, entities: [] });
    await sources.writer.query(`UPDATE ${table} SET ${field} = ? WHERE id = 1`, ['javascript:alert(1)']);
    await closeDataSources(sources);
    await ok(put('javascript:alert(1)'));
    expect(await refused(put('javascript:alert(2)'))).toEqual([field]);
    await ok(put(null));
    expect(await refused(put('javascript:alert(1)'))).toEqual([field]);
  });
});

describe('U+0000', () => {
  const TEXTS: [call: string, field: string, body: object][] = [
    ['POST /api/1.3/drafts', 'headline', { headline: 'a\0b' }],
    ['PUT /api/1.3/posts/1', 'body', { body: '\0' }],
    ['PUT /api/1.3/posts/1', 'tags[1]', { tags: ['a', '\0b'] }],
    ['PUT /api/1.3/posts/1', 'sections[0]', { sections: ['Home\0'] }],
    ['PUT /api/1.3/posts/1', 'primary_section', { primary_section: '\0' }],
    ['PUT /api/1.3/posts/1', 'product', { product: { a: [{ b: 'c\0' }] } }],
    ['PUT /api/1.3/posts/1', 'roar_specific_data', { roar_specific_data: { a: { 'b\0': 1 } } }],
    ['PUT /api/1.3/posts/1', 'manual_image_crops', { manual_image_crops: { '3x1\0': null } }],
    ['PUT /api/1.3/posts/1', 'listicle.items[0].caption', { listicle: { items: [{ caption: '\0' }] } }],
    ['PUT /api/1.3/posts/1', 'page_list[0].path', { page_list: [{ view: 'web', path: '/a\0' }] }],
    ['PUT /api/1.3/sections/1', 'title', { title: '\0a' }],
    ['PUT /api/1.3/sections/1', 'url_header_image', { url_header_image: 'https://a.example/\0' }],
    ['PUT /api/1.3/sections/1', 'url_header_image.url', { url_header_image: { url: '\0' } }],
    ['POST /api/1.1/authors', 'specific_data', { specific_data: { '\0': '\0' } }],
    ['POST /api/1.1/authors', 'email', { email: 'a\0@example.com' }],
    ['POST /api/1.1/authors', 'password', { password: 'correct\0horse' }],
    ['PUT /api/1.3/badges/1', 'link', { link: { url: '\0' } }],
    ['PUT /api/1.3/badges/1', 'description', { description: '\0' }],
    ['POST /api/1.3/authors/email', 'emails[0]', { emails: ['a\0@example.com'] }],
    ['POST /api/1.3/authors/search', 'name', { name: 'a\0' }],
    ['POST /api/1.3/authors/search', 'cursor', { cursor: '\0' }],
    ['POST /api/1.1/keys', 'name', { name: 'a\0' }],
    ['POST /api/1.1/keys', 'scope', { scope: 'read\0' }],
    ['POST /api/1.3/redirects', 'from', { from: '/a\0', to: '/' }],
    ['POST /api/1.3/redirects', 'to', { from: '/a', to: '/\0' }],
    ['POST /api/1.3/redirects', 'to', { from: '/a', to: 'https://a.example/\0' }],
    ['POST /api/1.3/webhooks', 'url', { url: 'https://a.example/\0' }],
    ['PUT /api/1.3/webhooks/1', 'url', { url: '\0https://a.example/' }],
    ['PUT /api/1.3/webhooks/1', 'actions[0]', { actions: ['post_edit\0'] }],
    ['PUT /api/1.3/webhooks/1', 'sections[0]', { sections: ['Home\0'] }],
    ['PUT /api/1.3/webhooks/1', 'headers', { headers: { 'x-a': 'b\0' } }],
    ['PUT /api/1.3/webhooks/1', 'headers', { headers: { 'x-a\0': 'b' } }],
    ['PUT /api/1.3/webhooks/1', 'basic_auth', { basic_auth: 'a:\0' }],
    ['PUT /api/1.3/webhooks/1', 'secret', { secret: 'whsec_\0' }],
    ['PUT /api/1.3/webhooks/1', 'payload_form', { payload_form: 'flat\0' }],
    ['POST /api/1.3/drafts/1/preview_links', 'expires_in', { expires_in: '60\0' }],
    ['PUT /api/1.3/sections/1/order', 'post_ids[0]', { post_ids: ['1\0'] }],
    ['POST /api/1.3/posts/1/likes', 'author_id', { author_id: '1\0' }],
  ];

  test.each(TEXTS)('in the body of %s is refused, naming %s', async (call, field, body) => {
    const [method, path = ''] = call.split(' ');
    expect(await refused(method === 'POST' ? service.post(path, body) : service.put(path, body))).toEqual([
      field,
    ]);
  });

  test.each([
    ['posts?phrase=a%00', 'phrase'],
    ['posts?include_tags=a,b%00', 'include_tags[1]'],
    ['posts?provider_post_id=%00', 'provider_post_id'],
    ['posts?type=%00', 'type'],
    ['posts/section?section_name=%00', 'section_name'],
    ['posts/tag?tag=a%00', 'tag'],
    ['posts/search?phrase=%00a', 'phrase'],
    ['posts/basename?basename=%00a', 'basename'],
    ['authors/email?emails=%00', 'emails[0]'],
  ])('in the query %s is refused, naming %s', async (query, field) => {
    expect(await refused(service.get(`/api/1.3/${query}`))).toEqual([field]);
  });

  test.each(['caption', 'alt', 'link_url', 'link_target'])(
    'in the part %s of a form is refused',
    async (part) => {
      const upload = service
        .post('/api/1.3/images')
        .field(part, 'a\0b')
        .field('image_url', 'https://a.example/');
      expect(await refused(upload)).toEqual([part]);
    },
  );

  test.each([
    ...[
      '/a%00b',
      '/%00',
      '/section/%00',
      '/tag/a%00',
      '/tag/%00/feed.xml',
      '/u/%00/',
      '/amp/%00',
      '/section%00/feed.xml',
    ],
    ...['/res/images/1/%00.jpg', '/res/documents/1/%00', '/docs/%00', '/api/1.3/posts/1%00', '/api/1.3/%00'],
    ...['/api/1.3/posts/by-provider/20/%00', '/core/graphiql/%00', '/res/theme/%00', '/feed.xml%00'],
  ])('in the path %s is found nowhere', async (path) => {
    const { status } = await service.get(path);
    expect([400, 404, 405]).toContain(status);
  });

  test('in a variable of GraphQL finds nothing', async () => {
    const query = 'query ($t: [String]) { posts(filters: { includedTags: $t }) { id } }';
    const { status, body } = await service.post('/core/graphql', { query, variables: { t: ['\0'] } });
    expect([status, body.data?.posts ?? []]).toEqual([status < 500 ? status : 200, []]);
  });
});
