import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Environment } from '../platform/config/environment.js';

/**
 * Fails as listening would, but before a database is made, and the first key, which nobody would be shown.
 *
 * @throws Error when an address is taken or none of this machine
 */
export async function mustHaveFreePorts({ HOST, PORT, METRICS_PORT = 0 }: Environment): Promise<void> {
  for (const port of [PORT, METRICS_PORT]) {
    if (port === 0) continue;
    const server = createServer();
    await once(server.listen(port, HOST), 'listening');
    await once(server.close(), 'close');
  }
}
