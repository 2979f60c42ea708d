import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Response } from 'supertest';
import type { Logger } from 'typeorm';
import type { AuditRecordResponse } from '../../src/modules/audit/http/audit.dto.js';
import { Database } from '../../src/platform/database/database.js';
import { AUDIT, auditRecords, storeAuditRecords } from '../support/audit-records.js';
import { fewestStatements } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
});
afterAll(() => service.stop());

describe('The list', () => {
  const MANY = 1_000_000;
  const BEGUN = Math.floor(Date.now() / 1000) - 3600;
  beforeAll(() =>
    storeAuditRecords(
      service,
      Array.from({ length: 25 }, (_, n) => [
        BEGUN + Math.floor(n / 3),
        n % 2 === 0 ? MANY : null,
        'job old',
        'old-thing',
        MANY + (n % 5),
        n % 3 === 0 ? 'wind' : 'unwind',
      ]),
    ),
  );

  test('is for those who may do everything, not for Editors', async () => {
    for (const role of ['Administrator', 'Platform Engineer', 'Serverside Engineer'])
      await (await service.createAuthorWithKey(role)).client.get(AUDIT).expect(200);
    for (const role of ['Editor', 'Guest Editor', 'Developer', 'Reader'])
      await (await service.createAuthorWithKey(role)).client.get(AUDIT).expect(403);
    await service.as(null).get(AUDIT).expect(401);
    const reading = await service.createKey({ authorId: 1, scope: 'read' });
    await service.as(reading).get(AUDIT).expect(403);
  });

  test.each([
    ['resource=old-thing', 25],
    [`author_id=${MANY}`, 13],
    [`resource_id=${MANY + 2}`, 5],
    ['verb=wind', 9],
    [`resource=old-thing&resource_id=${MANY}&verb=wind&author_id=${MANY}`, 1],
    [`resource=old-thing&from=${BEGUN + 2}&to=${BEGUN + 3}`, 6],
    [`to=${BEGUN + 3}`, 12],
    ['resource=nothing', 0],
  ])('is filtered by %s', async (query, length) => {
    expect(await auditRecords(service, `&${query}`)).toHaveLength(length);
  });

  test.each([
    ['author_id=x', 'author_id'],
    ['author_id=0', 'author_id'],
    ['resource=Post', 'resource'],
    ['resource=%27%20OR%201', 'resource'],
    ['resource=', 'resource'],
    ['resource_id=-1', 'resource_id'],
    ['resource_id=9007199254740993', 'resource_id'],
    ['verb=edit%00', 'verb'],
    [`verb=${'v'.repeat(51)}`, 'verb'],
    ['from=1795219200000', 'from'],
    ['from=2&to=1', 'to'],
    ['to=yesterday', 'to'],
    ['cursor=nonsense', 'cursor'],
    ['limit=-1', 'limit'],
    ['offset=1&cursor=', 'cursor'],
  ])('refuses %s, and names the field', async (query, field) => {
    const { body } = await service.get(`${AUDIT}?${query}`).expect(400);
    expect(body.errors[0].field).toBe(field);
  });

  test('is read by cursor to its end, without gaps where times are equal and records come', async () => {
    const seen: number[] = [];
    let path: string | undefined = `${AUDIT}?limit=4&resource=old-thing&cursor=`;
    while (path !== undefined) {
      const { body, headers }: Response = await service.get(path).expect(200);
      seen.push(...(body as AuditRecordResponse[]).map(({ id }) => id));
      await service.post('/api/1.3/drafts', { headline: 'Between pages' }).expect(200);
      path = /<(.*)>; rel="next"/.exec(headers.link ?? '')?.[1];
    }
    expect(seen).toHaveLength(25);
    expect([...seen].sort((one, other) => other - one)).toEqual(seen);
    const { headers } = await service.get(`${AUDIT}?limit=4&cursor=`).expect(200);
    const link = /cursor=([^&>]+)/.exec(headers.link ?? '')?.[1] ?? '';
    await service.get(`${AUDIT}?limit=4&verb=wind&cursor=${link}`).expect(400);
    expect((await service.get(`${AUDIT}?resource=old-thing&count=1`)).headers['x-total-count']).toBe('25');
  });

  test('takes one statement, whatever it holds, through an index that has its order', async () => {
    for (const limit of [1, 100]) {
      const sent = await fewestStatements(service, () => service.get(`${AUDIT}?limit=${limit}`).expect(200));
      expect(sent.filter((text) => text.includes('audit_records'))).toHaveLength(1);
      expect(sent).toHaveLength(1);
    }
    for (const query of [
      'author_id=1',
      'resource=post',
      'resource_id=1',
      'verb=edit',
      'from=1&to=9',
      'limit=9',
    ]) {
      const log = jest.spyOn(service.app.get(Database).sources.statements as Logger, 'logQuery');
      await service.get(`${AUDIT}?${query}&cursor=`).expect(200);
      const [text, parameters] = log.mock.calls
        .map(([one, values = []]) => [one, values as (string | number)[]] as const)
        .find(([one]) => one.includes('audit_records')) ?? ['', []];
      log.mockRestore();
      const plan = JSON.stringify(await explain(text, parameters));
      expect(plan).toMatch(/audit_records_by_/);
      expect(plan).not.toMatch(/filesort|TEMP B-TREE|"type":"ALL"|SCAN audit_records(?! USING)/i);
      // Without a filter it is walked along from its newest end.
      if (query !== 'limit=9') expect(plan).toMatch(/SEARCH|"type":"(?:ref|range)"/);
    }
  });
});

function explain(text: string, parameters: readonly (string | number)[]) {
  const select = text.slice(text.search(/\bSELECT\b/));
  const { app } = service;
  const verb = app.get(Database).dialect === 'mysql' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
  return app.get(Database).rows(`${verb} ${select}`, parameters);
}
