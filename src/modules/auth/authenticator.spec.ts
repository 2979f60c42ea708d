import { beforeEach, expect, jest, test } from '@jest/globals';
import { NoPeers } from '../../kernel/peers.js';
import type { UnitOfWork } from '../../kernel/unit-of-work.js';
import { ManualClock } from '../../testing/manual-clock.js';
import { KeyAuthenticator } from './authenticator.js';
import { ApiKey } from './domain/api-key.entity.js';
import type { ApiKeysRepository, KeyHolder } from './domain/api-keys.repository.js';

let lookUps: PromiseWithResolvers<KeyHolder | null>[];
let touched: number[];
let authenticator: KeyAuthenticator;
beforeEach(() => {
  lookUps = [];
  touched = [];
  const keys = {
    findByHash() {
      const lookUp = Promise.withResolvers<KeyHolder | null>();
      lookUps.push(lookUp);
      return lookUp.promise;
    },
    touch: ([id]: readonly number[]) => Promise.resolve(touched.push(id ?? 0)),
  };
  authenticator = new KeyAuthenticator(
    keys as unknown as ApiKeysRepository,
    { roles: {} },
    { run: (work: () => unknown) => work() } as unknown as UnitOfWork,
    new ManualClock(),
    new NoPeers(),
  );
});

/** As it is read from the database: an object of its own each time. */
const holder = (role = 'Editor'): KeyHolder => {
  const fields = { id: 7, authorId: 3, scope: 'write', revokedTs: null, expiresTs: null, lastUsedTs: null };
  return { key: Object.assign(new ApiKey(), fields), role };
};

test('requests that come at one time look a key up once, and note its use once', async () => {
  const requests = Array.from({ length: 5 }, () => authenticator.authenticate('secret'));
  expect(lookUps).toHaveLength(1);
  lookUps[0]?.resolve(holder());
  expect((await Promise.all(requests)).map((actor) => actor?.authorId)).toEqual([3, 3, 3, 3, 3]);
  expect((await authenticator.authenticate('secret'))?.role).toBe('Editor');
  expect([lookUps.length, touched]).toEqual([1, [7]]);
});

test('a key is looked up again after a second, also when the clock was set back', async () => {
  const first = authenticator.authenticate('secret');
  lookUps[0]?.resolve(holder());
  await first;
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + 2000);
  jest.spyOn(Date, 'now').mockReturnValue(0);
  const second = authenticator.authenticate('secret');
  jest.restoreAllMocks();
  lookUps[1]?.resolve(null);
  expect(await second).toBeNull();
});

test('a look-up that began before a change is not remembered', async () => {
  const before = authenticator.authenticate('secret');
  await authenticator.forget(3);
  const after = authenticator.authenticate('secret');
  lookUps[0]?.resolve(holder('Editor'));
  await before;
  lookUps[1]?.resolve(holder('Reader'));
  expect((await after)?.role).toBe('Reader');
  expect((await authenticator.authenticate('secret'))?.role).toBe('Reader');
  expect(lookUps).toHaveLength(2);
});

test('a look-up that fails is none that others wait for', async () => {
  const failing = authenticator.authenticate('secret');
  lookUps[0]?.reject(new Error('the database is away'));
  await expect(failing).rejects.toThrow('away');
  const next = authenticator.authenticate('secret');
  lookUps[1]?.resolve(null);
  expect(await next).toBeNull();
});
