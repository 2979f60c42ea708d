import type { Response } from 'express';

/** The next time that a response can be written to, or is closed. */
class Drain {
  private waiting = Promise.withResolvers<undefined>();

  constructor(response: Response) {
    const wake = (): void => {
      this.waiting.resolve(undefined);
      this.waiting = Promise.withResolvers();
    };
    response.on('drain', wake);
    response.on('close', wake);
  }

  get next(): Promise<undefined> {
    return this.waiting.promise;
  }
}

/** One for each response: with compression, a listener of `drain` can be added, but not be removed. */
const drains = new WeakMap<Response, Drain>();

/** Waits until the client has read what was written, or is gone. */
export async function waitForDrain(response: Response): Promise<void> {
  // A closed response emits neither any more.
  if (response.closed || response.destroyed) return;
  let drain = drains.get(response);
  if (!drain) drains.set(response, (drain = new Drain(response)));
  await drain.next;
}
