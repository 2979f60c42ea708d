const EVERY_MS = 2000;

/**
 * Says on standard error how far a long command is: at times, and at the end of
 * each part. A short one says nothing.
 */
export class Progress {
  private saidAt = Date.now();

  /** @param total records of the part, where they are known */
  tell(part: string, done: number, total?: number): void {
    if (Date.now() - this.saidAt < EVERY_MS) return;
    this.say(part, done, total);
  }

  end(part: string, done: number): void {
    this.say(part, done);
  }

  private say(part: string, done: number, total?: number): void {
    this.saidAt = Date.now();
    process.stderr.write(`${part}: ${done}${total === undefined ? '' : ` of ${total}`}\n`);
  }
}
