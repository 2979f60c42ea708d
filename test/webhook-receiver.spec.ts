import { spawn } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { eventually } from './support/eventually.js';
import { freePort } from './support/process.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

test('the receiver of docs/integration.md takes what is signed, and nothing else', async () => {
  const port = await freePort();
  const receiver = spawn(process.execPath, ['examples/recipes/webhook-receiver.ts'], {
    env: { ...process.env, WEBHOOK_SECRET: SECRET, PORT: String(port) },
    stdio: 'ignore',
  });
  const send = async (body: object, secret = SECRET): Promise<number> => {
    const [text, now] = [JSON.stringify(body), new Date()];
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, text),
    };
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text });
    return answer.status;
  };
  try {
    const told = { action: 'post_create', post_id: 1, version: 1, post: { id: 1 } };
    expect(await eventually(() => send(told).catch(() => 0), 204)).toBe(204);
    expect(await send({ action: 'test', event_id: 'evt_test_1', user_id: 1 })).toBe(204);
    expect(await send(told, `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(400);
  } finally {
    receiver.kill('SIGKILL');
  }
});
