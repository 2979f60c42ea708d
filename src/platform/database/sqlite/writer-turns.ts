import { rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** Between two looks whether another process waits: a look is a system call. */
const LOOK_EVERY_MS = 20;
/** Long enough for a process that polls for the lock of the database to get it. */
const PAUSE_MS = 30;
/** A process that waits says so again at each attempt; an older notice is of one that has ended. */
const NOTICE_MS = 1_000;

/**
 * Turns of processes that write to one file. SQLite gives its lock to whoever asks at the right moment, so a service
 * that writes without a pause would keep the command line from its turn. A process that waits leaves a notice in a
 * file beside the database; the others pause for it.
 */
export class WriterTurns {
  private readonly notice: string;
  private isWaiting = false;
  private lookedAt = 0;

  constructor(database: string) {
    this.notice = `${database}-waiting`;
  }

  /** Before a transaction: lets another process have its turn. */
  async giveWay(): Promise<void> {
    if (this.isWaiting || Date.now() - this.lookedAt < LOOK_EVERY_MS) return;
    this.lookedAt = Date.now();
    const written = statSync(this.notice, { throwIfNoEntry: false })?.mtimeMs;
    if (written !== undefined && Date.now() - written < NOTICE_MS) await delay(PAUSE_MS);
  }

  /** Another process has the lock. */
  wait(): void {
    this.isWaiting = true;
    try {
      writeFileSync(this.notice, '');
    } catch {
      // Without the notice the turn comes later.
    }
  }

  /** This process has the lock. */
  taken(): void {
    if (!this.isWaiting) return;
    this.isWaiting = false;
    rmSync(this.notice, { force: true });
  }
}
