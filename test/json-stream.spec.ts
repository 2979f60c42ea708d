import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Response } from 'express';
import { changeItems, sendArray } from '../src/platform/http/response/json-stream.js';

/** More than a socket takes before its client reads. */
const LARGE = { text: 'x'.repeat(8_000_000) };

async function* pagesOf(items: readonly object[]): AsyncGenerator<readonly object[]> {
  for (const item of items) yield await Promise.resolve([item]);
}

test('a client that goes while items are changed holds up nothing', async () => {
  const requests = Promise.withResolvers<Response>();
  const server = createServer((_request, response) => {
    requests.resolve(response as Response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: a.example\r\n\r\n');
  const response = await requests.promise;
  response.type = (type: string) => response.setHeader('content-type', type);
  changeItems(response, async (items) => {
    client.destroy();
    await once(response, 'close');
    return items;
  });
  await sendArray(response, pagesOf([LARGE, LARGE]));
  expect(response.closed).toBe(true);
  server.close();
});
