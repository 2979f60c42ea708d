import { pbkdf2Sync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bind } from '../../src/extension/extension.js';
import { PasswordHasher } from '../../src/modules/authors/domain/password-hasher.js';
import { Database } from '../../src/platform/database/database.js';
import { type Service, startService } from '../support/service.js';

const PASSWORD = 'correct horse battery';
const hashOf = (password: string) =>
  `pbkdf2$${pbkdf2Sync(password, 'salt', 10, 16, 'sha256').toString('hex')}`;

class Pbkdf2Hasher extends PasswordHasher {
  hash(password: string): Promise<string> {
    return Promise.resolve(hashOf(password));
  }

  isCurrent(hashed: string): boolean {
    return hashed.startsWith('pbkdf2$');
  }

  isPasswordOf(hashed: string, password: string): Promise<boolean> {
    return Promise.resolve(hashed === hashOf(password));
  }
}

let service: Service;
/** Another instance on the same data, with a hasher of its own. */
let other: Service;
let draft: string;
beforeAll(async () => {
  service = await startService();
  for (const name of ['ann', 'bob'])
    await service.post('/api/1.1/authors', { name, password: PASSWORD, role: 'Editor' }).expect(200);
  draft = `/${(await service.post('/api/1.3/drafts', { headline: 'Soon' }).expect(200)).body.slug}?draft=1`;
  other = await startService({
    database: service.database,
    extension: { adapters: [bind(PasswordHasher, Pbkdf2Hasher)] },
  });
});
afterAll(async () => {
  await other.stop();
  await service.stop();
});

const login = (name: string, password: string) =>
  other.as(null).get(draft).auth(name, password, { type: 'basic' });

async function storedOf(name: string): Promise<{ hash: string; version: number } | undefined> {
  const sql = 'SELECT password_hash AS hash, version FROM authors WHERE name = ?';
  const [row] = await other.app.get(Database).rows<{ hash: string; version: number }>(sql, [name]);
  return row;
}

test('A password whose hash another hasher has made is known, and hashed anew', async () => {
  const before = await storedOf('ann');
  expect(before?.hash).toMatch(/^scrypt\$/);
  await login('ann', 'wrong').expect(401);
  expect(await storedOf('ann')).toEqual(before);
  await login('ann', PASSWORD).expect(200);
  expect(await storedOf('ann')).toEqual({ hash: hashOf(PASSWORD), version: before?.version });
  await login('ann', PASSWORD).expect(200);
  await login('ann', 'wrong').expect(401);
});

test('A new password is hashed by the hasher of the extension', async () => {
  await other.post('/api/1.1/authors', { name: 'new', password: PASSWORD, role: 'Editor' }).expect(200);
  expect((await storedOf('new'))?.hash).toBe(hashOf(PASSWORD));
  await login('new', PASSWORD).expect(200);
  await login('nobody', PASSWORD).expect(401);
});

test('A hash that no hasher knows lets nobody in', async () => {
  await other.put('/api/1.1/authors/3', { first_name: null, last_name: null, password: 'another one' });
  const before = await storedOf('bob');
  expect(before?.hash).toBe(hashOf('another one'));
  await service.as(null).get(draft).auth('bob', 'another one', { type: 'basic' }).expect(401);
  expect(await storedOf('bob')).toEqual(before);
});
