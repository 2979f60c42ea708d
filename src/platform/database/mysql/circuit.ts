import { setTimeout as delay } from 'node:timers/promises';

/** Pause between two probes of a server that does not answer. */
const PROBE_PAUSE_MS = 500;

/**
 * Circuit breaker of the database server: open while the server does not
 * answer, so that requests are refused at once instead of waiting one by one. A
 * suspicion starts a probe; an open circuit probes until the server answers.
 */
export class Circuit {
  private probing = false;
  private isStopped = false;
  private opened = false;
  private readonly overdue = new Set<() => void>();

  /**
   * @param probe resolves when the server answers, rejects when it does not, and does not wait for long
   * @param onChange is told when the circuit opens (true) and closes (false)
   */
  constructor(
    private readonly probe: () => Promise<void>,
    private readonly onChange: (isOpen: boolean) => void,
  ) {}

  get isOpen(): boolean {
    return this.opened;
  }

  /** A statement or a connection is overdue: finds out whether the server answers at all. */
  suspect(): void {
    if (this.probing || this.isStopped) return;
    this.probing = true;
    void this.probeUntilAnswered().finally(() => (this.probing = false));
  }

  /**
   * Gives up what is overdue as soon as it is known that the server does not
   * answer at all, which may be so already.
   *
   * @returns withdraws it: an answer has come
   */
  giveUpWhenOpen(giveUp: () => void): () => void {
    if (this.opened) giveUp();
    else this.overdue.add(giveUp);
    return () => {
      this.overdue.delete(giveUp);
    };
  }

  stop(): void {
    this.isStopped = true;
  }

  private async probeUntilAnswered(): Promise<void> {
    while (!this.isStopped) {
      const answers = await this.probe().then(
        () => true,
        () => false,
      );
      this.set(!answers);
      if (answers) return;
      await delay(PROBE_PAUSE_MS, undefined, { ref: false });
    }
  }

  private set(isOpen: boolean): void {
    if (isOpen === this.opened) return;
    this.opened = isOpen;
    this.onChange(isOpen);
    if (!isOpen) return;
    const overdue = [...this.overdue];
    this.overdue.clear();
    for (const giveUp of overdue) giveUp();
  }
}
