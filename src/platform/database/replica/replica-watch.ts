import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Database } from '../database.js';
import { isTransient } from '../database-errors.js';
import { COUNT_UP, READ_BEAT, READ_BEAT_AND_AGE } from './replica-beat.entity.js';
import type { Replica } from './replica.js';

/** Pause between two reads of the heartbeat. */
const POLL_INTERVAL_MS = 500;
/** All instances together count up about so often. */
const BEAT_INTERVAL_MS = 400;
/** Reads until the lag is known: the first one tells nothing yet. */
const MIN_READS = 2;

interface Beat {
  readonly beat: number;
  readonly ageMs: number;
}

/**
 * Finds out how late the replica is, where there is one, and says so when it is
 * left and when it is used again.
 */
@Injectable()
export class ReplicaWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Replica');
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private isStopped = false;
  private looks = 0;
  private wasUsable: boolean | null = null;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onApplicationBootstrap(): void {
    const { replica } = this.database.sources;
    if (!replica) return;
    replica.onLeave = (reason) => {
      this.tell(replica, reason);
    };
    this.looking = this.look(replica);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.looking;
  }

  private async look(replica: Replica): Promise<void> {
    const at = performance.now();
    const reason = await this.compare(replica, at).catch((error: unknown) => error);
    this.looks += 1;
    this.tell(replica, reason);
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.looking = this.look(replica);
    }, POLL_INTERVAL_MS).unref();
  }

  /** The beat of the replica is read first: one that comes meanwhile must not seem to be older than it is. */
  private async compare(replica: Replica, at: number): Promise<void> {
    const [ofReplica] = await replica.rows<Beat>(READ_BEAT).catch((error: unknown) => {
      replica.freshness.revoke();
      throw error;
    });
    const primary = await this.beatOfPrimary();
    replica.freshness.add({ at, replica: ofReplica?.beat ?? null, primary });
  }

  /** Reads the beat, and counts it up when it is old or its age makes no sense. */
  private async beatOfPrimary(): Promise<number> {
    const [known] = await this.database.rows<Beat>(READ_BEAT_AND_AGE);
    const { beat = 0, ageMs = BEAT_INTERVAL_MS } = known ?? {};
    if (ageMs >= 0 && ageMs < BEAT_INTERVAL_MS) return beat;
    try {
      await this.unitOfWork.run(() => this.database.execute(COUNT_UP, [beat, beat]), { isUrgent: true });
    } catch (error) {
      // Another instance writes it.
      if (!isTransient(error)) throw error;
    }
    return beat;
  }

  private tell(replica: Replica, reason: unknown): void {
    const { isUsable } = replica;
    if (isUsable === this.wasUsable || (!isUsable && !reason && this.looks < MIN_READS)) return;
    this.wasUsable = isUsable;
    if (isUsable) this.logger.log('Readers are answered from the replica');
    else this.logger.warn(`Readers are answered from the primary: ${reasonOf(reason)}`);
  }
}

/** Codes alone: messages of drivers name accounts. */
function reasonOf(reason: unknown): string {
  if (!reason) return 'the replica is more than 2 s behind';
  const { code, driverError } = reason as { code?: string; driverError?: { code?: string } };
  return `the replica cannot be read (${driverError?.code ?? code ?? 'no code'})`;
}
