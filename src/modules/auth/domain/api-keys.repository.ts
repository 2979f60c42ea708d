import type { UtcSeconds } from '../../../kernel/clock.js';
import type { ApiKey } from './api-key.entity.js';

/** A key with the role that its author has now. */
export interface KeyHolder {
  readonly key: ApiKey;
  readonly role: string;
}

export abstract class ApiKeysRepository {
  abstract findByHash(hash: string): Promise<KeyHolder | null>;
  /** @throws NotFoundError */
  abstract getById(id: number): Promise<ApiKey>;
  abstract list(): Promise<ApiKey[]>;
  abstract isEmpty(): Promise<boolean>;
  abstract authorExists(authorId: number): Promise<boolean>;
  abstract save(key: ApiKey): Promise<ApiKey>;
  abstract touch(ids: readonly number[], usedAt: UtcSeconds): Promise<void>;
}
