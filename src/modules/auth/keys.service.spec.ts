import { expect, test } from '@jest/globals';
import type { UnitOfWork } from '../../kernel/unit-of-work.js';
import type { Authenticator } from './authenticator.js';
import type { ApiKey } from './domain/api-key.entity.js';
import type { ApiKeysRepository } from './domain/api-keys.repository.js';
import { KeysService } from './keys.service.js';

const NOW = 1_795_219_200;
const DAY = 86_400;

const saved: ApiKey[] = [];
const keys = new KeysService(
  {
    authorExists: () => Promise.resolve(true),
    save: (key: ApiKey) => {
      saved.push(key);
      return Promise.resolve(key);
    },
  } as unknown as ApiKeysRepository,
  { run: (work: () => unknown) => work() } as unknown as UnitOfWork,
  { now: () => NOW },
  {} as Authenticator,
);

test.each([0.5, 30, 36_500])('a key expires after %s days', async (expiresInDays) => {
  const { key } = await keys.create({ authorId: 1, expiresInDays });
  expect(key.expiresTs).toBe(NOW + expiresInDays * DAY);
});

test.each([0, -1, NaN, Infinity, 36_500.1, 99_999_998])(
  'no key is made for %s days',
  async (expiresInDays) => {
    saved.length = 0;
    const create = async () => keys.create({ authorId: 1, expiresInDays });
    await expect(create()).rejects.toMatchObject({
      code: 'invalid-input',
      errors: [{ field: 'expires', message: 'must be a positive number of days, 36500 at most' }],
    });
    expect(saved).toEqual([]);
  },
);
