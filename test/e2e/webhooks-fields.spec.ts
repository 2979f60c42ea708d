import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Service, startService } from '../support/service.js';

const WEBHOOKS = '/api/1.3/webhooks';
const URL_ = 'https://partner.example/hooks';

let service: Service;
beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
});
afterAll(() => service.stop());

const make = async (fields: object = {}) =>
  (await service.post(WEBHOOKS, { url: URL_, ...fields }).expect(200)).body as { id: number; secret: string };
const shown = async (id: number) => (await service.get(`${WEBHOOKS}/${id}`).expect(200)).body as object;

describe('The fields of a webhook', () => {
  test('have defaults, and a secret that is shown once', async () => {
    const { secret, ...made } = await make();
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(made).toMatchObject({
      url: URL_,
      actions: expect.arrayContaining(['draft_create', 'post_unpublish']),
      sections: [],
      headers: {},
      basic_auth: null,
      payload_form: 'post',
      is_active: true,
      state: 'active',
      failing_since_ts: null,
      off_reason: null,
    });
    expect(await shown(made.id)).toEqual(made);
    expect((await service.get(WEBHOOKS).expect(200)).body).toContainEqual(made);
    const { body: edited } = await service.put(`${WEBHOOKS}/${made.id}`, { sections: [0] }).expect(200);
    expect(edited).not.toHaveProperty('secret');
    const { body: renewed } = await service.put(`${WEBHOOKS}/${made.id}`, { secret: null }).expect(200);
    expect((renewed as { secret: string }).secret).toMatch(/^whsec_/);
    expect((renewed as { secret: string }).secret).not.toBe(secret);
  });

  test('have no secret in an answer that is repeated, or tried', async () => {
    const post = (query = '') => service.post(WEBHOOKS + query, { url: URL_ });
    const key = randomUUID();
    const { body: made } = await post().set('Idempotency-Key', key).expect(200);
    expect(made).toMatchObject({ secret: expect.stringMatching(/^whsec_/) });
    const { body: again } = await post().set('Idempotency-Key', key).expect(200);
    expect(again).toEqual({ ...(made as object), secret: null });
    expect((await post('?dry_run=1').expect(200)).body).toMatchObject({ id: null, secret: null });
  });

  test('keep what proves itself when what was shown is sent back', async () => {
    const { id } = await make({ headers: { 'X-Key': 'k1', 'X-Other': 'o' }, basic_auth: 'user:pass' });
    const before = await shown(id);
    expect(before).toMatchObject({ headers: { 'X-Key': null, 'X-Other': null }, basic_auth: true });
    await service.put(`${WEBHOOKS}/${id}`, before).expect(200);
    expect(await shown(id)).toMatchObject({ headers: { 'X-Key': null, 'X-Other': null }, basic_auth: true });
    await service.put(`${WEBHOOKS}/${id}`, { headers: { 'X-Key': null }, basic_auth: null }).expect(200);
    expect(await shown(id)).toMatchObject({ headers: { 'X-Key': null }, basic_auth: null });
  });

  test.each([
    ['url', { url: 'ftp://partner.example/' }],
    ['url', { url: 'https://user:pass@partner.example/' }],
    ['url', { url: 'http://127.0.0.1/' }],
    ['url', { url: 'http://[::1]/' }],
    ['url', { url: 'http://0x7f000001/' }],
    ['url', { url: 'http://169.254.169.254/latest' }],
    ['url', { url: 'https://partner.example:22/' }],
    ['url', { url: '' }],
    ['url', { url: `https://partner.example/${'a'.repeat(2000)}` }],
    ['actions', { actions: [] }],
    ['actions[1]', { actions: ['post_edit', 'post_explode'] }],
    ['sections[0]', { sections: ['x'] }],
    ['headers', { headers: { 'webhook-id': 'x' } }],
    ['headers', { headers: { Host: 'x' } }],
    ['headers', { headers: { 'a b': 'x' } }],
    ['headers', { headers: { 'X-A': 'x', 'x-a': 'y' } }],
    ['headers', { headers: { 'X-A': 'x\r\nX-B: y' } }],
    ['headers', { headers: { 'X-A': 7 } }],
    ['basic_auth', { basic_auth: 'nobody' }],
    ['payload_form', { payload_form: 'xml' }],
    ['secret', { secret: 'whsec_short' }],
    ['secret', { secret: 'nothing' }],
    ['is_active', { is_active: 'perhaps' }],
  ])('are refused by name: %s %j', async (field, fields) => {
    const { body } = await service.post(WEBHOOKS, { url: URL_, ...fields }).expect(400);
    expect((body as { errors: { field: string }[] }).errors.map((error) => error.field)).toEqual([field]);
  });

  test('are for those who may change webhooks alone', async () => {
    const { id } = await make();
    const { client } = await service.createAuthorWithKey('Editor');
    await client.get(WEBHOOKS).expect(403);
    await client.post(WEBHOOKS, { url: URL_ }).expect(403);
    await client.get(`${WEBHOOKS}/${id}/deliveries`).expect(403);
    await service.as(null).get(WEBHOOKS).expect(401);
    await service.get(`${WEBHOOKS}/9999`).expect(404);
    await service.put(`${WEBHOOKS}/9999`, {}).expect(404);
    await service.delete(`${WEBHOOKS}/9999`).expect(404);
    await service.get(`${WEBHOOKS}/9999/deliveries`).expect(404);
    await service.post(`${WEBHOOKS}/9999/test`).expect(404);
  });
});
