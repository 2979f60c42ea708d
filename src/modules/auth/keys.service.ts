import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { InvalidError, mustExist, NotFoundError } from '../../kernel/errors.js';
import type { Page } from '../../kernel/page.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { DAY_S } from '../../kernel/units.js';
import { Authenticator } from './authenticator.js';
import { ApiKey, type KeyScope } from './domain/api-key.entity.js';
import { ApiKeysRepository, type KeyHolders } from './domain/api-keys.repository.js';
import { isLifetime, LIFETIME_RULE } from './domain/key-lifetime.js';
import { generateSecret, hashSecret, PREFIX_LENGTH } from './domain/key-secret.js';

export interface NewKey {
  readonly authorId: number;
  readonly scope?: KeyScope;
  readonly name?: string;
  readonly expiresInDays?: number;
  /** A key chosen by the operator; generated when absent. */
  readonly secret?: string;
}

export interface IssuedKey {
  readonly key: ApiKey;
  /** Shown this once; only its hash is kept. */
  readonly secret: string;
}

/** Issues, lists, rotates and revokes API keys. */
@Injectable()
export class KeysService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly authenticator: Authenticator,
  ) {}

  create(wanted: NewKey): Promise<IssuedKey> {
    if (wanted.expiresInDays !== undefined && !isLifetime(wanted.expiresInDays)) {
      throw InvalidError.field('expires', LIFETIME_RULE);
    }
    return this.unitOfWork.run(async () => {
      if (!(await this.keys.authorExists(wanted.authorId))) {
        throw new NotFoundError('author-not-found', `There is no author ${wanted.authorId}.`);
      }
      return this.issue(wanted);
    });
  }

  list(): Promise<ApiKey[]> {
    return this.keys.list();
  }

  /** Newest first, those that are revoked or expired included. */
  listOf(holders: KeyHolders, page: Page): Promise<ApiKey[]> {
    return this.keys.listOf(holders, page);
  }

  /** @throws NotFoundError when it is of others, too */
  async getOf(holders: KeyHolders, id: number): Promise<ApiKey> {
    const [key] = await this.keys.listOf(holders, { offset: 0, limit: 1 }, id);
    return mustExist('key', id, key);
  }

  hasNone(): Promise<boolean> {
    return this.keys.isEmpty();
  }

  /** Gives the holder a new key of the same kind and revokes the old one. */
  rotate(id: number): Promise<IssuedKey> {
    return this.unitOfWork.run(async () => {
      const old = await this.keys.getForUpdate(id);
      if (!old.isUsableAt(this.clock.now())) {
        throw new InvalidError('key-not-usable', `Key ${id} is revoked or expired.`);
      }
      await this.end(old);
      const { authorId, scope, name, expiresTs } = old;
      return this.issue({ authorId, scope, ...(name !== null && { name }) }, expiresTs);
    });
  }

  async revoke(id: number): Promise<void> {
    await this.unitOfWork.run(async () => this.end(await this.keys.getForUpdate(id)));
  }

  /** Ends a key: at once on this machine, within a second on others, which cache keys. */
  private async end(key: ApiKey): Promise<void> {
    if (key.revokedTs !== null) return;
    key.revoke(this.clock.now());
    await this.keys.save(key);
    this.unitOfWork.afterCommit(() => this.authenticator.forget(key.authorId));
  }

  private async issue(wanted: NewKey, expiresTs: number | null = null): Promise<IssuedKey> {
    const secret = wanted.secret ?? generateSecret();
    const key = new ApiKey();
    const now = this.clock.now();
    Object.assign(key, {
      authorId: wanted.authorId,
      hash: hashSecret(secret),
      prefix: secret.slice(0, PREFIX_LENGTH),
      name: wanted.name ?? null,
      scope: wanted.scope ?? 'write',
      createdTs: now,
      expiresTs:
        wanted.expiresInDays === undefined ? expiresTs : now + Math.ceil(wanted.expiresInDays * DAY_S),
      revokedTs: null,
      lastUsedTs: null,
    } satisfies Omit<ApiKey, 'id' | 'isUsableAt' | 'revoke'>);
    return { key: await this.keys.save(key), secret };
  }
}
