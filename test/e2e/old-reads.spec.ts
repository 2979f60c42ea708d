import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fewestStatements } from '../support/sent-statements.js';
import { type Client, type Service, startService } from '../support/service.js';

let service: Service;
let author = 0;
let section = 0;
let post = 0;
let draft = 0;
beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
  const id = async (path: string, fields: object): Promise<number> =>
    (await service.post(`/api/${path}`, fields).expect(200)).body.id;
  author = await id('1.1/authors', { first_name: 'Ann', last_name: 'Lee', name: 'ann-lee' });
  await id('1.1/authors', { first_name: 'Bo', name: 'bo' });
  section = await id('1.3/sections', { title: 'News', url: 'news', status: 2 });
  post = await id('1.3/posts', {
    headline: 'The bridge',
    tags: ['Harbour'],
    sections: [section],
    roar_author_ids: [author],
  });
  await id('1.3/posts', { headline: 'Another' });
  draft = await id('1.3/drafts', { headline: 'Not yet' });
});
afterAll(() => service.stop());

const data = async (path: string) => {
  const { body, headers } = await service.get(`/api/1.2/${path}`).expect(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(Object.keys(body as object)).toEqual(['data']);
  return (body as { data: unknown }).data;
};

describe('Authors are looked up by their names', () => {
  const names = async (sent: string) =>
    ((await data(`authors/name?author_names=${sent}`)) as { name: string }[]).map(({ name }) => name);

  test('as the lists of authors show them, without those that are unknown', async () => {
    expect(await names('bo,nobody,ann-lee,bo')).toEqual(['bo', 'ann-lee']);
    expect(await names('nobody')).toEqual([]);
    const { body } = await service.get('/api/1.3/authors/search?name=ann-lee').expect(200);
    expect(await data('authors/name?author_names=ann-lee')).toEqual(body);
  });

  test('letter by letter', async () => {
    expect(await names('ANN-LEE,%25,ann-lee%20,b_')).toEqual(['ann-lee']);
  });

  test('in as many statements for many as for one', async () => {
    const statements = async (sent: string) => (await fewestStatements(service, () => names(sent))).length;
    const many = Array.from({ length: 98 }, (_, n) => `name-${n}`).join();
    expect(await statements(`${many},bo,ann-lee`)).toBe(await statements('bo'));
  });

  test.each(['', `?author_names=${Array(101).fill('a').join()}`])(
    'which have to be some, but not too many (%#)',
    async (query) => {
      const { body } = await service.get(`/api/1.2/authors/name${query}`).expect(400);
      expect(body).toEqual({
        status: { code: 400, messages: [expect.stringMatching(/^author_names: /)] },
        data: null,
      });
    },
  );
});

test.each([
  ['posts', 'posts'],
  ['posts?limit=1&include_fields=id,headline', 'posts?limit=1&include_fields=id,headline'],
  ['posts/frontpage', 'posts/frontpage'],
  ['frontpage', 'posts/frontpage'],
  ['section?section_name=news', 'posts/section?section_name=news'],
  ['tag?tag=harbour', 'posts/tag?tag=harbour'],
  ['posts/search?phrase=bridge', 'posts/search?phrase=bridge'],
  ['posts/<post>', 'posts/<post>'],
  ['posts/<draft>', 'posts/<draft>'],
  ['sections', 'sections'],
  ['sections/<section>', 'sections/<section>'],
])('%s has what 1.3 answers', async (old, present) => {
  const ids = { post, draft, section };
  const [path, wanted] = [old, present].map((one) =>
    one.replace(/<(\w+)>/, (_, name: keyof typeof ids) => String(ids[name])),
  );
  expect(await data(path ?? '')).toEqual((await service.get(`/api/1.3/${wanted}`).expect(200)).body);
});

test('the posts of an author are listed by the name', async () => {
  expect(await data('author?author_name=ann-lee&limit=5')).toMatchObject([{ id: post }]);
  const { body } = await service.get('/api/1.2/author?author_name=nobody').expect(404);
  expect(body).toEqual({ status: { code: 404, messages: ['There is no author "nobody".'] }, data: null });
});

test('a list leads to its next page by the old door', async () => {
  const { headers } = await service.get('/api/1.2/posts?limit=1&cursor=').expect(200);
  const [, next = ''] = /^<(\/api\/1\.2\/posts\?[^>]*)>; rel="next"$/.exec(String(headers.link)) ?? [];
  expect((await service.get(next).expect(200)).body.data).toMatchObject([{ id: post }]);
});

describe('Failures have their old form', () => {
  const messages = async (path: string, status: number, client = service.as(null)) =>
    isOld(await client.get(`/api/1.2/${path}`), status);
  const isOld = ({ body, headers, ...answer }: Awaited<ReturnType<Client['get']>>, status: number) => {
    expect(answer.status).toBe(status);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const text = expect.any(String);
    expect(body).toEqual({ status: { code: status, messages: [text] }, data: null });
    return headers;
  };

  test('without a key', async () => {
    expect(await messages('posts', 401)).toHaveProperty('www-authenticate');
    await messages('authors/name?author_names=bo', 401);
  });

  test('for what is not there, and what is wrong', async () => {
    await messages('posts/999999', 404, service);
    await messages('posts/word', 400, service);
    await messages('section?section_name=nowhere', 404, service);
    await messages('posts?limit=many', 400, service);
  });

  test('where no route is reached', async () => {
    await messages('nope', 404);
    await messages('posts/1/nope', 404, service);
    await messages('posts/%zz', 400, service);
    isOld(await service.get('/API/1.2/nope'), 404);
    expect(isOld(await service.post('/api/1.2/posts', { headline: 'H' }), 405).allow).toBe('GET, HEAD');
    isOld(await service.put(`/api/1.2/posts/${post}`, { headline: 'H' }), 405);
    isOld(await service.post('/api/1.2/posts').type('json').send('{'), 400);
  });

  test('and no others', async () => {
    for (const path of ['1.3/nope', '1.20/posts', '1.3/posts/%zz']) {
      const { headers } = await service.get(`/api/${path}`);
      expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
    }
  });
});

test('writes are not old', async () => {
  await service.post('/api/1.2/posts', { headline: 'H' }).expect(405);
  await service.put(`/api/1.2/posts/${post}`, { headline: 'H' }).expect(405);
});

test('"compatibility": false closes the old doors', async () => {
  const other = await startService({ settings: { compatibility: false } });
  for (const path of ['posts', 'sections', 'frontpage', 'authors/name?author_names=a'])
    await other
      .get(`/api/1.2/${path}`)
      .expect(404)
      .expect('content-type', /problem\+json/);
  await other.stop();
});
