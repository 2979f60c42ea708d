import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RUNS_BEFORE } from '../../src/graphql/server/compiled-queries.plugin.js';
import { times } from '../support/graphql-abuse.js';
import { type Service, startService } from '../support/service.js';

const SECTIONS = 20;

let service: Service;
beforeAll(async () => {
  service = await startService();
  for (let number = 0; number < SECTIONS; number++)
    await service
      .post('/api/1.3/sections', { title: 'Section', url: `section-${number}`, status: 2 })
      .expect(200);
  await service.post('/api/1.3/posts', { headline: 'Post' }).expect(200);
});
afterAll(() => service.stop());

const ask = (body: object) => service.as(null).post('/core/graphql', body).set('x-graphql-cost', '1');
/** Until it is compiled. */
async function askOften(body: object): Promise<void> {
  for (let run = 0; run <= RUNS_BEFORE; run++) await ask(body);
}
const MANY_CROPS = times(48, (n) => `a${n}: image { crops { href size __typename } }`);

test('A compiled query has the limit of its cost, whatever is sent as its variables', async () => {
  const fields = `id content { tree { ref } } ${MANY_CROPS}`;
  const query = `query ($f: PostsFilters, $n: Int) { posts(filters: $f, slice: { limit: $n }) { ${fields} } }`;
  await askOften({ query, variables: { f: {}, n: 1 } });
  const { errors, extensions } = (await ask({ query, variables: { f: {}, n: 100 } }).expect(400)).body;
  expect(errors).toMatchObject([{ extensions: { code: 'query-too-large' } }]);
  expect(extensions.cost).toMatchObject({ limit: 100_000, statements: 0 });
  expect(extensions.cost.requested).toBeGreaterThan(100_000);
  const { body } = await ask({ query, variables: { f: [], n: 100 } });
  expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  expect(body.data).toBeUndefined();
});

test('It answers no operation but its own', async () => {
  const query = 'query Q { posts { id } }';
  await askOften({ query });
  for (const operationName of ['Other', '']) {
    const { body } = await ask({ query, operationName });
    expect(body.errors).toMatchObject([{ extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }]);
  }
});

test('What fails is answered as it was before, though it is executed once more', async () => {
  // More than half of what an answer may have.
  const query = `{ posts(slice: { limit: -1 }) { id } sections { ${MANY_CROPS} } }`;
  const { data, errors } = (await ask({ query })).body;
  expect([data.posts, data.sections.length, errors.length]).toEqual([null, SECTIONS, 1]);
  await askOften({ query });
  const { body } = await ask({ query });
  expect([body.data, body.errors]).toEqual([data, errors]);
});
