import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { Clock } from '../../src/kernel/clock.js';
import { KeysService } from '../../src/modules/auth/keys.service.js';
import { type Service, startService } from '../support/service.js';

const PATH = '/core/graphql';
const JSON_TYPE = { 'content-type': 'application/json' };
const RESPONSE = 'application/graphql-response+json';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const TITLES = '{sections{title}}';

/** The entries of a table, on lines or between bars. */
const list = (text: string) => text.trim().split(/\s*[\n|]\s*/);

let service: Service;
/** Another instance on the same data, for readers with a key only. */
let closed: Service;
let base: string, closedBase: string;
beforeAll(async () => {
  service = await startService();
  const settings = { graphql: { anonymous: false }, auth: { allowQueryKey: true } };
  closed = await startService({ database: service.database, settings });
  [base, closedBase] = [await service.app.getUrl(), await closed.app.getUrl()];
  await service.post('/api/1.3/sections', { title: 'News', url: 'news', status: 2 }).expect(200);
  await service.post('/api/1.3/sections', { title: 'Secret', url: 'secret' }).expect(200);
});
afterAll(async () => {
  await closed.stop();
  await service.stop();
});

type Sent = Readonly<Record<string, string>>;
type Answer = Readonly<{ status: number; headers: Headers; text: string; body: Result }>;
interface Result {
  readonly data?: { readonly sections?: readonly { readonly title: string }[] } | null;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

/** Sends exactly these bytes to a path of the open service, or to a URL. */
async function send(method: string, url: string, headers: Sent = {}, body: RequestInit['body'] = null) {
  const answer = await fetch(url.startsWith('/') ? base + url : url, { method, headers, body });
  const text = await answer.text();
  const read = /^[{[]/.test(text) ? (JSON.parse(text) as Result) : {};
  return { status: answer.status, headers: answer.headers, text, body: read } satisfies Answer;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
/** A path with parameters; those that are no text are sent as JSON. */
function at(parameters: object, path = PATH): string {
  const texts = Object.entries(parameters).map(([name, value]) => [name, textOf(value)]);
  return `${path}?${new URLSearchParams(Object.fromEntries(texts)).toString()}`;
}
const get = (query: string, headers: Sent = {}, path = PATH) => send('GET', at({ query }, path), headers);
const post = (fields: unknown, headers: Sent = {}, path = PATH) =>
  send('POST', path, { ...JSON_TYPE, ...headers }, JSON.stringify(fields));
const ask = (method: string, fields: object, path = PATH) =>
  method === 'GET' ? send('GET', at(fields, path)) : post(fields, {}, path);
const withKey = (key = service.adminKey) => ({ 'x-rmauth': key });
const titlesOf = ({ body }: Answer) => body.data?.sections?.map(({ title }) => title).sort();

/**
 * A refusal in GraphQL's form, which nobody keeps and which tells nothing of the machine.
 * @returns its code
 */
function refusal({ status, headers, body, text }: Answer, expected: number): string {
  expect({ status, text }).toEqual({ status: expected, text });
  expect(headers.get('content-type')).toMatch(/^application\/(graphql-response\+)?json; ?charset=utf-8$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(text).not.toMatch(/node_modules|\.[jt]s:\d|SELECT |stack|sqlite|mariadb/i);
  const [string, code] = [expect.stringMatching(/\S/), expect.stringMatching(/^[\w-]+$/)];
  const [error] = body.errors ?? [];
  expect([body.data ?? null, error]).toMatchObject([null, { message: string, extensions: { code } }]);
  return String(error?.extensions.code);
}

describe.each([PATH, '/res/graphql'])('%s', (path) => {
  const audits = serverAudits({ url: () => base + path }).filter(({ name }) => !name.startsWith('MAY'));

  test.each(audits.map(({ name, id, fn }) => [name, id, fn] as const))('%s (%s)', async (name, id, audit) => {
    expect(await audit()).toEqual({ id, name, status: 'ok' });
  });

  test('answers GETs without any header, and those of curl and of browsers, with JSON', async () => {
    const { body: bare } = await service.as(null).get(at({ query: TITLES }, path));
    expect(bare).toEqual({ data: { sections: [{ title: 'News' }] } });
    for (const accept of ['*/*', BROWSER]) {
      const { status, headers, body } = await get(TITLES, { accept }, path);
      expect({ status, body }).toEqual({ status: 200, body: bare });
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test('tells who opens it in a browser where queries are written', async () => {
    const { body } = await service.as(null).get(path).set('accept', BROWSER).expect(400);
    expect(body.errors[0].message).toMatch(/`query`.* \/core\/graphiql is a page to write queries in\.$/);
  });

  test.each(['GET', 'POST'])('takes variables, operation names and extensions by %s', async (method) => {
    const query = 'query A($of: SectionsFilters) { sections(filters: $of) { title } } query B { __typename }';
    const chosen = { query, operationName: 'A', extensions: { any: [1] } };
    const variables = { of: { excludedPaths: ['/news'] } };
    expect(titlesOf(await ask(method, { ...chosen, variables }, path))).toEqual([]);
    expect(titlesOf(await ask(method, chosen, path))).toEqual(['News']);
    const other = await ask(method, { ...chosen, operationName: 'B' }, path);
    expect(other.body).toEqual({ data: { __typename: 'Query' } });
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('answers no mutation by %s', async (method) => {
    const answer = await send(method, at({ query: 'mutation{__typename}' }, path));
    refusal(answer, 405);
    expect(answer.headers.get('allow')).toMatch(method === 'GET' ? /^POST$/ : /^GET, ?POST$/);
  });

  test('answers HEAD as GET, without a body', async () => {
    const [whole, head] = [await get(TITLES, {}, path), await send('HEAD', at({ query: TITLES }, path))];
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    for (const name of ['etag', 'cache-control', 'content-type', 'vary'])
      expect(`${name}: ${head.headers.get(name)}`).toBe(`${name}: ${whole.headers.get(name)}`);
  });

  test('tells OPTIONS which methods there are', async () => {
    const { status, headers, text } = await send('OPTIONS', path);
    expect([status, headers.get('allow'), text]).toEqual([204, 'GET, HEAD, POST', '']);
  });

  test('lets web apps of any site ask', async () => {
    const names = 'apollographql-client-name,apollographql-client-version,content-type,traceparent,x-rmauth';
    const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': names };
    const flight = await send('OPTIONS', path, { origin: 'https://app.example', ...asked });
    expect([flight.status, flight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, POST']);
    expect(flight.headers.get('access-control-allow-headers')).toBe(names);
    const answers = [flight, await get(TITLES, {}, path), await post({ query: TITLES }, {}, path)];
    for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('The answer is of the type that is accepted:', () => {
  test.each([
    [`${RESPONSE}, application/json;q=0.9`, RESPONSE],
    [`${RESPONSE}; charset=utf-8, application/json; charset=utf-8;q=0.9`, RESPONSE],
    [`application/json, ${RESPONSE};q=0.5`, 'application/json'],
    ['text/plain, */*;q=0.1', 'application/json'],
  ])('%s', async (accept, type) => {
    for (const answer of [await get(TITLES, { accept }), await post({ query: TITLES }, { accept })]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
      expect(titlesOf(answer)).toEqual(['News']);
    }
    // Only the newer type tells by the status that the query is at fault.
    refusal(await get('{nope}', { accept }), type === RESPONSE ? 400 : 200);
  });

  test('none that the service has', async () => {
    refusal(await get(TITLES, { accept: 'image/png' }), 406);
  });
});

describe('Refused is', () => {
  test.each(
    list(`
      {"query": | {"query":"{__typename}"} {} | [] | [{"query":"{__typename}"}] | "{__typename}" | 1 | null | {}
      {"query":{"a":1}} | {"query":["{a}"]} | {"query":"{__typename}","operationName":1}
      {"query":"{__typename}","variables":[1]} | {"query":"{__typename}","variables":"{}"}
      {"query":"{__typename}","extensions":[1]} | {"query":"{__typename}","extensions":"{}"}`),
  )('the body %s', async (body) => {
    refusal(await send('POST', PATH, JSON_TYPE, body), 400);
  });

  test('an empty body, also where the URL has a query', async () => {
    refusal(await send('POST', PATH, JSON_TYPE, ''), 400);
    refusal(await send('POST', at({ query: TITLES }), JSON_TYPE), 400);
  });

  test('a body that is not UTF-8', async () => {
    const body = Buffer.from('{"query":"{a}#\xff"}', 'latin1');
    expect(refusal(await send('POST', PATH, JSON_TYPE, body), 400)).toBe('malformed-json');
  });

  test.each(
    list(`text/plain | application/x-www-form-urlencoded | multipart/form-data; boundary=x
      application/json; charset=iso-8859-1`),
  )('a body that is %s', async (type) => {
    const answer = await send('POST', PATH, { 'content-type': type }, '{"query":"{__typename}"}');
    expect(refusal(answer, 415)).toBe('media-type-not-supported');
  });

  test('a URL without one query, or with what is no object', async () => {
    const one = 'query=%7B__typename%7D';
    const rests = list(`|${one}&${one}|${one}&variables=%7B|${one}&variables=[1]|${one}&extensions=x`);
    for (const rest of rests) refusal(await send('GET', `${PATH}?${rest}`), 400);
  });

  test.each(
    list(`
      mutation{__typename} | subscription{__typename} | mutation{post{id}} | fragment A on Query{__typename}
      query A{a:__typename} query B{b:__typename} | {nope} | {posts} | {sections{title{a}}} | { | x`),
  )('the query %s', async (query) => {
    refusal(await post({ query }, { accept: RESPONSE }), 400);
    expect((await post({ query })).body.errors).toHaveLength(1);
  });
});

describe('An answer', () => {
  test('may be kept when it is a GET without a key that succeeded, and by those who ask alike', async () => {
    const kept = await get(TITLES);
    expect(kept.headers.get('cache-control')).toMatch(/^public, max-age=[1-9]/);
    const others = [await get(TITLES, withKey()), await post({ query: TITLES }), await get('{nope}')];
    others.push(await get('{posts(slice:{limit:-1}){id} sections{title}}'), await get(TITLES, withKey('x')));
    for (const { headers } of others) expect(headers.get('cache-control')).toBe('no-store');
    for (const { headers } of [kept, ...others])
      expect(headers.get('vary')).toMatch(/^(?=.*\bx-rmauth\b)(?=.*\baccept\b)/i);
  });

  test('is not sent to those who have it, until it changes', async () => {
    const url = at({ query: '{sections(filters:{includedPaths:["/later"]}){title}}' });
    const { headers } = await send('GET', url);
    const etag = String(headers.get('etag'));
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      // fetch would say that it wants the whole answer.
      const again = await service.as(null).get(url).set('if-none-match', known);
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
      for (const name of ['etag', 'cache-control', 'vary'])
        expect([name, again.headers[name]]).toEqual([name, headers.get(name)]);
    }
    await service.post('/api/1.3/sections', { title: 'Later', url: 'later', status: 3 }).expect(200);
    const changed = await service.as(null).get(url).set('if-none-match', etag).expect(200);
    expect(changed.body).toEqual({ data: { sections: [{ title: 'Later' }] } });
    expect(changed.headers.etag).not.toBe(etag);
  });
});

describe('A key', () => {
  afterEach(() => void jest.restoreAllMocks());

  test('adds what its author may see; blanks around it do not count', async () => {
    for (const key of [service.adminKey, ` ${service.adminKey}\t `])
      expect(titlesOf(await get(TITLES, withKey(key)))).toEqual(expect.arrayContaining(['News', 'Secret']));
    expect(titlesOf(await get(TITLES, withKey('  ')))).toEqual(['News']);
  });

  test.each(['unknown', 'revoked', 'expired'])('that is %s is refused', async (what) => {
    const [keys, clock] = [service.app.get(KeysService), service.app.get(Clock)];
    const { key, secret } = await keys.create({ authorId: 1, expiresInDays: 1 });
    if (what === 'revoked') await keys.revoke(key.id);
    if (what === 'expired') jest.spyOn(clock, 'now').mockReturnValue(clock.now() + 2 * 86_400);
    const sent = withKey(what === 'unknown' ? 'b'.repeat(64) : secret);
    for (const answer of [await get(TITLES, sent), await post({ query: TITLES }, sent)]) {
      expect(refusal(answer, 401)).toBe('key-invalid');
      expect(answer.headers.get('www-authenticate')).toMatch(/\S/);
    }
  });

  test('is needed where nobody may read without', async () => {
    const url = closedBase + at({ query: TITLES });
    expect(refusal(await send('GET', url), 401)).toBe('key-missing');
    expect(titlesOf(await send('GET', url, withKey()))).toContain('Secret');
  });

  test('in the URL counts where the setting says so, and then before the header', async () => {
    const url = at({ query: TITLES, api_key: service.adminKey });
    expect(titlesOf(await send('GET', url))).toEqual(['News']);
    const answer = await send('GET', closedBase + url, withKey('x'));
    expect(titlesOf(answer)).toContain('Secret');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const wrong = closedBase + at({ query: TITLES, api_key: 'x' });
    expect(refusal(await send('GET', wrong, withKey()), 401)).toBe('key-invalid');
  });
});

describe('The IDE', () => {
  test('is a page that the service serves whole', async () => {
    const { status, headers, text } = await send('GET', '/core/graphiql');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(headers.get('content-security-policy'));
    expect(policy).toMatch(/default-src 'none'.*script-src 'self';.*connect-src 'self'/);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(text).not.toMatch(/https?:|"\/\/|<script>|<style|\s(on\w+|style)=/);
    const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(3);
    for (const path of files) {
      const file = await send('GET', path);
      expect(file).toMatchObject({ status: 200, text: expect.stringMatching(/\S/) });
      expect(file.headers.get('content-type')).toMatch(path.endsWith('.css') ? /^text\/css/ : /javascript/);
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      if (path.endsWith('.css')) expect(file.text).not.toMatch(/@import|url\(["']?(?!["']?data:)/);
    }
    for (const name of ['nope.js', 'constructor', '..%2fpackage.json'])
      expect((await send('GET', `/core/graphiql/${name}`)).status).toBe(404);
  });
});
