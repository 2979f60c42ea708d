import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import {
  type ClientOptions,
  ContentApiError,
  createContentClient,
  verifyWebhook,
  WebhookVerificationError,
} from '../clients/typescript/src/index.js';
import { type ScriptedAnswer, type ScriptedServer, startScriptedServer } from './support/scripted-server.js';

const SCRIPT = new URL('../scripts/client-types.mjs', import.meta.url).href;

interface Generator {
  clientTypes(document: unknown): Promise<string>;
}

test('the types of the client are those of the contract', async () => {
  const { clientTypes } = (await import(SCRIPT)) as Generator;
  const types = await clientTypes(JSON.parse(readFileSync('contract/openapi.json', 'utf8')));
  // Else `npm run contract` writes them.
  expect(readFileSync('clients/typescript/src/schema.ts', 'utf8') === types).toBe(true);
});

test('the client depends on what is tested here', () => {
  const versions = (file: string, kind: string) =>
    (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string> | undefined>)[kind];
  const tested = {
    ...versions('package.json', 'dependencies'),
    ...versions('package.json', 'devDependencies'),
  };
  expect(tested).toMatchObject({
    ...versions('clients/typescript/package.json', 'dependencies'),
    ...versions('clients/typescript/package.json', 'devDependencies'),
  });
});

let server: ScriptedServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const PROBLEM = { status: 503, code: 'overloaded', detail: 'Too much to do.' };
const BUSY: ScriptedAnswer = { status: 503, headers: { 'retry-after': '0' }, body: PROBLEM };
const LOST: ScriptedAnswer = { isLost: true };

async function connect(answers: readonly ScriptedAnswer[], options: Partial<ClientOptions> = {}) {
  server = await startScriptedServer(answers);
  return { client: createContentClient({ baseUrl: server.url, key: 'abc', ...options }), server };
}

describe('A request', () => {
  test('is sent again after Retry-After, with its key, its body and its Idempotency-Key', async () => {
    const { client, server } = await connect([
      BUSY,
      { ...BUSY, status: 429 },
      { ...BUSY, status: 409 },
      { body: { id: 7 } },
    ]);
    const { data } = await client.POST('/api/1.3/drafts', { body: { headline: 'Tides' } });
    expect(data).toEqual({ id: 7 });
    expect(server.received).toHaveLength(4);
    const keys = new Set(server.received.map(({ headers }) => headers['idempotency-key']));
    expect([...keys]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
    for (const { headers, body } of server.received) {
      expect(headers['x-rmauth']).toBe('abc');
      expect(JSON.parse(body)).toEqual({ headline: 'Tides' });
    }
  });

  test('is sent again when the connection is lost', async () => {
    const { client, server } = await connect([LOST, { body: { id: 7 } }]);
    const { data } = await client.POST('/api/1.3/drafts', { body: { headline: 'Tides' } });
    expect(data).toEqual({ id: 7 });
    expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual([
      expect.any(String),
      server.received[0]?.headers['idempotency-key'],
    ]);
  });

  test('keeps the Idempotency-Key that it brings', async () => {
    const { client, server } = await connect([{ body: { id: 7 } }]);
    await client.POST('/api/1.3/drafts', {
      body: { headline: 'Tides' },
      params: { header: { 'Idempotency-Key': 'mine' } },
    });
    expect(server.received[0]?.headers['idempotency-key']).toBe('mine');
  });

  test('is not sent again when that would not help', async () => {
    const conflict = { status: 409, body: { status: 409, code: 'email-taken', detail: 'Taken.' } };
    const { client, server } = await connect([conflict]);
    const { error } = await client.POST('/api/1.3/drafts', { body: { headline: 'Tides' } });
    expect(error).toMatchObject({ code: 'email-taken' });
    expect(server.received).toHaveLength(1);
  });

  test('is given up after some tries, or when the wait is too long', async () => {
    const few = await connect([BUSY], { retries: 2 });
    const { response } = await few.client.GET('/api/1.3/posts');
    expect([response.status, few.server.received.length]).toEqual([503, 3]);
    await few.server.stop();
    const long = await connect([{ ...BUSY, headers: { 'retry-after': '3600' } }]);
    expect((await long.client.GET('/api/1.3/posts')).response.status).toBe(503);
    expect(long.server.received).toHaveLength(1);
  });

  test('that is aborted waits no longer', async () => {
    const { client, server } = await connect([{ ...BUSY, headers: { 'retry-after': '30' } }]);
    const stopping = new AbortController();
    const asked = client.GET('/api/1.3/posts', { signal: stopping.signal });
    while (server.received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    stopping.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('Pages', () => {
  const next = (cursor: string) => ({
    link: `<https://site.example/api/1.3/posts?limit=2&cursor=${cursor}>; rel="next"`,
  });

  test('are read to the end of the list', async () => {
    const { client, server } = await connect([
      { headers: next('a'), body: [{ id: 1 }, { id: 2 }] },
      { ...BUSY },
      { headers: next('b%2B'), body: [{ id: 3 }, { id: 4 }] },
      { body: [{ id: 5 }] },
    ]);
    const ids = [];
    for await (const { id } of client.pages('/api/1.3/posts', { query: { limit: 2 } })) ids.push(id);
    expect(ids).toEqual([1, 2, 3, 4, 5]);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/api/1.3/posts?limit=2&cursor=',
      '/api/1.3/posts?limit=2&cursor=a',
      '/api/1.3/posts?limit=2&cursor=a',
      '/api/1.3/posts?limit=2&cursor=b%2B',
    ]);
  });

  test('are not asked for beyond what is read', async () => {
    const { client, server } = await connect([{ headers: next('a'), body: [{ id: 1 }, { id: 2 }] }]);
    for await (const { id } of client.pages('/api/1.3/posts')) if (id === 2) break;
    expect(server.received).toHaveLength(1);
  });

  test('end with the problem of the service', async () => {
    const problem = { status: 401, code: 'key-missing', detail: 'No key.' };
    const { client } = await connect([{ status: 401, body: problem }]);
    const first = client.pages('/api/1.3/posts').next();
    await expect(first).rejects.toThrow(ContentApiError);
    await expect(first).rejects.toMatchObject({ problem, message: '401 key-missing: No key.' });
  });
});

describe('The change feed', () => {
  const change = (id: number) => ({ id: `evt_${id}`, type: 'post', verb: 'edit', resource_id: id });
  const page = (changes: number[], next: string, has_more: boolean) => ({
    body: { changes: changes.map(change), next, has_more },
  });

  test('is read from token to token, each told once its changes are worked off', async () => {
    const { client, server } = await connect([
      page([1, 2], 'c2', true),
      page([], 'c3', true),
      page([4], 'c4', false),
    ]);
    const seen: string[] = [];
    const onToken = (token: string) => seen.push(token);
    for await (const { id, next } of client.changes({ after: 'start', wait: 0, types: 'post', onToken }))
      seen.push(`${id} ${next}`);
    expect(seen).toEqual(['evt_1 null', 'evt_2 c2', 'c2', 'c3', 'evt_4 c4', 'c4']);
    expect(server.received.map(({ url }) => url)).toEqual([
      '/api/1.3/changes?types=post&after=start&wait=0',
      '/api/1.3/changes?types=post&after=c2&wait=0',
      '/api/1.3/changes?types=post&after=c3&wait=0',
    ]);
  });

  test('tells that a token is too old', async () => {
    const problem = { status: 410, code: 'changes-gone', detail: 'Gone.' };
    const { client } = await connect([{ status: 410, body: problem }]);
    await expect(client.changes({ after: 'c1' }).next()).rejects.toMatchObject({ problem });
  });
});

describe('A webhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({ action: 'post_create', event_id: 'evt_1' });
  const now = new Date();
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
  };

  test('is believed by its signature, whatever holds its headers and its body', () => {
    for (const sent of [headers, new Headers(headers)])
      for (const received of [body, Buffer.from(body)])
        expect(verifyWebhook(secret, received, sent)).toEqual(JSON.parse(body));
  });

  test.each<[string, string, object]>([
    ['another body', `${body} `, {}],
    ['another id', body, { 'webhook-id': 'evt_2' }],
    ['an old time', body, { 'webhook-timestamp': '1000000000' }],
    ['no signature', body, { 'webhook-signature': undefined }],
    ['two signatures in a list', body, { 'webhook-signature': ['v1,x', 'v1,y'] }],
  ])('with %s is refused', (_what, received, other) => {
    const check = () => verifyWebhook(secret, received, { ...headers, ...other });
    expect(check).toThrow(WebhookVerificationError);
  });
});
