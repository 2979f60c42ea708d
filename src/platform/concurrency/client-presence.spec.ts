import { expect, test } from '@jest/globals';
import { assertClientIsWaiting, runForClient, runForSeveralClients } from './client-presence.js';

const isWaiting = async (): Promise<boolean> => {
  await new Promise(setImmediate);
  try {
    assertClientIsWaiting();
    return true;
  } catch {
    return false;
  }
};

test('work goes on while its client waits, and ends when the client has gone', async () => {
  const client = new AbortController();
  await expect(runForClient(client.signal, isWaiting)).resolves.toBe(true);
  client.abort();
  await expect(runForClient(client.signal, isWaiting)).resolves.toBe(false);
});

test('work for several clients goes on without the one that has begun it', async () => {
  const gone = AbortSignal.abort();
  await expect(runForClient(gone, () => runForSeveralClients(isWaiting))).resolves.toBe(true);
});

test('work without a client goes on', async () => {
  await expect(isWaiting()).resolves.toBe(true);
});
