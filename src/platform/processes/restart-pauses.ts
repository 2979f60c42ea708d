const MAX_PAUSE_MS = 30_000;
/** A worker that has lived so long was not ended by its start. */
const STABLE_MS = 60_000;

/** Pauses before a dead worker is replaced: none at first, then 1, 2, 4 … 30 s. */
export class RestartPauses {
  private deaths = 0;

  /** @param livedMs how long the worker that has died had lived */
  next(livedMs: number): number {
    if (livedMs >= STABLE_MS) this.deaths = 0;
    this.deaths += 1;
    return this.deaths === 1 ? 0 : Math.min(MAX_PAUSE_MS, 1000 * 2 ** (this.deaths - 2));
  }
}
