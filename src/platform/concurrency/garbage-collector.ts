import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** @returns what collects the garbage of the thread that calls it; `--expose-gc` would put it into new contexts */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
