import type { ApiKey, KeyScope } from '../../modules/auth/domain/api-key.entity.js';
import { KeysService } from '../../modules/auth/keys.service.js';
import { print, printTable, withApplication } from '../context.js';
import { day } from './day.js';

export async function createKey(options: {
  author: number;
  scope: KeyScope;
  expires?: number;
  name?: string;
}): Promise<void> {
  const { author, scope, expires, name } = options;
  await withApplication(async (app) => {
    const { key, secret } = await app.get(KeysService).create({
      authorId: author,
      scope,
      ...(expires !== undefined && { expiresInDays: expires }),
      ...(name !== undefined && { name }),
    });
    print(`Key ${key.id} for author ${author}, scope ${scope}, ${expiry(key.expiresTs)}:`);
    print(secret);
  });
}

export async function listKeys({ json }: { json: boolean }): Promise<void> {
  await withApplication(async (app) => {
    const keys = await app.get(KeysService).list();
    const now = Date.now() / 1000;
    if (json) {
      print(
        JSON.stringify(
          keys.map((key) => described(key, now)),
          null,
          2,
        ),
      );
      return;
    }
    printTable([
      ['ID', 'AUTHOR', 'KEY', 'SCOPE', 'STATE', 'CREATED', 'LAST USED', 'NAME'],
      ...keys.map((key) => [
        String(key.id),
        String(key.authorId),
        `${key.prefix}…`,
        key.scope,
        key.revokedTs !== null ? 'revoked' : key.isUsableAt(now) ? expiry(key.expiresTs) : 'expired',
        day(key.createdTs),
        key.lastUsedTs === null ? 'never' : day(key.lastUsedTs),
        key.name ?? '',
      ]),
    ]);
  });
}

/** JSON form of a key: times in seconds UTC. */
function described(key: ApiKey, now: number): object {
  return {
    id: key.id,
    author_id: key.authorId,
    prefix: key.prefix,
    scope: key.scope,
    state: key.revokedTs !== null ? 'revoked' : key.isUsableAt(now) ? 'usable' : 'expired',
    created_ts: key.createdTs,
    expires_ts: key.expiresTs,
    revoked_ts: key.revokedTs,
    last_used_ts: key.lastUsedTs,
    name: key.name,
  };
}

export async function rotateKey(id: number): Promise<void> {
  await withApplication(async (app) => {
    const { key, secret } = await app.get(KeysService).rotate(id);
    print(`Key ${key.id} takes the place of key ${id}, which is revoked:`);
    print(secret);
  });
}

export async function revokeKey(id: number): Promise<void> {
  await withApplication(async (app) => {
    await app.get(KeysService).revoke(id);
    print(`Key ${id} is revoked.`);
  });
}

const expiry = (seconds: number | null): string =>
  seconds === null ? 'does not expire' : `expires ${day(seconds)}`;
