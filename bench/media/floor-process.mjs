import { fork } from 'node:child_process';
import { once } from 'node:events';
import { TIMEOUT_MS } from './client.mjs';

/** The floor, in a process of its own. */
export class Floor {
  static async start(folder) {
    const child = fork(new URL('floor.mjs', import.meta.url), [folder], { execArgv: [] });
    const [{ port }] = await once(child, 'message');
    return new Floor(child, `http://127.0.0.1:${port}`);
  }

  constructor(child, origin) {
    Object.assign(this, { child, origin });
    this.failure = once(child, 'exit').then(() => Promise.reject(new Error('The floor has ended.')));
    // It ends when it is stopped, too; then nobody waits for it.
    this.failure.catch(() => undefined);
  }

  /** @returns the milliseconds that a task took, without the way there and back */
  async run(task, input) {
    const answer = once(this.child, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    this.child.send({ task, ...input });
    const [{ milliseconds }] = await Promise.race([answer, this.failure]);
    return milliseconds;
  }

  stop() {
    this.child.disconnect();
  }
}
