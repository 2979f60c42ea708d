import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page } from '../../../kernel/page.js';
import type { ApiKey } from './api-key.entity.js';

/** A key with the role that its author has now. */
export interface KeyHolder {
  readonly key: ApiKey;
  readonly role: string;
}

/** Some authors: one of them, and all others but those of some roles. */
export interface KeyHolders {
  readonly authorId: number;
  /** Null where there are no others. */
  readonly othersBut: readonly string[] | null;
}

/** Stores API keys by the hashes of their secrets. */
export abstract class ApiKeysRepository {
  abstract findByHash(hash: string): Promise<KeyHolder | null>;
  /** Others wait to change the key until the transaction ends. @throws NotFoundError */
  abstract getForUpdate(id: number): Promise<ApiKey>;
  abstract list(): Promise<ApiKey[]>;
  /** Newest first. @param id only this one */
  abstract listOf(holders: KeyHolders, page: Page, id?: number): Promise<ApiKey[]>;
  abstract isEmpty(): Promise<boolean>;
  abstract authorExists(authorId: number): Promise<boolean>;
  abstract save(key: ApiKey): Promise<ApiKey>;
  abstract touch(ids: readonly number[], usedAt: UtcSeconds): Promise<void>;
}
