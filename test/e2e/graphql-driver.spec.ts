import type { ApolloServerPlugin } from '@apollo/server';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Plugin } from '@nestjs/apollo';
import { Module } from '@nestjs/common';
import { type Service, startService } from '../support/service.js';

const QUERY = '?query={__typename}';
const ANSWER = { data: { __typename: 'Query' } };

const operations: (string | null)[] = [];

@Plugin()
class OperationNames implements ApolloServerPlugin {
  requestDidStart() {
    return Promise.resolve({
      didResolveOperation({ operationName }: { readonly operationName: string | null }) {
        operations.push(operationName);
        return Promise.resolve();
      },
    });
  }
}

@Module({ providers: [OperationNames] })
class OperationNamesModule {}

let service: Service;
beforeAll(async () => {
  service = await startService({ extension: { modules: [OperationNamesModule] } });
});
afterAll(() => service.stop());

describe.each(['/core/graphql', '/res/graphql'])('%s', (path) => {
  test.each(['', '/'])('is answered with %j at its end', async (end) => {
    const { body } = await service.as(null).get(`${path}${end}${QUERY}`).expect(200);
    expect(body).toEqual(ANSWER);
  });

  test.each(['/more', '//', '/more/graphql', '/%20'])('with %s behind it is no route', async (rest) => {
    const { body } = await service.as(null).get(`${path}${rest}${QUERY}`).expect(404);
    expect(body).toMatchObject({ code: 'route-not-found', instance: path + rest });
    const sent = service.as(null).post(path + rest, { query: '{__typename}' });
    expect((await sent.expect(404)).body).toMatchObject({ code: 'route-not-found' });
  });

  test('is the route that requests are counted under', async () => {
    await service
      .as(null)
      .get(path + QUERY)
      .expect(200);
    const { text } = await service.as(null).get('/metrics').expect(200);
    expect(text).toContain(`method="GET",route="${path}",status="200"`);
  });
});

test('A plugin of an extension is a provider with @Plugin()', async () => {
  await service.post('/core/graphql', { query: 'query OfThePlugin { __typename }' }).expect(200);
  expect(operations).toContain('OfThePlugin');
});
