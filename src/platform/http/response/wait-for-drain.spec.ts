import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import express, { type Response } from 'express';
import { compressed } from './compression.js';
import { waitForDrain } from './wait-for-drain.js';

const PIECES = 20;
const PIECE_BYTES = 200_000;

async function answered(send: (response: Response) => Promise<void>): Promise<string> {
  const app = express();
  app.use(await compressed());
  app.get('/', (_request, response, next) => {
    send(response).catch(next);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    // eslint-disable-next-line no-restricted-globals -- it asks the server of this test
    return await (await fetch(`http://127.0.0.1:${port}/`)).text();
  } finally {
    server.close();
  }
}

test('waits for an encoder as often as it takes, by one listener', async () => {
  let waits = 0;
  const listened = jest.fn();
  // Base64, so that the encoder has something to do.
  const piece = randomBytes(PIECE_BYTES).toString('base64');
  const text = await answered(async (response) => {
    response.type('text/plain');
    response.write(piece);
    const on = response.on.bind(response);
    jest.spyOn(response, 'on').mockImplementation((name: string | symbol, listener: () => void) => {
      if (name === 'drain') listened();
      return on(String(name), listener);
    });
    for (let count = 1; count < PIECES; count++) {
      if (response.write(piece)) continue;
      waits += 1;
      await waitForDrain(response);
    }
    response.end();
  });
  expect(text).toHaveLength(PIECES * piece.length);
  expect(waits).toBeGreaterThan(10);
  expect(listened).toHaveBeenCalledTimes(1);
});
