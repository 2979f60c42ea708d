/** Waits for all of them, however many fail. @throws what the first of them failed with */
export async function settleAll(promises: Iterable<Promise<unknown>>): Promise<void> {
  const outcomes = await Promise.allSettled(promises);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
