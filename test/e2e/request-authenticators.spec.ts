import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { AuthorIdentities } from '../../src/modules/authors/author-identities.js';
import { AuthorLogins } from '../../src/modules/authors/author-logins.js';
import { AuthorsService } from '../../src/modules/authors/authors.service.js';
import { Database } from '../../src/platform/database/database.js';
import { ISSUER, JwtAuthenticator, SessionAuthenticator, tokenOf } from '../support/identity-provider.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

const POSTS = '/api/1.3/posts';
const DRAFTS = '/api/1.3/drafts';
const GRAPHQL = '/core/graphql';
const AT_ONCE = 20;

let service: Service;
/** Another instance on the same data. */
let other: Service;
/** Paths of a draft, and of a post in a Private section. */
let draft: string, hidden: string;
beforeAll(async () => {
  const extension = { authenticators: [SessionAuthenticator, JwtAuthenticator] };
  service = await startService({ extension });
  const settings = { limits: { requestsPerMinute: 10 } };
  other = await startService({ database: service.database, extension, settings });
  const section = await service.post('/api/1.3/sections', { title: 'Staff', url: 'staff', status: 1 });
  const fields = { headline: 'Among us', sections: [section.body.id], body: '<p>Hidden words.</p>' };
  hidden = new URL((await service.post(POSTS, fields).expect(200)).body.post_url).pathname;
  draft = `/${(await service.post(DRAFTS, { headline: 'Soon' }).expect(200)).body.slug}?draft=1`;
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const nobody = () => service.as(null);
const bearer = { type: 'bearer' } as const;
const authorsNamed = (name: string) =>
  service.app
    .get(Database)
    .rows<{ id: number; role: string }>('SELECT id, role FROM authors WHERE first_name = ?', [name]);

async function expectRefusal(answer: Test, code: string): Promise<void> {
  const { body, headers } = await answer.expect(401);
  expect(body.code ?? body.errors[0].extensions.code).toBe(code);
  expect(headers['www-authenticate']).toMatch(/^ApiKey realm="api", header="x-rmauth", Bearer realm="api"/);
}

describe('A token', () => {
  test('lets its subject act as an author, who is made at the first visit', async () => {
    const ann = await tokenOf('ann', { name: 'Ann' });
    const { body } = await nobody().post(POSTS, { headline: 'H' }).auth(ann, bearer).expect(200);
    expect(await authorsNamed('Ann')).toEqual([{ id: body.roar_author_ids[0], role: 'Editor' }]);
    const later = await tokenOf('ann', { role: 'Administrator' });
    await nobody().put(`${POSTS}/${body.id}`, { headline: 'I' }).auth(later, bearer).expect(200);
    expect(await authorsNamed('Ann')).toHaveLength(1);
  });

  test('of scope read reads', async () => {
    const token = await tokenOf('ann', { scope: 'read' });
    await nobody().get(DRAFTS).auth(token, bearer).expect(200);
    await nobody().post(POSTS, { headline: 'H' }).auth(token, bearer).expect(403);
  });

  test.each<[string, Parameters<typeof tokenOf>]>([
    ['has expired', ['ann', {}, false, Math.floor(Date.now() / 1000) - 60]],
    ['somebody else has signed', ['ann', {}, true]],
    ['is for another audience', ['ann', { aud: 'https://other.example' }]],
    ['is of another issuer', ['ann', { iss: 'https://other.example' }]],
  ])('that %s is refused at every door', async (_what, parts) => {
    const token = await tokenOf(...parts);
    for (const answer of [nobody().get(POSTS), nobody().get(GRAPHQL), nobody().get('/'), nobody().get(draft)])
      await expectRefusal(answer.auth(token, bearer), 'token-not-valid');
    const { headers } = await nobody().get(POSTS).auth(token, bearer);
    expect(headers['www-authenticate']).toMatch(/, Bearer error="invalid_token"$/);
  });

  test('makes one author of a new subject, however many come at once, on two instances', async () => {
    const token = await tokenOf('new', { name: 'New' });
    const ask = (_: unknown, n: number) =>
      (n % 4 === 0 ? other : service).as(null).get(`${POSTS}/1`).auth(token, bearer);
    const statuses = (await Promise.all(Array.from({ length: AT_ONCE }, ask))).map(({ status }) => status);
    expect(statuses).toEqual(Array(AT_ONCE).fill(200));
    expect(await authorsNamed('New')).toHaveLength(1);
  });

  test('makes one author also of a subject whom nobody had found when all of them looked', async () => {
    const ensured = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        (n % 2 === 0 ? service : other).app
          .get(AuthorIdentities)
          .ensure({ issuer: ISSUER, subject: 'newer' }, { role: 'Editor', firstName: 'Newer' }),
      ),
    );
    expect(new Set(ensured.map(({ authorId }) => authorId)).size).toBe(1);
    expect(await authorsNamed('Newer')).toHaveLength(1);
  });

  test('makes an author of each, also of those of one name who come at once', async () => {
    const tokens = Array.from({ length: AT_ONCE }, (_, n) => tokenOf(`twin-${n}`, { name: 'Twin' }));
    const visits = (await Promise.all(tokens)).map((token) => nobody().get(POSTS).auth(token, bearer));
    expect((await Promise.all(visits)).map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
    expect(await authorsNamed('Twin')).toHaveLength(AT_ONCE);
  });

  test('has the rights of a new role at once, on every instance', async () => {
    const token = await tokenOf('climber', { name: 'Climber', role: 'Reader' });
    await nobody().post(POSTS, { headline: 'H' }).auth(token, bearer).expect(403);
    const [author] = await authorsNamed('Climber');
    const change = { first_name: 'Climber', last_name: null };
    await service.put(`/api/1.1/authors/${author?.id ?? 0}`, { ...change, role: 'Editor' }).expect(200);
    for (const instance of [service, other])
      await instance.as(null).post(POSTS, { headline: 'H' }).auth(token, bearer).expect(200);
    await service.put(`/api/1.1/authors/${author?.id ?? 0}`, { ...change, role: 'Reader' }).expect(200);
    for (const instance of [service, other])
      await instance.as(null).post(POSTS, { headline: 'H' }).auth(token, bearer).expect(403);
  });

  test('of an author who has been removed lets nobody in, and makes nobody new', async () => {
    const token = await tokenOf('leaver', { name: 'Leaver' });
    await nobody().get(POSTS).auth(token, bearer).expect(200);
    await service.app
      .get(UnitOfWork)
      .run(() => service.app.get(Database).execute('DELETE FROM authors WHERE first_name = ?', ['Leaver']));
    for (const answer of [nobody().get(POSTS), nobody().get(GRAPHQL), nobody().get(draft)])
      await expectRefusal(answer.auth(token, bearer), 'author-removed');
    expect(await authorsNamed('Leaver')).toEqual([]);
  });

  test('of a subject that no database tells apart from another is refused', async () => {
    for (const sub of ['', 'ann ', 'a'.repeat(256)])
      await expectRefusal(
        nobody()
          .get(POSTS)
          .auth(await tokenOf(sub), bearer),
        'identity-not-valid',
      );
  });

  test('makes an author with what a client could send of its claims, and leaves the rest out', async () => {
    const identities = service.app.get(AuthorIdentities);
    const authors = service.app.get(AuthorsService);
    const { name: login } = await authors.get(1);
    const made = async (subject: string, claims: object) => {
      const actor = await identities.ensure({ issuer: ISSUER, subject }, { role: 'Editor', ...claims });
      return authors.get(actor.authorId);
    };
    const hostile = {
      firstName: ` A\0${'n'.repeat(5000)}`,
      lastName: '\ud800x',
      email: login,
      name: 'q/w?e',
      bio: 'a\0b',
      specificData: { a: '\0' },
      imageId: '1',
    };
    expect(await made('hostile', hostile)).toMatchObject({
      firstName: `A${'n'.repeat(254)}`,
      lastName: '\ufffdx',
      email: null,
      name: expect.stringMatching(/^an+$/),
      bio: null,
      specificData: null,
      imageId: null,
    });
    expect((await service.app.get(AuthorLogins).find(login))?.id).toBe(1);
    for (const claims of [{ firstName: 7, email: {}, name: ['x'], specificData: [], imageId: 1.5 }, {}])
      expect(await made(JSON.stringify(claims), claims)).toMatchObject({ firstName: null, email: null });
    const sound = { firstName: 'Åsa', email: ' asa@example.com ', name: 'a\u030asa', bio: 'Short.' };
    expect(await made('sound', sound)).toMatchObject({ ...sound, email: 'asa@example.com', name: 'åsa' });
  });

  test('of somebody who has been an author before acts as that author', async () => {
    const { id } = await service.createAuthorWithKey('Editor', { first_name: 'Old hand' });
    const identities = service.app.get(AuthorIdentities);
    await identities.link({ issuer: ISSUER, subject: 'hand' }, id);
    await expect(identities.link({ issuer: ISSUER, subject: 'hand' }, 1)).rejects.toThrow('already');
    await expect(identities.link({ issuer: ISSUER, subject: 'x' }, 99_999)).rejects.toThrow('no author');
    const { body } = await nobody()
      .post(POSTS, { headline: 'H' })
      .auth(await tokenOf('hand'), bearer)
      .expect(200);
    expect(body.roar_author_ids).toEqual([id]);
  });

  test('names whom an Idempotency-Key belongs to', async () => {
    const send = async (sub: string) =>
      nobody()
        .post(POSTS, { headline: 'Once' })
        .set('idempotency-key', 'k1')
        .auth(await tokenOf(sub), bearer)
        .expect(200);
    const first = await send('ann');
    expect((await send('ann')).body).toEqual(first.body);
    expect((await send('bob')).body.id).not.toBe(first.body.id);
  });

  test('counts as its author: a new one does not make another client of somebody', async () => {
    const [one, two] = [await tokenOf('busy'), await tokenOf('busy')];
    const left: (string | undefined)[] = [];
    for (const token of [one, one, two, two]) {
      const { headers } = await other.as(null).get(`${POSTS}/1`).auth(token, bearer);
      left.push(/r=(\d+)/.exec(headers.ratelimit ?? '')?.[1]);
    }
    expect(left).toEqual(['9', '8', '7', '6']);
  });
});

describe('A key', () => {
  test('wins over a token', async () => {
    const token = await tokenOf('ann');
    const { body } = await service.post(POSTS, { headline: 'H' }).auth(token, bearer).expect(200);
    expect(body.roar_author_ids).toEqual([1]);
    await service.get(POSTS).auth('junk', bearer).expect(200);
    await expectRefusal(service.as('wrong').get(POSTS).auth(token, bearer), 'key-invalid');
  });

  test('is taken as a bearer token, at every door', async () => {
    const { id, key } = await service.createAuthorWithKey('Editor');
    const { body } = await nobody().post(POSTS, { headline: 'H' }).auth(key, bearer).expect(200);
    expect(body.roar_author_ids).toEqual([id]);
    const { text } = await nobody().get(hidden).auth(key, bearer).expect(200);
    expect(text).toContain('Hidden words.');
    const query = '{ sections { title } }';
    const answer = await nobody().post(GRAPHQL, { query }).auth(key, bearer).expect(200);
    expect(answer.body.data.sections).toContainEqual({ title: 'Staff' });
  });

  test.each(['junk', 'b'.repeat(64), 'a.b'])(
    'that is none is refused as a bearer token: %s',
    async (junk) => {
      for (const answer of [
        nobody().get(POSTS),
        nobody().get(`${GRAPHQL}?query={ads{__typename}}`),
        nobody().get('/'),
      ])
        await expectRefusal(answer.auth(junk, bearer), 'key-invalid');
    },
  );
});

describe('What is made for somebody', () => {
  test('in GraphQL is not kept for others', async () => {
    const ask = (query: string) => nobody().post(GRAPHQL, { query });
    const token = await tokenOf('ann');
    for (const query of ['{ posts { title } }', '{ sections { title } posts { title } }']) {
      const open = JSON.stringify((await ask(query).expect(200)).body);
      const { body, headers } = await ask(query).auth(token, bearer).expect(200);
      expect(body.data.posts).toContainEqual({ title: 'Among us' });
      expect(headers['cache-control']).toBe('no-store');
      expect(headers.vary).toMatch(/authorization, cookie/i);
      expect(headers.age).toBeUndefined();
      expect(open).not.toContain('Among us');
      expect(JSON.stringify((await ask(query).expect(200)).body)).toBe(open);
    }
  });

  test('as a page is not kept for others', async () => {
    const token = await tokenOf('ann');
    await nobody().get(hidden).expect(404);
    for (const named of [nobody().get(hidden).auth(token, bearer), session(nobody().get(hidden))]) {
      const { text, headers } = await named.expect(200);
      expect(text).toContain('Hidden words.');
      expect(headers).toMatchObject({ 'cache-control': 'private, no-store' });
      expect(headers.vary).toBe('x-rmauth, authorization, cookie, x-preview');
      await nobody().get(hidden).expect(404);
    }
    await nobody().get('/').expect(200);
    const { headers } = await session(nobody().get('/')).expect(200);
    expect(headers['cache-control']).toBe('private, no-store');
  });

  test('is a draft on its page', async () => {
    for (const named of [
      nobody()
        .get(draft)
        .auth(await tokenOf('ann'), bearer),
      session(nobody().get(draft)),
    ])
      expect((await named.expect(200)).text).toContain('Soon');
    const reader = await tokenOf('reader', { role: 'Reader' });
    await nobody().get(draft).auth(reader, bearer).expect(404);
    await nobody().get(draft).expect(401);
  });
});

const session = (test: Test, value = 'ann') => test.set('cookie', `theme=dark; acme_session=${value}`);

describe('A cookie', () => {
  test('that is not valid any more is that of a reader', async () => {
    await session(nobody().get('/'), 'old').expect(200);
    await session(nobody().get(hidden), 'old').expect(404);
    await session(nobody().get(`${GRAPHQL}?query={ads{__typename}}`), 'old').expect(200);
    const answer = session(nobody().get(POSTS), 'old');
    await expectRefusal(answer, 'key-missing');
    expect((await answer).headers['www-authenticate']).toMatch(/, Session realm="acme"$/);
  });

  test('that an authenticator fails to read fails its own request only', async () => {
    await session(nobody().get(POSTS), '%').expect(500);
    await nobody().get('/').expect(200);
    await session(nobody().get('/'), '%').expect(200);
  });

  const write = (headers: Readonly<Record<string, string>>) =>
    session(nobody().post(POSTS, { headline: 'H' })).set(headers);

  test.each([
    [{}],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'cross-site', origin: BASE_URL }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
  ])('does not write from elsewhere: %j', async (headers) => {
    const { body } = await write(headers).expect(403);
    expect(body.code).toBe('cross-site-write');
    const { body: answer } = await session(nobody().post(GRAPHQL, { query: '{ posts { id } }' }))
      .set(headers)
      .expect(403);
    expect(answer.errors[0].extensions.code).toBe('cross-site-write');
  });

  test.each([[{ 'sec-fetch-site': 'same-origin' }], [{ 'sec-fetch-site': 'none' }], [{ origin: BASE_URL }]])(
    'writes from pages of this site: %j',
    (headers) => write(headers).expect(200).then(),
  );

  test('does not hold up what a client signs itself', async () => {
    const token = await tokenOf('ann');
    await write({ 'sec-fetch-site': 'cross-site' }).auth(token, bearer).expect(200);
    await write({ 'sec-fetch-site': 'cross-site', 'x-rmauth': service.adminKey }).expect(200);
  });
});

test('Each way to authenticate is described beside keys', async () => {
  const { body } = await nobody().get('/docs/openapi.json').expect(200);
  expect(Object.keys(body.components.securitySchemes).sort()).toEqual(
    ['acme-jwt', 'acme-session', 'bearer', 'key'].sort(),
  );
  expect(body.components.securitySchemes['acme-jwt']).toEqual({
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
  });
  const alternatives = [{ key: [] }, { bearer: [] }, { 'acme-jwt': [] }, { 'acme-session': [] }];
  expect(body.paths[POSTS].post.security).toEqual(alternatives);
  expect(body.paths['/health/ready'].get.security).toEqual([]);
});

test('An authenticator has the name of its extension', async () => {
  const extension = { name: 'other', authenticators: [JwtAuthenticator] };
  await expect(startService({ extension })).rejects.toThrow('"acme-jwt" must begin with "other"');
});
