/**
 * Result of the work for a key. Whoever asks while it is under way gets the same result.
 *
 * @param underWay results that are not there yet
 */
export function singleFlight<V>(
  underWay: Map<string, Promise<V>>,
  key: string,
  work: () => Promise<V>,
): Promise<V> {
  const known = underWay.get(key);
  if (known) return known;
  const result = work().finally(() => underWay.delete(key));
  underWay.set(key, result);
  return result;
}
