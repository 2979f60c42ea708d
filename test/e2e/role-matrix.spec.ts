import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { DOCUMENTS_PATH } from '../support/document-uploads.js';
import { pdf } from '../support/documents.js';
import { callOf, message, messageIn, sendMessage } from '../support/mcp.js';
import { ok, upload } from '../support/picture-client.js';
import { type Client, type Service, startService } from '../support/service.js';
import {
  ARTICLE_ROWS,
  type ArticleState,
  IMAGE_STATES,
  MEDIA_ROWS,
  type MediaState,
  OPEN_ROUTES,
  PLAIN_ROWS,
  ROLES,
  TOOL_ROWS,
} from '../support/role-matrix.js';

const FUTURE_TS = 4_000_000_000;
const STATUS_OF_CODE: Readonly<Record<string, number>> = {
  0: 400,
  2: 200,
  3: 403,
  4: 404,
  9: 409,
};

interface Actor {
  readonly id: number;
  readonly client: Client;
}

/** A port that nobody listens on. */
const NOBODY = '127.0.0.1:9';

let service: Service;
let anonymous: Client, reading: Client;
const actors = new Map<string, Actor>();
/** An author who acts nowhere. */
let other: number;
let community: number, published: number, section: number, badge: number;
let webhook: number | undefined;
let serial = 0;

beforeAll(async () => {
  service = await startService({ environment: { OUTBOUND_ALLOW: NOBODY } });
  anonymous = service.as(null);
  reading = service.as(await service.createKey({ authorId: 1, scope: 'read' }));
  for (const role of ROLES) actors.set(role, await service.createAuthorWithKey(role));
  other = (await service.createAuthorWithKey('Reader')).id;
  const page_settings = { allow_community_posts: true };
  community = await created('/api/1.3/sections', { title: 'C', url: 'c', page_settings });
  section = await created('/api/1.3/sections', { title: 'S', url: 's' });
  badge = await newBadge();
  published = await created('/api/1.3/posts', { headline: 'P', tags: ['x'] });
});
afterAll(() => service.stop());

const created = async (path: string, fields: object): Promise<number> =>
  (await ok<{ id: number }>(service.post(path, fields))).id;
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const newImage = async () => (await ok(upload(service, [{ name: 'a.png', file: picture }]))).id;
const newDocument = async () =>
  (await ok<{ id: number }>(service.post(DOCUMENTS_PATH).attach('file', pdf('x'), 'a.pdf'))).id;
const newBadge = async () =>
  created('/api/1.3/badges', { name: `B${++serial}`, image_id: String(await newImage()) });

/** Keeps what a row is about for the next role, until somebody has changed it. */
const newWebhook = () => created('/api/1.3/webhooks', { url: `http://${NOBODY}/` });

class Stock<S extends string> {
  private readonly kept = new Map<string, number>();

  constructor(private readonly make: (state: S, owner: number) => Promise<number>) {}

  async take(state: S, owner: number): Promise<number> {
    const key = `${state} ${owner}`;
    const id = this.kept.get(key) ?? (await this.make(state, owner));
    this.kept.set(key, id);
    return id;
  }

  drop(state: S, owner: number): void {
    this.kept.delete(`${state} ${owner}`);
  }
}

const articles = new Stock<ArticleState>(async (state, owner) => {
  const fields = { headline: 'H', roar_author_ids: [owner], sections: [community] };
  const id = await created(state === 'published' ? '/api/1.3/posts' : '/api/1.3/drafts', fields);
  if (state === 'scheduled')
    await ok(service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: FUTURE_TS }));
  if (state === 'removed') await ok(service.delete(`/api/1.3/drafts/${id}`));
  return id;
});

async function articleWith(body: string, state: MediaState): Promise<void> {
  const id = await created(`/api/1.3/${state === 'in a post' ? 'posts' : 'drafts'}`, { headline: 'H', body });
  if (state === 'in a scheduled post')
    await ok(service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: FUTURE_TS }));
}

const mediaOf = (kind: 'image' | 'document') =>
  new Stock<MediaState>(async (state, owner) => {
    const id = kind === 'image' ? await newImage() : await newDocument();
    const shown = kind === 'image' ? `[cms-image ${id}]` : `[cms-document-pdf ${id}]`;
    const statement = `UPDATE ${kind}s SET uploaded_by = ? WHERE id = ?`;
    await service.app.get(UnitOfWork).run(() => service.app.get(Database).execute(statement, [owner, id]));
    if (state.startsWith('in a')) await articleWith(shown, state);
    const name = `of-${kind}-${id}`;
    if (state === 'of an author') await created('/api/1.1/authors', { role: 'Reader', image_id: id });
    if (state === 'of a badge') await created('/api/1.3/badges', { name, image_id: String(id) });
    if (state === 'of a section')
      await created('/api/1.3/sections', { title: name, url: name, url_header_image: { id } });
    return id;
  });
const media = { images: mediaOf('image'), documents: mediaOf('document') };

/** Sends `put /api/1.3/posts/{id} {"headline":"H"}` with names replaced by values. */
async function send(client: Client, request: string, values: Readonly<Record<string, unknown>>) {
  const concrete = Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(name, String(value)),
    request,
  );
  const [, method, path = '', body = ''] = /^(\w+) (\S+) ?(.+)?$/.exec(concrete) ?? [];
  const call = client[method as 'post'](path, /^[{[]/.test(body) ? (JSON.parse(body) as object) : undefined);
  if (body === 'PNG') return call.attach('file', picture, 'a.png');
  if (body === 'PDF') return call.attach('file', pdf(`x ${++serial}`), 'a.pdf');
  return call;
}

const actor = (role: string): Actor => {
  const found = actors.get(role);
  if (!found) throw new Error(`Nobody is ${role}.`);
  return found;
};
const expected = (codes: string) =>
  ROLES.map((role, index) => `${STATUS_OF_CODE[codes[index] ?? ''] ?? '?'} ${role}`);

const statesOf = ([request, states]: (typeof ARTICLE_ROWS)[number]) =>
  Object.entries(states).flatMap(([state, [foreign, own]]) => [
    { request, state: state as ArticleState, owner: 'foreign', codes: foreign },
    { request, state: state as ArticleState, owner: 'own', codes: own ?? foreign },
  ]);

describe('Articles', () => {
  const rows = ARTICLE_ROWS.flatMap(statesOf);
  test.each(rows)('$request, $owner and $state', async ({ request, state, owner, codes }) => {
    const statusFor = async (client: Client, me: number) => {
      const author = owner === 'own' ? me : other;
      const { status } = await send(client, request, { '{id}': await articles.take(state, author), ME: me });
      if (status === 200 && !request.startsWith('get')) articles.drop(state, author);
      return status;
    };
    const answers = [];
    for (const role of ROLES) answers.push(`${await statusFor(actor(role).client, actor(role).id)} ${role}`);
    expect(answers).toEqual(expected(codes));
    expect(await statusFor(anonymous, 1)).toBe(401);
    if (!request.startsWith('get') && !request.includes('page_views'))
      expect(await statusFor(reading, 1)).toBe(403);
  });
});

describe('Articles by GraphQL', () => {
  const rows = ARTICLE_ROWS.filter(([request]) => request === 'get /api/1.3/posts/{id}').flatMap(statesOf);
  const found = async (client: Client, id: number) => {
    const query = `{ posts(filters: { includedIds: [${id}], statuses: [DRAFT, SCHEDULED, PUBLISHED] }) { id } }`;
    const { body } = await client.post('/core/graphql', { query }).expect(200);
    return JSON.stringify((body as { data: unknown }).data) === `{"posts":[{"id":${id}}]}` ? 200 : 404;
  };
  test.each(rows)('$owner and $state', async ({ state, owner, codes }) => {
    const answers = [];
    for (const role of ROLES) {
      const { id, client } = actor(role);
      answers.push(
        `${await found(client, await articles.take(state, owner === 'own' ? id : other))} ${role}`,
      );
    }
    expect(answers).toEqual(expected(codes));
    expect(await found(anonymous, await articles.take(state, other))).toBe(404);
  });
});

describe('Articles by an agent', () => {
  const rows = TOOL_ROWS.flatMap(([tool, given, request]) =>
    ARTICLE_ROWS.filter(([name]) => name === request)
      .flatMap(statesOf)
      .map((row) => ({ ...row, tool, given })),
  );
  test.each(rows)('$tool, $owner and $state', async ({ tool, given, state, owner, codes }) => {
    const answers = [];
    for (const role of ROLES) {
      const { id: me, client } = actor(role);
      const author = owner === 'own' ? me : other;
      const id = await articles.take(state, author);
      const { result } = messageIn(await sendMessage(client, callOf(tool, { ...given, id })));
      const status = result?.isError ? result.structuredContent?.status : 200;
      if (status === 200 && tool !== 'get_article') articles.drop(state, author);
      answers.push(`${status} ${role}`);
    }
    expect(answers).toEqual(expected(codes));
    expect((await sendMessage(anonymous, callOf(tool, given))).status).toBe(401);
  });

  test('are those of every tool that takes the id of one', async () => {
    const { result } = messageIn(await sendMessage(service, message('tools/list')));
    const { tools } = result as unknown as {
      tools: { name: string; inputSchema: { properties?: object } }[];
    };
    const taking = tools.filter(({ inputSchema }) => 'id' in (inputSchema.properties ?? {}));
    expect(taking.map(({ name }) => name).toSorted()).toEqual(TOOL_ROWS.map(([tool]) => tool).toSorted());
  });
});

describe('Media', () => {
  const rows = MEDIA_ROWS.flatMap(([request, states]) =>
    Object.entries(states).flatMap(([state, [foreign, own]]) =>
      kindsIn(state as MediaState).flatMap((kind) => [
        {
          request: withKind(request, kind),
          kind,
          state: state as MediaState,
          owner: 'foreign',
          codes: foreign,
        },
        { request: withKind(request, kind), kind, state: state as MediaState, owner: 'own', codes: own },
      ]),
    ),
  );
  test.each(rows)('$request, $owner and $state', async ({ request, kind, state, owner, codes }) => {
    const statusFor = async (client: Client, me: number) => {
      const author = owner === 'own' ? me : other;
      const id = await media[kind].take(state, author);
      const { status } = await send(client, request, { '{id}': id });
      if (status === 200 && request.startsWith('delete')) media[kind].drop(state, author);
      return status;
    };
    const answers = [];
    for (const role of ROLES) answers.push(`${await statusFor(actor(role).client, actor(role).id)} ${role}`);
    expect(answers).toEqual(expected(codes));
    expect(await statusFor(anonymous, 1)).toBe(401);
    // To sign a URL writes nothing: who may see the file may have one.
    const ofReading = request.includes('signed_urls') ? 409 : 403;
    if (!request.startsWith('get')) expect(await statusFor(reading, 1)).toBe(ofReading);
  });
});

function kindsIn(state: MediaState): readonly ('images' | 'documents')[] {
  return IMAGE_STATES.includes(state) ? ['images'] : ['images', 'documents'];
}

function withKind(request: string, kind: 'images' | 'documents'): string {
  const change = kind === 'images' ? `{"image_url":"https://site.example/res/images/{id}/"}` : 'PDF';
  return request.replace('KIND', kind).replace('CHANGE', change);
}

describe('Everything else', () => {
  test.each(PLAIN_ROWS)('%s', async (request, codes) => {
    // Longer names before those that they end with.
    const values = async (me: number) => ({
      PUBLISHED: published,
      COMMUNITY: community,
      NEWSECTION: request.includes('NEWSECTION')
        ? await created('/api/1.3/sections', { title: 'T', url: `n${++serial}` })
        : 0,
      NEWKEY: request.includes('NEWKEY') ? await created('/api/1.1/keys', { author_id: other }) : 0,
      NEWBADGE: request.includes('NEWBADGE') ? await newBadge() : 0,
      NEWWEBHOOK: request.includes('NEWWEBHOOK') ? await newWebhook() : 0,
      WEBHOOK: request.includes('WEBHOOK') ? (webhook ??= await newWebhook()) : 0,
      SECTION: section,
      BADGE: badge,
      SLUG: `slug-${++serial}`,
      ADMIN: 1,
      OTHER: other,
      ME: me,
    });
    const answers = [];
    for (const role of ROLES) {
      const { id, client } = actor(role);
      answers.push(`${(await send(client, request, await values(id))).status} ${role}`);
    }
    expect(answers).toEqual(expected(codes));
    expect((await send(anonymous, request, await values(1))).status).toBe(401);
  });
});

test('every route that the contract names has a row', () => {
  const contract = JSON.parse(readFileSync('contract/openapi.json', 'utf8')) as { paths: object };
  const routes = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method} ${path}`),
  );
  const requests = [
    ...ARTICLE_ROWS.map(([request]) => request),
    ...MEDIA_ROWS.flatMap(([request]) => [withKind(request, 'images'), withKind(request, 'documents')]),
    ...PLAIN_ROWS.map(([request]) => request),
  ];
  const isTested = (route: string) => {
    const pattern = route.replaceAll(/\{\w+\}/g, String.raw`(?:\{id\}|[A-Z]+|\d+)`);
    return requests.some((request) => new RegExp(`^${pattern}(?=[? ]|$)`).test(request));
  };
  expect(routes.filter((route) => !isTested(route) && !OPEN_ROUTES.includes(route))).toEqual([]);
  expect(OPEN_ROUTES.filter((route) => !routes.includes(route) || route.includes('/api/'))).toEqual([]);
});
