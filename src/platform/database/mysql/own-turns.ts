const SLICE_MS = 100;

/**
 * Calls back after so many milliseconds in which this process has run. A pause of the process, in which it
 * reads no answers, counts as a tenth of a second at most, however long it is.
 *
 * @returns ends the wait
 */
export function afterOwnTurns(milliseconds: number, callback: () => void): () => void {
  let left = milliseconds;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const slice = Math.min(left, SLICE_MS);
    timer = setTimeout(() => {
      left -= slice;
      if (left > 0) wait();
      else callback();
    }, slice);
  };
  wait();
  return () => {
    clearTimeout(timer);
  };
}
