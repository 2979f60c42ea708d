import { Injectable } from '@nestjs/common';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { field } from '../../src/extension/field.js';
import { InvalidError } from '../../src/kernel/errors.js';
import { ArticleHooks, type PendingArticleChange } from '../../src/modules/articles/article-hooks.js';
import { type Agent, connectAgent, type Era, ERAS } from '../support/mcp.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

const PUBLIC = 2;
const FUTURE = 4_000_000_000;

@Injectable()
class Hooks extends ArticleHooks {
  override before({ article }: PendingArticleChange): void {
    if (article.headline.includes('Forbidden')) throw InvalidError.field('headline', 'is forbidden here');
  }
}

const mood = field('acme_mood', { type: 'enum', values: ['glad', 'sad'], description: 'how it feels' });

let service: Service;
beforeAll(async () => {
  service = await startService({
    settings: { site: { name: 'Tide Times' } },
    extension: { articles: Hooks, fields: [mood] },
    environment: { SCHEDULER: 'off' },
  });
});
afterAll(() => service.stop());

describe.each(Object.keys(ERAS) as Era[])('An agent of %s', (era) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connectAgent(service, undefined, era);
  });
  afterAll(() => agent.close());

  const draft = async (fields: object = {}): Promise<{ id: number; version: number }> =>
    await agent.ok('create_draft', { headline: 'A draft', ...fields });

  test('is told which site it is, and how to go about it', () => {
    expect(agent.client.getServerVersion()).toMatchObject({ title: 'Tide Times' });
    expect(agent.client.getInstructions()).toContain('seconds since 1970');
  });

  test('finds tools whose arguments are described', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.length).toBeGreaterThan(15);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, title, description, inputSchema, annotations } of tools) {
      expect([name, title, description]).toEqual([expect.stringMatching(/^[a-z_]+$/), title, description]);
      expect(`${title} ${description}`).toMatch(/^\S.{10,}/);
      expect(() => ajv.compile(inputSchema)).not.toThrow();
      expect(JSON.stringify(inputSchema)).not.toContain('$ref');
      expect(Object.keys(inputSchema.properties ?? {})).toEqual(
        expect.arrayContaining([...(inputSchema.required ?? [])]),
      );
      expect(typeof annotations?.readOnlyHint).toBe('boolean');
    }
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(reading.every((name) => /^(?:get|list|search)_/.test(name))).toBe(true);
    expect(JSON.stringify(tools).length).toBeLessThan(30_000);
  });

  test('is named in the records of what it writes, as whoever uses the routes is', async () => {
    const { id } = await draft();
    await agent.ok('publish_article', { id });
    const { body: records } = await service.get(`/api/1.3/audit?resource=post&resource_id=${id}`).expect(200);
    const by = { author_id: 1, key: service.adminKey.slice(0, 8), status: 200 };
    expect(records).toEqual([
      expect.objectContaining({ ...by, verb: 'publish', method: 'PUT', route: '/api/1.3/drafts/:id' }),
      expect.objectContaining({ ...by, verb: 'create', method: 'POST', route: '/api/1.3/drafts' }),
    ]);
  });

  test('takes an article from its draft to its end', async () => {
    const { id, version } = await draft({
      headline: 'Tides',
      body: '<p>High</p><script>1</script>',
      tags: ['sea'],
    });
    const read = await agent.ok('get_article', { id });
    expect(read).toMatchObject({
      id,
      status: 1,
      version,
      body: '<p>High</p><script>1</script>',
      tags: ['sea'],
    });
    const edited = await agent.ok('update_article', { id, version, subheadline: 'Low', tags: null });
    expect(edited).toMatchObject({ version: version + 1, headline: 'Tides', subheadline: 'Low', tags: [] });
    expect(await agent.ok('schedule_article', { id, scheduled_at: FUTURE })).toMatchObject({
      status: 2,
      scheduled_at: FUTURE,
    });
    const { scheduled_posts: scheduled } = await agent.ok('list_scheduled_posts');
    expect(scheduled).toContainEqual(expect.objectContaining({ id, scheduled_at: FUTURE }));
    expect(await agent.ok('unschedule_article', { id })).toMatchObject({ status: 1 });
    const link = await agent.ok('create_preview_link', { id, expires_in: 60 });
    expect(link.url).toMatch(/[?&]preview=\w+$/);
    expect(await agent.ok('publish_article', { id })).toMatchObject({ status: 0, headline: 'Tides' });
    await service.as(null).get(`/${read.slug}`).expect(200);
    expect(await agent.ok('unpublish_article', { id })).toMatchObject({ status: 1 });
    expect(await agent.ok('remove_article', { id })).toEqual({});
    expect((await agent.call('get_article', { id })).data).toMatchObject({
      status: 404,
      code: 'article-not-found',
    });
    expect(await agent.ok('restore_article', { id })).toMatchObject({ id, status: 1 });
  });

  test('is told what readers will not see', async () => {
    const { warnings } = await agent.ok('create_draft', { headline: 'W', body: '<script>1</script>' });
    expect(warnings).toEqual(['body: <script> is not allowed and was left out.']);
  });

  test('does not undo what somebody has done meanwhile', async () => {
    const { id, version } = await draft();
    await agent.ok('update_article', { id, version, headline: 'Mine' });
    const late = await agent.call('update_article', { id, version, headline: 'Theirs' });
    expect(late).toMatchObject({
      isError: true,
      data: { status: 412, current: { version: version + 1 } },
    });
    expect(late.data.errors).toContainEqual(expect.objectContaining({ field: 'headline' }));
    expect(late.text).toContain('headline');
    expect((await agent.ok('get_article', { id })).headline).toBe('Mine');
  });

  test('reads lists to their end, page by page', async () => {
    for (let n = 0; n < 5; n++)
      await service.post('/api/1.3/posts', {
        headline: `Paged ${n}`,
        tags: [`paged-${era}`],
        body: '<p>x</p>',
      });
    const found: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await agent.ok('list_posts', {
        include_tags: [`paged-${era}`],
        limit: 2,
        ...(cursor !== undefined && { cursor }),
      });
      expect(page.posts.length).toBeLessThanOrEqual(2);
      found.push(...page.posts.map(({ id }: { id: number }) => id));
      cursor = page.next_cursor;
    }
    expect(new Set(found).size).toBe(5);
    expect(found).toEqual(found.toSorted((one, other) => other - one));
  });

  test('searches, and has no long texts in lists', async () => {
    const phrase = `needle${era.replaceAll('-', '')}`;
    await service
      .post('/api/1.3/posts', { headline: 'Hay', body: `<p>${phrase} in the hay</p>` })
      .expect(200);
    const { posts, next_cursor: next } = await agent.ok('search_posts', { phrase });
    expect(posts).toHaveLength(1);
    expect(posts[0]).toMatchObject({ headline: 'Hay', status: 0 });
    expect(posts[0]).not.toHaveProperty('body');
    expect(next).toBeNull();
    await draft({ headline: 'Long', body: `<p>${'word '.repeat(1000)}</p>` });
    const { drafts } = await agent.ok('list_drafts', { limit: 1 });
    expect(drafts[0]).toMatchObject({ headline: 'Long' });
    expect(drafts[0]).not.toHaveProperty('body');
  });
});

describe('Tools', () => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connectAgent(service);
  });
  afterAll(() => agent.close());

  const count = async (path: string) =>
    Number((await service.get(`${path}?count=1`).expect(200)).headers['x-total-count']);

  test('get an article by any of its addresses', async () => {
    const { body } = await service.post('/api/1.3/posts', { headline: 'Addressed here' }).expect(200);
    for (const url of [
      '/addressed-here',
      'addressed-here',
      `${BASE_URL}/addressed-here/?x=1`,
      '/amp/addressed-here',
    ])
      expect(await agent.ok('get_article', { url })).toMatchObject({ id: body.id });
    for (const url of [
      '/nowhere',
      'https://other.example/addressed-here',
      '',
      'x'.repeat(100_000),
      '/\u0000',
    ])
      expect((await agent.call('get_article', { url })).data).toMatchObject({ status: 404 });
    expect((await agent.call('get_article', { url: 7 })).data.errors).toEqual([
      { field: 'url', message: 'must be a string' },
    ]);
    expect((await agent.call('get_article')).data.errors[0].field).toBe('id');
  });

  test('say which argument is wrong, and how', async () => {
    const { id } = await agent.ok('create_draft', { headline: 'Unpublished' });
    const cases: [string, object, object][] = [
      ['create_draft', {}, { field: 'headline', message: 'is required' }],
      ['create_draft', { headline: 'x', tags: true }, { field: 'tags' }],
      ['create_draft', { headline: 'x', sections: ['nowhere'] }, { field: 'sections[0]' }],
      ['list_posts', { order_by: 'luck' }, { field: 'order_by' }],
      ['list_posts', { include_sections: [{}] }, { field: 'include_sections' }],
      ['list_posts', { limit: -1 }, { field: 'limit' }],
      ['list_posts', { cursor: 'made-up' }, { field: 'cursor' }],
      ['search_posts', { phrase: 'x'.repeat(10), limit: 'many' }, { field: 'limit' }],
      ['search_posts', {}, { field: 'phrase', message: 'is required' }],
      ['search_posts', { phrase: ' ' }, { field: 'phrase', message: 'is required' }],
      ['schedule_article', { id, scheduled_at: 5 }, { field: 'scheduled_at' }],
      ['update_article', { id, version: 'new' }, { field: 'version' }],
      ['update_article', { id, idempotency_key: 'two\nlines' }, { field: 'idempotency_key' }],
      ['update_article', { id: '../sections/1' }, { field: 'id' }],
      ['create_draft', { headline: 'x', dry_run: 'perhaps' }, { field: 'dry_run' }],
    ];
    for (const [name, given, fault] of cases) {
      const { isError, text, data } = await agent.call(name, given as Record<string, unknown>);
      expect({ name, given, isError, status: data.status }).toEqual({
        name,
        given,
        isError: true,
        status: 400,
      });
      expect(data.errors).toContainEqual(expect.objectContaining(fault));
      expect(text).toContain(data.errors[0].message);
    }
  });

  test('publish by popularity, and lower limits, as the API does', async () => {
    const { posts } = await agent.ok('list_posts', { order_by: 'popularity', limit: 500 });
    expect(posts.length).toBeGreaterThan(0);
    expect(posts.length).toBeLessThanOrEqual(100);
  });

  test('make pages of sections, which the API answers whole', async () => {
    for (let n = 0; n < 5; n++)
      await service.post('/api/1.3/sections', { title: `S${n}`, url: `s${n}`, status: PUBLIC }).expect(200);
    const first = await agent.ok('list_sections', { limit: 3 });
    expect(first.sections.map(({ title }: { title: string }) => title)).toEqual(['S0', 'S1', 'S2']);
    const second = await agent.ok('list_sections', { limit: 3, cursor: first.next_cursor });
    expect(second.sections.map(({ title }: { title: string }) => title)).toEqual(['S3', 'S4']);
    expect(second.next_cursor).toBeNull();
    expect((await agent.ok('list_sections', { limit: 0 })).sections).toEqual([]);
    expect((await agent.ok('list_sections', { cursor: 'x', limit: {} })).sections).toHaveLength(5);
  });

  test('list authors', async () => {
    const { authors } = await agent.ok('list_authors', { name: 'administrator' });
    expect(authors).toEqual([expect.objectContaining({ id: 1, name: 'administrator' })]);
  });

  test('write once for an idempotency_key, also when they are called at once', async () => {
    const before = await count('/api/1.3/drafts');
    const given = { headline: 'Once', idempotency_key: 'call-1' };
    const answers = await Promise.all([1, 2, 3].map(() => agent.ok('create_draft', given)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await count('/api/1.3/drafts')).toBe(before + 1);
    const other = await agent.call('create_draft', { ...given, headline: 'Twice' });
    expect(other.data).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
  });

  test('write nothing in a dry run', async () => {
    const before = await count('/api/1.3/drafts');
    const answer = await agent.ok('create_draft', { headline: 'Dry', dry_run: true });
    expect(answer).toMatchObject({ id: null, headline: 'Dry', dry_run: true, warnings: [] });
    expect(await count('/api/1.3/drafts')).toBe(before);
  });

  test('take only what they say that they take', async () => {
    const { id } = await agent.ok('create_draft', { headline: 'Kept', action: 'publish', status: 0 });
    await agent.ok('publish_article', { id, headline: 'Changed', action: 'restore', created_ts: 1000 });
    const read = await agent.ok('get_article', { id });
    expect(read).toMatchObject({ headline: 'Kept', status: 0 });
    expect(read.created_ts).toBeGreaterThan(1000);
  });

  test('are bound to hooks of an extension, and know its fields', async () => {
    const refused = await agent.call('create_draft', { headline: 'Forbidden' });
    expect(refused).toMatchObject({ isError: true, data: { errors: [{ message: 'is forbidden here' }] } });
    const { tools } = await agent.client.listTools();
    const { inputSchema } = tools.find(({ name }) => name === 'create_draft') ?? {};
    expect(inputSchema?.properties?.acme_mood).toMatchObject({ description: 'how it feels' });
    const { id } = await agent.ok('create_draft', { headline: 'Moody', acme_mood: 'glad' });
    expect(await agent.ok('get_article', { id })).toMatchObject({ acme_mood: 'glad' });
    expect((await agent.call('create_draft', { headline: 'x', acme_mood: 'so' })).data.status).toBe(400);
  });

  test('fetch pictures by the guarded client alone', async () => {
    for (const image_url of ['http://127.0.0.1:1/a.png', 'file:///etc/passwd', `${BASE_URL}:9/a.png`]) {
      const { isError, data } = await agent.call('upload_image', { image_url });
      expect({ isError, isOurs: data.status >= 400 && data.status < 500 }).toEqual({
        isError: true,
        isOurs: true,
      });
    }
    expect((await agent.call('upload_image', {})).data.status).toBe(400);
  });

  test('take texts of megabytes, and refuse what is beyond the limit of a field or of a query', async () => {
    const body = `<p>${'tide '.repeat(400_000)}</p>`;
    const { id } = await agent.ok('create_draft', { headline: 'Long', body });
    expect((await agent.ok('get_article', { id })).body).toHaveLength(body.length);
    const refused = await agent.call('search_posts', { phrase: 'tide '.repeat(20_000) });
    expect(refused).toMatchObject({ isError: true, data: { status: 400, code: 'arguments-too-long' } });
  });

  test('that are not there are an error of the protocol', async () => {
    await expect(agent.call('drop_tables')).rejects.toThrow('There is no tool drop_tables.');
    await expect(agent.call('constructor')).rejects.toThrow('There is no tool constructor.');
  });
});
