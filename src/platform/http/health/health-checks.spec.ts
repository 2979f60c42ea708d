import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { HealthChecks } from './health-checks.js';

const LIMITS = { rememberedMs: 40, timeoutMs: 40 };

let checks: HealthChecks;
let logged: string[];
beforeEach(() => {
  checks = new HealthChecks();
  logged = [];
  const note = (...messages: unknown[]) => logged.push(String(messages.at(-1)));
  jest.spyOn(Logger.prototype, 'error').mockImplementation(note);
  jest.spyOn(Logger.prototype, 'log').mockImplementation(note);
});

test('each part says how it is', async () => {
  checks.add('storage', () => Promise.resolve());
  checks.add('search', () => Promise.reject(new Error('no such index')));
  expect(await checks.examine()).toEqual({ storage: 'up', search: 'down' });
});

test('many who ask at once cause one look, and so do those who ask soon after', async () => {
  const look = jest.fn(() => delay(10));
  checks.add('storage', look, LIMITS);
  await Promise.all([checks.examine(), checks.examine(), checks.examine()]);
  await checks.examine();
  expect(look).toHaveBeenCalledTimes(1);
  await delay(60);
  await checks.examine();
  expect(look).toHaveBeenCalledTimes(2);
});

test('who does not answer in time is down, and comes back; the log tells of each change once', async () => {
  let isUp = false;
  checks.add('storage', () => (isUp ? Promise.resolve() : new Promise(() => undefined)), LIMITS);
  for (let round = 0; round < 3; round++) {
    expect(await checks.examine()).toEqual({ storage: 'down' });
    await delay(60);
  }
  isUp = true;
  expect(await checks.examine()).toEqual({ storage: 'up' });
  expect(logged).toEqual(['storage is down', 'storage is up again']);
});
