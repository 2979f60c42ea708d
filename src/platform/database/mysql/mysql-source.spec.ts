import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createServer } from 'mysql2';
import { isUnreachable } from '../database-errors.js';
import { REQUEST_LIMITS } from './limits.js';
import { createServerSource } from './mysql-source.js';

describe('A server that lets in and answers nothing', () => {
  let server: Server;
  let url: string;
  beforeEach(async () => {
    // The driver's own server counts the packets after a handshake wrongly, and says so.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const silent = createServer((connection) => {
      connection.on('error', () => undefined);
      connection.on('query', () => undefined);
      connection.serverHandshake({
        protocolVersion: 10,
        serverVersion: '10.11-MariaDB',
        connectionId: 1,
        statusFlags: 2,
        characterSet: 45,
        capabilityFlags: 0xff_f7_ff,
      });
    });
    server = (silent as unknown as { readonly _server: Server })._server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `mysql://root@127.0.0.1:${(server.address() as AddressInfo).port}/content`;
  });
  afterEach(() => {
    jest.restoreAllMocks();
    server.close();
  });

  test('is given up after the limit of reads, and its connection with it', async () => {
    const limits = { ...REQUEST_LIMITS, readMs: 100 };
    const failure: unknown = await createServerSource(url, { poolSize: 1, limits }, {}).catch(
      (error: unknown) => error,
    );
    expect(isUnreachable(failure)).toBe(true);
    await new Promise((closed) => server.close(closed));
  });
});
