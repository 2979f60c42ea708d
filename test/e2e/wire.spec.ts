import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { Public } from '../../src/platform/http/server/public.js';
import { type Service, startService } from '../support/service.js';

const POSTS = '/api/1.3/posts';
const DRAFTS = '/api/1.3/drafts';
const SECTIONS = '/api/1.3/sections';
const AUTHORS = '/api/1.1/authors';
const LISTS = [POSTS, DRAFTS, '/api/1.3/authors/search'];
const JSON_TYPE = { 'content-type': 'application/json' };
const LIMIT = 300_000;

/** The entries of a table, on lines or between bars. */
const list = (text: string) => text.trim().split(/\s*[\n|]\s*/);

@Controller('defect')
@Public()
class DefectController {
  @Get()
  answer(): never {
    throw new Error('SELECT secret FROM /srv/service/secret.ts');
  }
}

@Module({ controllers: [DefectController] })
class DefectModule {}

let service: Service, base: string, draft: string;
beforeAll(async () => {
  const extension = { modules: [DefectModule] };
  service = await startService({ extension, settings: { limits: { maxBodyBytes: LIMIT } } });
  base = await service.app.getUrl();
  draft = `${DRAFTS}/${String((await create(DRAFTS, { headline: 'H' })).id)}`;
});
afterAll(() => service.stop());

type Sent = RequestInit['body'];
type Fields = Record<string, unknown>;
type Answer = Readonly<{ status: number; headers: Headers; text: string; body: Fields }>;

/** Sends exactly these bytes, with the key of the Administrator. */
async function send(request: string, body: Sent = null, headers: object = JSON_TYPE): Promise<Answer> {
  const [method, path = ''] = request.split(' ');
  const options = { method, body, headers: { 'x-rmauth': service.adminKey, ...headers }, duplex: 'half' };
  const answer = await fetch(base + path, options as RequestInit);
  const text = await answer.text();
  const read = /^[{[]/.test(text) ? (JSON.parse(text) as Fields) : {};
  return { status: answer.status, headers: answer.headers, text, body: read };
}

const get = (path: string, headers: object = {}) => send(`GET ${path}`, null, headers);
const post = (path: string, fields: unknown) => send(`POST ${path}`, JSON.stringify(fields));

async function create(path: string, fields: object): Promise<Fields> {
  const { status, text, body } = await post(path, fields);
  expect({ status, text }).toEqual({ status: 200, text });
  return body;
}

/** Every failure has this shape, and tells nothing of the machine. */
function expectProblem({ status, headers, body, text }: Answer, expected: number, kind?: string): void {
  expect({ status, text }).toEqual({ status: expected, text });
  expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const { errors = [], version, current, ...rest } = body as Fields & { errors?: object[]; version?: number };
  const [string, code] = [
    expect.stringMatching(/\S/),
    kind ?? expect.stringMatching(/^[a-z\d]+(-[a-z\d]+)*$/),
  ];
  expect(rest).toEqual({ type: string, title: string, status, detail: string, instance: string, code });
  expect(typeof version).toBe(expected === 412 ? 'number' : 'undefined');
  if (expected === 412) expect(current).toMatchObject({ version });
  else expect(current).toBeUndefined();
  for (const error of errors) expect(error).toEqual({ field: string, message: string });
  expect(text).not.toMatch(/node_modules|\/srv\/|\.[jt]s:\d|SELECT |INSERT |secret|sqlite|mariadb/i);
}

/** The fields that a refusal complains of. */
function refused(answer: Answer): string[] {
  expectProblem(answer, 400);
  return (answer.body.errors as { field: string }[]).map(({ field }) => field);
}

describe('A failure', () => {
  test.each(
    list(`
      404 GET /res/nope | 404 GET /api/1.3/nope | 404 GET /api/1.1/posts | 405 PATCH /api/1.3/posts
      404 GET /api/1.3/posts/999999 | 404 GET /api/1.3/sections/99999999999 | 400 GET /%zz
      404 GET /api/1.1/authors/9223372036854775808 | 404 DELETE /api/1.3/drafts/${'9'.repeat(30)}`),
  )('of %s is a problem, with its path', async (entry) => {
    const [status, method, path = ''] = entry.split(' ');
    const answer = await send(`${method} ${path}?a=b`, null, {});
    expectProblem(answer, Number(status));
    expect(answer.body.instance).toBe(path);
  });

  test.each(list('abc|1.5|1e3|0x10|%20|1;2|%D9%A1|%zz|%|%c0%ae'))('of the id %s is a problem', async (id) => {
    expectProblem(await get(`${POSTS}/${id}`), 400);
    expectProblem(await send(`PUT ${SECTIONS}/${id}`, '{}'), 400);
    expectProblem(await send(`DELETE ${DRAFTS}/${id}`), 400);
  });

  test('for want of a key, by a conflict or by a version is a problem, too', async () => {
    expectProblem(await get(POSTS, { 'x-rmauth': '' }), 401);
    await create(SECTIONS, { title: 'T', url: 'conflict' });
    expectProblem(await post(SECTIONS, { title: 'T', url: 'conflict' }), 409);
    expectProblem(await send(`PUT ${draft}`, '{}', { ...JSON_TYPE, 'if-match': '"999"' }), 412);
  });

  test('that is a defect gives the request id, and nothing else away', async () => {
    const answer = await get('/defect');
    expectProblem(answer, 500);
    expect(answer.body.detail).toContain(answer.headers.get('x-request-id'));
  });
});

describe('A body', () => {
  /** Brackets in strings are no nesting. */
  const json = (length: number) => `{"headline":"H","body":"${'['.repeat(length - 26)}"}`;

  test.each(
    list(`
      {"headline": | {'headline':'H'} | {"headline":"H"} {} | {"headline":"H",} | {"headline":NaN} | nope
      [] | [{"headline":"H"}] | "text" | 1 | true | null`),
  )('that is %s is refused', async (body) => {
    expectProblem(await send(`POST ${DRAFTS}`, body), 400);
    expectProblem(await send(`PUT ${draft}`, body), 400);
  });

  test.each(['ff', 'c0ae', 'eda080', 'f09f98'])('with bytes %s is not UTF-8, and refused', async (hex) => {
    const body = ['{"headline":"', '"}'].map((text) => Buffer.from(text).toString('hex')).join(hex);
    expectProblem(await send(`POST ${DRAFTS}`, Buffer.from(body, 'hex')), 400, 'malformed-json');
  });

  test('may have as many bytes as the limit, and no more', async () => {
    expect((await send(`POST ${DRAFTS}`, json(LIMIT))).status).toBe(200);
    const [large, packed] = [json(LIMIT + 1), gzipSync(json(20 * LIMIT))];
    const answers = [await send(`POST ${DRAFTS}`, large)];
    answers.push(await send(`POST ${DRAFTS}`, new Blob([large]).stream()));
    answers.push(await send(`POST ${DRAFTS}`, packed, { ...JSON_TYPE, 'content-encoding': 'gzip' }));
    for (const answer of answers) {
      expectProblem(answer, 413);
      expect(answer.body.detail).toContain(String(LIMIT));
    }
  });

  const OTHERS =
    'text/plain|application/x-www-form-urlencoded|application/json; charset=latin1|multipart/form-data';
  test.each(list(OTHERS))('of %s is not supported, nor of no type', async (type) => {
    for (const request of [`POST ${DRAFTS}`, `PUT ${draft}`]) {
      const headers = { 'content-type': `${type}; boundary=x` };
      expectProblem(await send(request, Buffer.from('{"headline":"H"}'), headers), 415);
      expectProblem(await send(request, Buffer.from('{"headline":"H"}'), {}), 415);
    }
  });

  test.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['open arrays', '['.repeat(200_000)],
    ['objects', '{"a":'.repeat(49_000) + '1' + '}'.repeat(49_000)],
  ])('nested in %s without end is refused', async (_, nested) => {
    const answers = [await send(`POST ${DRAFTS}`, nested)];
    answers.push(await send(`POST ${DRAFTS}`, `{"headline":"H","product":{"a":${nested}}}`));
    for (const answer of answers) expectProblem(answer, 400, 'nested-too-deeply');
  });

  test.each(['__proto__', 'constructor', 'toString', 'toJSON'])('keeps the key %s as data', async (key) => {
    const evil = `{"${key}":{"prototype":{"polluted":1},"polluted":1,"headline":"H","open_in_new_tab":true}}`;
    const { body } = await send(`POST ${DRAFTS}`, `{"headline":"H","product":${evil},${evil.slice(1)}`);
    expect(JSON.stringify(body.product)).toBe(evil);
    expect(({} as Fields).polluted).toBeUndefined();
    expect(refused(await send(`POST ${DRAFTS}`, evil))).toEqual(['headline']);
    expect(refused(await send(`POST ${DRAFTS}`, `{"headline":${evil},"tags":[${evil}]}`))).toHaveLength(2);
    const section = await send(`POST ${SECTIONS}`, `{"title":"T","url":"${key}","page_settings":${evil}}`);
    expect(section.body).toMatchObject({ page_settings: { open_in_new_tab: false } });
    expect((await get(`${POSTS}?${key}=1&${key}[limit]=0`)).status).toBe(200);
  });

  test('may be absent, and unknown fields in it do not count', async () => {
    expect((await send(`PUT ${draft}`)).status).toBe(200);
    const made = await create(DRAFTS, { headline: 'H', id: 999999, status: 0, likes: [], odd: {} });
    expect(made).toMatchObject({ status: 1, likes: { count: 0 } });
    expect([made.id === 999999, 'odd' in made]).toEqual([false, false]);
  });
});

describe('A field', () => {
  async function isNamed(entry: string): Promise<void> {
    const [, path, name = '', value] = /^((\w+)\S*) (.+)$/.exec(entry) ?? [];
    const answer = await send(`POST ${DRAFTS}`, `{"headline":"H","${name}":${value}}`);
    expect(refused(answer)).toEqual([path]);
  }

  test.each(
    list(`
      sections[2] [0,"Home",{}] | sections[1] [0,999999] | primary_section {}
      roar_author_ids[1] [1,999999] | roar_author_ids[0] ["x"] | tags[1] ["a",["b"]] | tags[0] ["\\ud800"]
      listicle [1] | listicle.items[0].image_id {"items":[{"image_id":"x"}]}
      listicle.items[1].headline {"items":[{},{"headline":["x"]}]}
      listicle.settings.layout_type {"settings":{"layout_type":4}} | page_list[0].path [{"view":"web"}]
      page_list[1].view [{"view":"web","path":"/a"},{"view":"print","path":"/b"}]
      headline ["H"] | headline {"a":1} | headline "x\\ud800y" | type ["page"] | type "poem"
      product "text" | product {"\\udc00":1} | product {"a":[{"b":"\\ud800"}]} | image_id [1] | image_id 1.5
      created_ts [1] | created_ts "now" | partnernews_article [] | partnernews_article "yes" | action "no"`),
  )('is named when wrong: %s', isNamed);

  test('is named with all others that are wrong', async () => {
    const fields = refused(await post(DRAFTS, { created_ts: 'x', tags: [{}], image_id: {} }));
    expect(fields.sort()).toEqual(['created_ts', 'headline', 'image_id', 'tags[0]']);
  });

  test.each(['created_ts', 'updated_ts'])('%s in milliseconds is refused, saying so', async (field) => {
    for (const value of [1700000000000, '1700000000000']) {
      const { body } = await post(DRAFTS, { headline: 'H', [field]: value });
      const message = expect.stringMatching(/millisecond/);
      expect(body).toMatchObject({ status: 400, errors: [{ field, message }] });
    }
  });

  test('that is a number may be a string, and a flag many things', async () => {
    const numbers = { created_ts: '1700000000', sections: ['0'], roar_author_ids: ['1'] };
    const shown = { created_ts: 1700000000, sections: [0], roar_author_ids: [1] };
    expect(await create(DRAFTS, { headline: 'H', ...numbers })).toMatchObject(shown);
    for (const flag of [1, '1', true, 'true', 0, '0', false, 'false']) {
      const { partnernews_article } = await create(DRAFTS, { headline: 'H', partnernews_article: flag });
      expect(partnernews_article).toBe(['1', 'true'].includes(String(flag)));
    }
  });

  test.each(
    list(`
      drafts {"headline":"a\\0b","body":"<p>\\0</p>","subheadline":"\\0","product":{"\\0":"\\0"}}
      drafts {"headline":"H","tags":["\\0","a\\0"],"primary_tag":"a\\0"} | authors {"name":"a\\0b"}
      drafts {"headline":"H","manual_basename":"a\\0b","provider_post_id":"a\\0b"}
      drafts {"headline":"H","sections":["\\0"]} | sections {"title":"T","url":"nu\\0l"}
      sections {"title":"a\\0b","url":"nul","about_html":"\\0","tags":["\\0"]}
      authors {"first_name":"a\\0b","about_html":"\\0","specific_data":{"\\0":"\\0"}}
      authors {"email":"a\\0b@example.com","password":"correct\\0horse"}`),
  )('with NUL is refused: %s', async (entry) => {
    const [name, json = ''] = entry.replaceAll('\\0', '\\u0000').split(' ');
    const path = name === 'authors' ? AUTHORS : `/api/1.3/${name}`;
    expectProblem(await send(`POST ${path}`, json), 400);
  });
});

describe('A query', () => {
  test.each(LISTS)('of %s has whole numbers for offset and limit', async (path) => {
    for (const name of ['offset', 'limit']) {
      for (const value of ['-1', 'abc', '1.5', '1e1', '0x1', '1,2', `1&${name}=2`, '%zz', '1%00']) {
        expect(refused(await get(`${path}?${name}=${value}`))).toEqual([name]);
      }
    }
    expect((await get(`${path}?limit=1000000&offset=1000000`)).text).toBe('[]');
  });

  test.each(['99999999999', '9'.repeat(30)])('may say %s for the end, or the most', async (huge) => {
    for (const path of LISTS) {
      expect((await get(`${path}?limit=${huge}`)).status).toBe(200);
      expect((await get(`${path}?offset=${huge}`)).text).toBe('[]');
    }
  });

  test('may hold unknown parameters, and lists with commas and blanks', async () => {
    expect((await get(`${POSTS}?utm_source=x&sort[]=a&sort[]=b&order=1;DROP&x=%zz&=&&%00`)).status).toBe(200);
    for (const email of ['one@example.com', 'two@example.com']) await create(AUTHORS, { email });
    const { body } = await get('/api/1.3/authors/email?emails=one@example.com,,%20two@example.com%20,');
    expect(body).toHaveLength(2);
  });
});

describe('Every answer', () => {
  test.each(list('/health/live|/health/ready|/docs|/docs/openapi.json'))('of %s is public', async (path) => {
    expect((await fetch(base + path)).status).toBe(200);
  });

  test('to a creation is 200 with the object', async () => {
    for (const path of [POSTS, DRAFTS]) expect(await create(path, { headline: 'N' })).toHaveProperty('id');
    expect(await create(SECTIONS, { title: 'T', url: 'new' })).toMatchObject({ url: 'new' });
    expect(await create(AUTHORS, { name: 'new' })).toMatchObject({ name: 'new' });
  });

  test('has a request id of its own and headers for safety, and does not tell the framework', async () => {
    const requests = [`GET ${POSTS}`, 'GET /res/nope', `POST ${DRAFTS}`, 'GET /health/live', 'GET /defect'];
    const answers = await Promise.all(requests.map((request) => send(request)));
    answers.push(await get(POSTS, { 'x-rmauth': '' }));
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src/);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.has('x-powered-by')).toBe(false);
      expect(headers.get('x-request-id')).toMatch(/\S{8,}/);
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length);
  });

  test('has a request id when the body is unreadable, too', async () => {
    expect((await send(`POST ${DRAFTS}`, '{')).headers.get('x-request-id')).toMatch(/\S{8,}/);
  });
});
