import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects what there is. `last-resort` makes the heap as small as it can be,
 * which takes several times as long.
 */
export type CollectGarbage = (options?: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/**
 * @returns what collects the garbage of the thread that calls it; `--expose-gc`
 *   would put it into new contexts
 */
export function garbageCollector(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as CollectGarbage;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
