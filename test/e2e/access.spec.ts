import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import type { Test } from 'supertest';
import { KeysService, type NewKey } from '../../src/modules/auth/keys.service.js';
import { PUBLIC } from '../../src/platform/http/server/public.js';
import { type Client, type Service, startService } from '../support/service.js';

const POSTS = '/api/1.3/posts';
const DRAFTS = '/api/1.3/drafts';
const SECTIONS = '/api/1.3/sections';
const AUTHORS = '/api/1.1/authors';
const GRAPHQL_PATHS = ['/core/graphql', '/res/graphql'];
const SECOND_IN_DAYS = 1 / 86_400;

let service: Service;
/** Another instance on the same data, with other settings. */
let other: Service;
/** Ids of a section for everybody's drafts, of a published post and of a draft, all by the Administrator. */
let community: number, published: number, draft: number;
beforeAll(async () => {
  service = await startService({ settings: { authors: { roles: { Guest: [] } } } });
  const authors = { roles: { 'Guest Editor': ['articles.read'] } };
  const settings = { auth: { allowQueryKey: true }, authors };
  other = await startService({ database: service.database, settings });
  const page_settings = { allow_community_posts: true };
  community = await created(SECTIONS, { title: 'C', url: 'c', page_settings });
  published = await created(POSTS);
  draft = await created(DRAFTS);
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const created = async (path: string, fields: object = {}, client: Client = service): Promise<number> =>
  (await client.post(path, { headline: 'H', ...fields }).expect(200)).body.id;
const newDraft = (fields: object = {}, client?: Client) => created(DRAFTS, fields, client);
const issue = (more: Partial<NewKey> = {}) => service.app.get(KeysService).create({ authorId: 1, ...more });

async function expectRefusal(answer: Test): Promise<void> {
  const { body, headers } = await answer.expect(401).expect('content-type', /^application\/problem\+json/);
  expect(headers['www-authenticate']).toMatch(/\S/);
  expect(body).toMatchObject({ status: 401, title: 'Unauthorized', code: expect.stringMatching(/^key-/) });
}

describe('A key', () => {
  test.each([null, '', 'x', 'b'.repeat(64), "' OR 1=1 --", 'a'.repeat(63)])('%j is refused', (key) =>
    expectRefusal(service.as(key).get(POSTS)),
  );

  test('is 64 letters and digits, and blanks around it do not count', async () => {
    const { secret } = await issue();
    expect(secret).toMatch(/^[A-Za-z0-9]{64}$/);
    await service.as(`  ${secret}\t `).get(POSTS).expect(200);
    await expectRefusal(service.as(secret.toLowerCase()).get(POSTS));
  });

  test('is no part of basic authentication, and lives beside it', async () => {
    const basic = `Basic ${Buffer.from(`a:${service.adminKey}`).toString('base64')}`;
    await expectRefusal(service.as(null).get(POSTS).set('authorization', basic));
    await service.get(POSTS).set('authorization', basic).expect(200);
  });

  test('that expires is refused from then on', async () => {
    const { secret } = await issue({ expiresInDays: 2 * SECOND_IN_DAYS });
    await service.as(secret).get(POSTS).expect(200);
    await sleep(2100);
    await expectRefusal(service.as(secret).get(POSTS));
  });

  test('that was revoked or rotated, here or by another instance, is refused within 1.1 s', async () => {
    const [here, there] = [service, other].map((instance) => instance.app.get(KeysService));
    const [one, two, three] = [await issue(), await issue(), await issue()];
    for (const { secret } of [one, two, three]) await service.as(secret).get(POSTS).expect(200);
    await here?.revoke(one.key.id);
    await there?.revoke(two.key.id);
    const next = await there?.rotate(three.key.id);
    await sleep(1100);
    for (const { secret } of [one, two, three]) await expectRefusal(service.as(secret).get(POSTS));
    await service.as(String(next?.secret)).get(POSTS).expect(200);
  });

  test('acts with the rights of a new role within 1.1 s, also when another instance gave it', async () => {
    const { id, client } = await service.createAuthorWithKey('Editor');
    await created(POSTS, {}, client);
    await other.put(`${AUTHORS}/${id}`, { first_name: null, last_name: null, role: 'Reader' }).expect(200);
    await sleep(1100);
    await client.post(POSTS, { headline: 'H' }).expect(403);
  });

  test('of scope read reads all that its author may, and writes nothing', async () => {
    const reader = service.as((await issue({ scope: 'read' })).secret);
    const byId = [`${POSTS}/${published}`, `${DRAFTS}/${draft}`, `${SECTIONS}/0`, `${AUTHORS}/1`];
    for (const path of [...byId, POSTS, DRAFTS, SECTIONS, '/api/1.3/authors/search']) {
      expect(`${(await reader.get(path)).status} ${path}`).toBe(`200 ${path}`);
    }
    for (const path of [POSTS, DRAFTS, SECTIONS, AUTHORS]) {
      await reader.post(path, { headline: 'H', title: 'T', url: 'u' }).expect(403);
    }
    for (const path of byId) await reader.put(path, { first_name: 'F', last_name: null }).expect(403);
    for (const path of byId.slice(0, 2)) await reader.delete(path).expect(403);
  });

  test('of scope read finds authors by e-mail', async () => {
    const reader = service.as((await issue({ scope: 'read' })).secret);
    await reader.get('/api/1.3/authors/email?emails=a@b.example').expect(200);
  });
});

describe('The key in the query', () => {
  test('is a stray parameter unless the setting is on', async () => {
    await expectRefusal(service.as(null).get(`${POSTS}?api_key=${service.adminKey}`));
    await service.get(`${POSTS}?api_key=wrong`).expect(200);
  });

  test('wins over the header where the setting is on', async () => {
    const { key, id } = await service.createAuthorWithKey('Guest Writer');
    await other.as(null).get(`${POSTS}?api_key=${other.adminKey}`).expect(200);
    await other.as('wrong').get(`${POSTS}?api_key=${other.adminKey}`).expect(200);
    await expectRefusal(other.get(`${POSTS}?api_key=wrong`));
    const { body } = await other.post(`${DRAFTS}?api_key=${key}`, { headline: 'H' }).expect(200);
    expect(body.roar_author_ids).toEqual([id]);
    await other.as(key).get(POSTS).expect(200);
  });
});

/** Methods that no client of this language can send. */
const UNSENT = ['connect', 'trace', 'track'];

describe('Every route', () => {
  /** `get /api/1.3/posts/:id` of all routes that the router has; middleware is on `/{*path}`. */
  function registered(): string[] {
    const { router } = service.app.getHttpAdapter().getInstance() as { router: unknown };
    const { stack } = router as { stack: readonly { route?: { path: string; methods: object } }[] };
    const routes = stack.flatMap(({ route }) => (route && route.path !== '/{*path}' ? [route] : []));
    return routes.flatMap(({ path, methods }) =>
      Object.keys(methods)
        .filter((method) => !UNSENT.includes(method))
        .map((method) => `${method} ${path}`),
    );
  }

  /** Paths of the handlers that say that they are public. */
  function declaredPublic(): string[] {
    const [scanner, reflector] = [new MetadataScanner(), new Reflector()];
    const paths = (target: object) => [Reflect.getMetadata('path', target) as string | string[]].flat();
    const modules = [...service.app.get(ModulesContainer).values()];
    const classes = modules.flatMap((module) => [...module.controllers.keys()] as (() => unknown)[]);
    return classes.flatMap((controller) => {
      const prototype = controller.prototype as Record<string, () => unknown>;
      const handlers = scanner.getAllMethodNames(prototype).flatMap((name) => prototype[name] ?? []);
      return handlers
        .filter((handler) => reflector.getAllAndOverride<boolean>(PUBLIC, [handler, controller]))
        .flatMap((handler) => paths(controller).flatMap((base) => paths(handler).map((end) => [base, end])))
        .map((parts) => `/${parts.join('/')}`.replace(/\/+/g, '/').replace(/(?<=.)\/$/, ''));
    });
  }

  test('but the ones that are declared public, none of them below /api, asks for a key', async () => {
    const middleware = ['/docs', '/docs/openapi.json', '/docs/start.js', '/metrics', ...GRAPHQL_PATHS];
    const pages = ['/tag/:slug', '/u/:name'];
    const open = [...declaredPublic(), ...middleware, ...pages];
    expect(open.filter((path) => path.startsWith('/api'))).toEqual([]);
    const routes = registered();
    expect(routes).toEqual(expect.arrayContaining([`get ${POSTS}/:id`, `post ${AUTHORS}`]));
    const wrong = [];
    for (const [method = '', path = ''] of routes.map((route) => route.split(' '))) {
      const url = `${await service.app.getUrl()}${path.replace(/[:*]\w+/g, '1').replace(/[{}]/g, '')}`;
      const { status } = await fetch(url, { method });
      if ((status === 401) === open.includes(path)) wrong.push(`${method} ${path} ${status}`);
    }
    expect(wrong).toEqual([]);
  });
});

const ROLES = [
  'Administrator,Platform Engineer,Serverside Engineer,Editor,Guest Editor,Guest Writer'.split(','),
  'Community User,Developer,Guest Developer,Reader'.split(','),
].flat();

/** A request, with names of what it is about, and what each of the ROLES is answered. */
type Row = [request: string, statuses: string];

const TABLE: Row[] = [
  ['get /1.3/posts', '200 200 200 200 200 200 200 200 200 200'],
  ['get /1.3/posts/POST', '200 200 200 200 200 200 200 200 200 200'],
  ['get /1.3/drafts/POST', '200 200 200 200 200 200 200 200 200 200'],
  ['get /1.3/sections', '200 200 200 200 200 200 200 200 200 200'],
  ['get /1.1/authors/1', '200 200 200 200 200 200 200 200 200 200'],
  ['get /1.3/drafts', '200 200 200 200 200 200 200 200 403 403'],
  ['get /1.3/drafts/DRAFT', '200 200 200 200 200 404 404 200 404 404'],
  ['get /1.3/posts/DRAFT', '200 200 200 200 200 404 404 200 404 404'],
  ['post /1.3/drafts {"headline":"H"}', '200 200 200 200 200 200 403 403 403 403'],
  ['post /1.3/drafts {"headline":"H","sections":[COMMUNITY]}', '200 200 200 200 200 200 200 403 403 403'],
  ['put /1.3/drafts/NEWDRAFT {"roar_author_ids":[ME]}', '200 200 200 200 200 404 404 403 403 403'],
  ['put /1.3/posts/NEWDRAFT {"headline":"H"}', '200 200 200 200 200 404 404 403 403 403'],
  ['put /1.3/drafts/NEWDRAFT {"action":"publish"}', '200 200 200 200 403 404 404 403 403 403'],
  ['delete /1.3/drafts/NEWDRAFT', '200 200 200 200 200 404 404 403 403 403'],
  ['post /1.3/posts {"headline":"H"}', '200 200 200 200 403 403 403 403 403 403'],
  ['put /1.3/posts/POST {"headline":"H"}', '200 200 200 200 403 403 403 403 403 403'],
  ['put /1.3/drafts/NEWPOST {"action":"unpublish"}', '200 200 200 200 403 403 403 403 403 403'],
  ['delete /1.3/posts/NEWPOST', '200 200 200 200 403 403 403 403 403 403'],
  ['post /1.3/sections {"title":"T","url":"SLUG"}', '200 200 200 200 403 403 403 403 403 403'],
  ['put /1.3/sections/COMMUNITY {"title":"T"}', '200 200 200 200 403 403 403 403 403 403'],
  ['delete /1.3/sections/NEWSECTION', '200 200 200 200 403 403 403 403 403 403'],
  ['post /1.1/authors {"role":"Reader"}', '200 200 200 200 403 403 403 403 403 403'],
  ['post /1.1/authors {"role":"Platform Engineer"}', '200 200 200 403 403 403 403 403 403 403'],
  ['put /1.1/authors/1 {"first_name":"F","last_name":null}', '200 200 200 403 403 403 403 403 403 403'],
];

describe('By role', () => {
  const actors = new Map<string, { id: number; client: Client }>();
  beforeAll(async () => {
    for (const role of ROLES) actors.set(role, await service.createAuthorWithKey(role));
  });

  let serial = 0;
  const newSection = () => created(SECTIONS, { title: 'T', url: `s${++serial}` });
  const things: Record<string, (actorId: number) => unknown> = {
    POST: () => published,
    DRAFT: () => draft,
    COMMUNITY: () => community,
    ME: (actorId) => actorId,
    SLUG: () => `s${++serial}`,
    NEWSECTION: newSection,
    NEWPOST: () => created(POSTS),
    NEWDRAFT: () => newDraft(),
    MYDRAFT: (actorId) => newDraft({ roar_author_ids: [actorId], sections: [community] }),
  };

  async function statusFor(role: string, request: string): Promise<string> {
    const { id, client } = actors.get(role) as { id: number; client: Client };
    let concrete = request;
    for (const [name] of request.matchAll(/\b[A-Z]{2,}\b/g)) {
      concrete = concrete.replace(name, String(await things[name]?.(id)));
    }
    const [, method, path, body = 'null'] = /^(\w+) (\S+) ?(.+)?$/.exec(concrete) ?? [];
    const { status } = await client[method as 'post'](`/api${path}`, JSON.parse(body) ?? undefined);
    return `${status} ${role}`;
  }

  async function check(request: string, statuses: string): Promise<void> {
    const answers = [];
    for (const role of ROLES) answers.push(await statusFor(role, request));
    expect(answers).toEqual(statuses.split(' ').map((status, index) => `${status} ${ROLES[index]}`));
  }

  test.each(TABLE)('%s is answered %s', check);

  test('a Guest Writer has own drafts only, and not what was published of them', async () => {
    const { client } = await service.createAuthorWithKey('Guest Writer');
    const own = await newDraft({ headline: 'Own' }, client);
    expect((await client.get(DRAFTS).expect(200)).body).toMatchObject([{ id: own, headline: 'Own' }]);
    await client.put(`${DRAFTS}/${own}`, { headline: 'Edited' }).expect(200);
    await client.put(`${DRAFTS}/${own}`, { action: 'publish' }).expect(403);
    await service.put(`${DRAFTS}/${own}`, { action: 'publish' }).expect(200);
    await client.get(`${DRAFTS}/${own}`).expect(200);
    await client.put(`${DRAFTS}/${own}`, { headline: 'Again' }).expect(403);
    await client.delete(`${DRAFTS}/${own}`).expect(403);
    await client.delete(`${DRAFTS}/${await newDraft({}, client)}`).expect(200);
  });

  test('a Community User takes no draft out of the sections for the community', async () => {
    const { client } = await service.createAuthorWithKey('Community User');
    const own = await newDraft({ sections: [community] }, client);
    await client.put(`${DRAFTS}/${own}`, { headline: 'Edited' }).expect(200);
    for (const sections of [[], [await newSection()]]) {
      await client.put(`${DRAFTS}/${own}`, { sections }).expect(403);
    }
  });

  test('only those who may do everything change a post of a section that locks its posts', async () => {
    const page_settings = { lock_posts_after_publishing: true };
    const locking = await created(SECTIONS, { title: 'L', url: 'locking', page_settings });
    const post = `${POSTS}/${await created(POSTS, { sections: [locking] })}`;
    const { client: editor } = await service.createAuthorWithKey('Editor');
    for (const change of [{ headline: 'C' }, { sections: [] }, { action: 'unpublish' }]) {
      await editor.put(post, change).expect(403);
    }
    await editor.delete(post).expect(403);
    await editor.put(`${DRAFTS}/${await newDraft({ sections: [locking] })}`, { headline: 'C' }).expect(200);
    for (const role of ROLES.slice(0, 3)) {
      const answer = await actors.get(role)?.client.put(post, { headline: 'C' });
      expect(answer?.status).toBe(200);
    }
  });

  test('the site settings may change the rights', async () => {
    const { key, client } = await service.createAuthorWithKey('Guest Editor');
    await client.post(DRAFTS, { headline: 'H' }).expect(200);
    await other.as(key).post(DRAFTS, { headline: 'H' }).expect(403);
    await other.as(key).get(POSTS).expect(200);
  });
});

test.each([
  ['Reader', 'write', ['articles.read', 'community.write.own']],
  ['Developer', 'read', ['articles.read', 'drafts.read']],
  ['Editor', 'read', ['articles.read', 'drafts.read', 'drafts.read.own']],
  ['Administrator', 'write', ['*']],
  ['Administrator', 'read', ['articles.read', 'drafts.read', 'drafts.read.own']],
] as const)('GET /api/1.1/me tells a %s with a key to %s what it may do', async (role, scope, rights) => {
  const { id } = await service.createAuthorWithKey(role);
  const secret = await service.createKey({ authorId: id, scope, name: 'mirror', expiresInDays: 2 });
  const { body } = await service.as(secret).get('/api/1.1/me').expect(200);
  const { body: author } = await service.get(`/api/1.1/authors/${id}`).expect(200);
  const key = { id: expect.any(Number), name: 'mirror', scope, expires_ts: expect.any(Number) };
  expect(body).toEqual({ author, role, rights, key });
  expect(JSON.stringify(body)).not.toContain(secret);
});

test('a role without any right learns what it is, and nobody does without a key', async () => {
  const { client } = await service.createAuthorWithKey('Guest');
  expect((await client.get('/api/1.1/me').expect(200)).body).toMatchObject({ role: 'Guest', rights: [] });
  await client.get('/api/1.3/posts').expect(403);
  await service.as(null).get('/api/1.1/me').expect(401);
});
