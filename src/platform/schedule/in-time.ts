/** Work has not ended within its limit. */
export class LateError extends Error {}

/**
 * The outcome of work that may wait for other systems.
 *
 * @param name the subject of the error's sentence
 * @throws LateError once the work takes too long, and whatever it throws; it goes on by itself
 */
export async function inTime<T>(limitMs: number, name: string, work: () => PromiseLike<T> | T): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new LateError(`${name} takes longer than ${limitMs / 1000} s.`));
  }, limitMs);
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
