import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connectAgent } from '../support/mcp.js';
import { type Service, startService } from '../support/service.js';

const READING = [
  ...['get_me', 'list_sections', 'list_authors', 'list_images', 'search_posts', 'list_posts', 'get_article'],
];
const READING_DRAFTS = ['list_drafts', 'list_scheduled_posts'];
const CREATING = ['create_draft'];
const EDITING = ['update_article', 'remove_article', 'restore_article', 'create_preview_link'];
const PUBLISHING = ['publish_article', 'unpublish_article', 'schedule_article', 'unschedule_article'];
const UPLOADING = ['upload_image'];
const WRITING = [...CREATING, ...EDITING, ...UPLOADING];

const ROLES: readonly [string, readonly string[]][] = [
  ['Administrator', [...READING, ...READING_DRAFTS, ...WRITING, ...PUBLISHING]],
  ['Editor', [...READING, ...READING_DRAFTS, ...WRITING, ...PUBLISHING]],
  ['Guest Editor', [...READING, ...READING_DRAFTS, ...WRITING]],
  ['Guest Writer', [...READING, ...READING_DRAFTS, ...WRITING]],
  ['Community User', [...READING, ...READING_DRAFTS, ...WRITING]],
  ['Developer', [...READING, ...READING_DRAFTS]],
  ['Guest Developer', READING],
  ['Reader', READING],
  ['Desk', [...READING, ...EDITING, ...PUBLISHING]],
  ['Nobody', ['get_me']],
];

let service: Service;
beforeAll(async () => {
  const roles = { Desk: ['articles.read', 'articles.publish'], Nobody: [] };
  service = await startService({ settings: { authors: { roles } }, environment: { SCHEDULER: 'off' } });
});
afterAll(() => service.stop());

const draft = async (): Promise<number> =>
  (await service.post('/api/1.3/drafts', { headline: 'Draft' }).expect(200)).body.id;

describe('An agent is offered', () => {
  test.each(ROLES)('what a key of a %s may do', async (role, expected) => {
    const { key } = await service.createAuthorWithKey(role);
    const agent = await connectAgent(service, { authorization: `Bearer ${key}` });
    expect((await agent.tools()).toSorted()).toEqual([...expected].sort());
    await agent.close();
  });

  test('nothing that writes with a key that reads', async () => {
    const key = await service.createKey({ authorId: 1, scope: 'read' });
    const agent = await connectAgent(service, { 'x-rmauth': key });
    expect((await agent.tools()).toSorted()).toEqual([...READING, ...READING_DRAFTS].sort());
    await agent.close();
  });
});

describe('An agent that calls what it was not offered', () => {
  test('is refused with the sentence of the API, and changes nothing', async () => {
    const id = await draft();
    const reading = await service.createKey({ authorId: 1, scope: 'read' });
    const { key: guest } = await service.createAuthorWithKey('Guest Editor');
    const { key: reader } = await service.createAuthorWithKey('Reader');
    const calls: [string, string, object][] = [
      [guest, 'publish_article', { id }],
      [guest, 'unpublish_article', { id }],
      [guest, 'schedule_article', { id, scheduled_at: 4_000_000_000 }],
      [reader, 'update_article', { id, headline: 'x' }],
      [reader, 'remove_article', { id }],
      [reader, 'create_draft', { headline: 'x' }],
      [reader, 'list_drafts', {}],
      [reading, 'update_article', { id, headline: 'x' }],
      [reading, 'upload_image', { image_url: 'https://site.example/a.png' }],
    ];
    for (const [key, name, given] of calls) {
      const agent = await connectAgent(service, { 'x-rmauth': key });
      const { isError, text, data } = await agent.call(name, given as Record<string, unknown>);
      expect({ name, isError, status: data.status }).toEqual({ name, isError: true, status: 403 });
      expect(text).toMatch(/may not|does not allow/);
      await agent.close();
    }
    const { body } = await service.get(`/api/1.3/drafts/${id}`).expect(200);
    expect(body).toMatchObject({ headline: 'Draft', status: 1, version: 1 });
  });

  test('does not learn which drafts there are', async () => {
    await service.post('/api/1.3/drafts', { headline: 'Secret plan' }).expect(200);
    const { key } = await service.createAuthorWithKey('Reader');
    const agent = await connectAgent(service, { 'x-rmauth': key });
    const told = async (url: string) => {
      const { text, data } = await agent.call('get_article', { url });
      return [text.replace(url, ''), data.status, data.code];
    };
    expect(await told('/secret-plan')).toEqual(await told('/no-such-plan'));
    await agent.close();
  });

  test('acts as the author of the key', async () => {
    const { id, key } = await service.createAuthorWithKey('Guest Writer');
    const agent = await connectAgent(service, { 'x-rmauth': key });
    expect(await agent.ok('create_draft', { headline: 'Mine' })).toMatchObject({ roar_author_ids: [id] });
    expect((await agent.ok('get_me')).author.id).toBe(id);
    const others = await draft();
    expect((await agent.call('update_article', { id: others, headline: 'x' })).data.status).toBe(404);
    await agent.close();
  });

  test('is known by a key in the query where the site allows it', async () => {
    const open = await startService({ settings: { auth: { allowQueryKey: true } } });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_me' } };
    const { text } = await open
      .as(null)
      .post(`/mcp?api_key=${open.adminKey}`, call)
      .set('accept', 'application/json, text/event-stream')
      .expect(200);
    expect(text).toContain('Administrator');
    await open.stop();
  });
});
