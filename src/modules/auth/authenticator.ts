import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock, type UtcSeconds } from '../../kernel/clock.js';
import { Peers } from '../../kernel/peers.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { runForSeveralClients } from '../../platform/concurrency/client-presence.js';
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
const MAX_REMEMBERED = 1000;
const ROLE_CHANGED = 'auth.role-changed';
/** "Last used" is exact to a minute; a write for each request would cost more than it tells. */
const USED_RESOLUTION_SECONDS = 60;

interface Holder {
  readonly actor: Actor;
  readonly key: ApiKey;
}

interface Remembered extends Holder {
  /** Milliseconds of `performance.now()`. */
  readonly until: number;
}

/** API keys from the database, each looked up at most once a second by a process. */
@Injectable()
export class KeyAuthenticator extends Authenticator implements BeforeApplicationShutdown {
  private readonly remembered = new Map<string, Remembered>();
  /** Look-ups under way, by the hash of the secret. */
  private readonly lookUps = new Map<string, Promise<Holder | null>>();
  private readonly touches = new Set<Promise<unknown>>();

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
    const holder = known && known.until > performance.now() ? known : await this.lookUpOnce(hash);
    return holder?.key.isUsableAt(this.clock.now()) ? holder.actor : null;
  }

  async forget(authorId: number): Promise<void> {
    this.forgetHere(authorId);
    await this.peers.tell(ROLE_CHANGED, authorId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.touches);
  }

  private forgetHere(authorId: number): void {
    for (const [hash, { actor }] of this.remembered)
      if (actor.authorId === authorId) this.remembered.delete(hash);
    // They may have read what was there before the change.
    this.lookUps.clear();
  }

  /** However many requests come with a key at one time, it is looked up once. */
  private lookUpOnce(hash: string): Promise<Holder | null> {
    const underWay = this.lookUps.get(hash);
    if (underWay) return underWay;
    // The answer is as old as the beginning of the look-up.
    const until = performance.now() + REMEMBER_MS;
    const lookUp = runForSeveralClients(() => this.lookUp(hash));
    this.lookUps.set(hash, lookUp);
    const end = (holder: Holder | null): void => {
      if (this.lookUps.get(hash) !== lookUp) return;
      this.lookUps.delete(hash);
      if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
      if (holder) this.remembered.set(hash, { ...holder, until });
      else this.remembered.delete(hash);
    };
    lookUp.then(end, () => {
      end(null);
    });
    return lookUp;
  }

  private async lookUp(hash: string): Promise<Holder | null> {
    const now = this.clock.now();
    const found = await this.keys.findByHash(hash);
    if (!found?.key.isUsableAt(now)) return null;
    const { key, role } = found;
    const whole = new Actor(key.authorId, role, this.settings.roles[role] ?? [], key);
    this.noteUse(key, now);
    return { key, actor: key.scope === 'read' ? whole.reading() : whole };
  }

  private noteUse(key: ApiKey, now: UtcSeconds): void {
    if (key.lastUsedTs !== null && now - key.lastUsedTs < USED_RESOLUTION_SECONDS) return;
    // Not awaited: after a failure the next use writes it.
    const touch = this.unitOfWork.run(() => this.keys.touch([key.id], now)).catch(() => undefined);
    this.touches.add(touch);
    void touch.then(() => this.touches.delete(touch));
  }
}
