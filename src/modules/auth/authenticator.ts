import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock, type UtcSeconds } from '../../kernel/clock.js';
import { Peers } from '../../kernel/peers.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { RoleSettings } from '../site/role.settings.js';
import { Actor } from './domain/actor.js';
import type { ApiKey } from './domain/api-key.entity.js';
import { ApiKeysRepository } from './domain/api-keys.repository.js';
import { hashSecret } from './domain/key-secret.js';

/** Tells who acts from an API key. Other ways to tell it are added beside it, see RequestAuthenticator. */
export abstract class Authenticator {
  /** @returns null when the key is unknown, revoked or expired. */
  abstract authenticate(secret: string): Promise<Actor | null>;
  /** Forgets what it remembers of an author, whose role may have changed. */
  abstract forget(authorId: number): Promise<void>;
}

/** Longest delay until another process notices a revoked key or a changed role. */
const REMEMBER_MS = 1000;
const REMEMBER_AT_MOST = 1000;
const ROLE_CHANGED = 'auth.role-changed';
/** "Last used" is exact to a minute; a write for each request would cost more than it tells. */
const USED_RESOLUTION_SECONDS = 60;

interface Remembered {
  readonly actor: Actor;
  readonly key: ApiKey;
  readonly until: number;
}

/** API keys from the database, each looked up at most once a second. */
@Injectable()
export class KeyAuthenticator extends Authenticator implements BeforeApplicationShutdown {
  private readonly remembered = new Map<string, Remembered>();
  private pendingTouch: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly settings: RoleSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly peers: Peers,
  ) {
    super();
    peers.on(ROLE_CHANGED, (authorId) => {
      this.forgetHere(Number(authorId));
    });
  }

  async authenticate(secret: string): Promise<Actor | null> {
    const hash = hashSecret(secret);
    const known = this.remembered.get(hash);
    const now = this.clock.now();
    if (known && known.until > Date.now()) return known.key.isUsableAt(now) ? known.actor : null;
    this.remembered.delete(hash);
    const holder = await this.keys.findByHash(hash);
    if (!holder?.key.isUsableAt(now)) return null;
    const { key, role } = holder;
    const whole = new Actor(key.authorId, role, this.settings.roles[role] ?? [], key);
    const actor = key.scope === 'read' ? whole.reading() : whole;
    if (this.remembered.size >= REMEMBER_AT_MOST) this.remembered.clear();
    this.remembered.set(hash, { actor, key, until: Date.now() + REMEMBER_MS });
    this.noteUse(key, now);
    return actor;
  }

  async forget(authorId: number): Promise<void> {
    this.forgetHere(authorId);
    await this.peers.tell(ROLE_CHANGED, authorId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.pendingTouch;
  }

  private forgetHere(authorId: number): void {
    for (const [hash, { actor }] of this.remembered)
      if (actor.authorId === authorId) this.remembered.delete(hash);
  }

  private noteUse(key: ApiKey, now: UtcSeconds): void {
    if (key.lastUsedTs !== null && now - key.lastUsedTs < USED_RESOLUTION_SECONDS) return;
    key.lastUsedTs = now;
    // Not awaited: after a failure the next use writes it.
    this.pendingTouch = this.unitOfWork.run(() => this.keys.touch([key.id], now)).catch(() => undefined);
  }
}
