import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const CHARSETS = [
  'utf-7',
  'utf-16',
  'utf-16le',
  'utf-32',
  'iso-8859-1',
  'latin1',
  'windows-1252',
  'nonsense',
];

test.each(CHARSETS)('a body in %s is not supported, with a key or without one', async (charset) => {
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  for (const key of [service.adminKey, null]) {
    for (const body of ['{"headline":"H"}', deep]) {
      const answer = await service
        .as(key)
        .post('/api/1.3/drafts')
        .set('content-type', `application/json; charset=${charset}`)
        .send(body)
        .expect(415);
      expect(answer.body.code).toBe('media-type-not-supported');
    }
  }
  const { body } = await service
    .as(null)
    .post('/core/graphql')
    .set('content-type', `application/json; charset=${charset}`)
    .send('{"query":"{ __typename }"}')
    .expect(415);
  expect(body.errors[0].extensions.code).toBe('media-type-not-supported');
});

test.each(['utf-8', 'UTF-8', '"utf-8"'])('a body may say that it is in %s', async (charset) => {
  await service
    .post('/api/1.3/drafts')
    .set('content-type', `application/json; charset=${charset}`)
    .send('{"headline":"H"}')
    .expect(200);
});

const nested = (levels: number): object =>
  JSON.parse(`${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`) as object;

test('levels are those of what is parsed, not those of what is written', async () => {
  const text = '['.repeat(5000);
  await service.post('/api/1.3/drafts', { headline: 'H', body: text }).expect(200);
  const { body } = await service
    .post('/api/1.3/drafts', { headline: 'H', product: nested(3000) })
    .expect(400);
  expect(body.code).toBe('nested-too-deeply');
});
