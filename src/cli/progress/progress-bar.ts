import { SingleBar } from 'cli-progress';

const LINE_EVERY_MS = 10_000;

/** Shows on standard error how far a command is. */
export interface ProgressBar {
  start(total: number, value: number, payload?: object): void;
  update(value: number, payload?: object): void;
  stop(): void;
}

/**
 * A bar on a terminal; elsewhere a line every ten seconds, so that a short command prints none.
 *
 * @param unit what is counted: `bytes imported`
 * @param format of the bar, as cli-progress has it
 */
export function progressBar(unit: string, format: string): ProgressBar {
  return process.stderr.isTTY ? new SingleBar({ format }) : new ProgressLines(unit);
}

class ProgressLines implements ProgressBar {
  private total = 0;
  private saidAt = Infinity;

  constructor(private readonly unit: string) {}

  start(total: number): void {
    this.total = total;
    this.saidAt = Date.now();
  }

  update(value: number): void {
    if (Date.now() - this.saidAt < LINE_EVERY_MS) return;
    this.saidAt = Date.now();
    process.stderr.write(`${this.unit}: ${value} of ${this.total}\n`);
  }

  stop(): void {
    this.saidAt = Infinity;
  }
}
