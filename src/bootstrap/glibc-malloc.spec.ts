import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from '@jest/globals';

const SCRIPT = `
  import { returnMemoryToSystem } from './dist/bootstrap/glibc-malloc.js';
  returnMemoryToSystem();
  process.send?.('still there');
`;

test('a process keeps the channel to the one that has forked it', async () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('MALLOC_')));
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  await once(child, 'close');
  expect(messages).toEqual(['still there']);
});
