import type { Client } from 'openapi-fetch';
import { ContentApiError } from './errors.js';
import type { components, operations, paths } from './schema.js';

type Query = operations['listChanges']['parameters']['query'];

/** A committed change, with the token to go on with once it has been worked off. */
export type Change = components['schemas']['ChangeResponse'] & {
  /** After the page of this change; null for those that are not the last of it. */
  readonly next: string | null;
};

export interface ChangeOptions {
  /** `now`, `start`, or the last `next` that was kept. */
  readonly after: string;
  readonly types?: NonNullable<Query['types']>;
  readonly include?: NonNullable<Query['include']>;
  readonly limit?: number;
  /**
   * Seconds that an answer waits for changes, 30 when left out. With 0 the
   * iteration ends with the last change.
   */
  readonly wait?: number | undefined;
  /** Called with each token, also where a page has no changes. */
  readonly onToken?: ((token: string) => unknown) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const MAX_WAIT_S = 30;

/**
 * Changes in their order. A token is told after the changes before it have been
 * worked off, by whoever iterates.
 */
export async function* changesOf(
  client: Client<paths>,
  { after, onToken, signal, wait = MAX_WAIT_S, ...query }: ChangeOptions,
): AsyncGenerator<Change, void> {
  let token = after;
  for (;;) {
    const { data, error, response } = await client.GET('/api/1.3/changes', {
      params: { query: { ...query, after: token, wait } },
      ...(signal && { signal }),
    });
    if (!data) throw ContentApiError.of(response, error);
    const last = data.changes.length - 1;
    for (const [index, change] of data.changes.entries())
      yield { ...change, next: index === last ? data.next : null };
    token = data.next;
    await onToken?.(token);
    if (wait === 0 && !data.has_more) return;
  }
}
