import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 20;
/** Pauses, not time: on a machine that is busy they are longer. */
const MAX_PAUSES = 1500;

/** Asks until the answer is the wanted one. @returns the last answer */
export async function eventually<T>(ask: () => Promise<T> | T, wanted: T): Promise<T> {
  let answer = await ask();
  for (let pauses = 0; !isDeepStrictEqual(answer, wanted) && pauses < MAX_PAUSES; pauses++) {
    await sleep(PAUSE_MS);
    answer = await ask();
  }
  return answer;
}
