import { OverloadedError } from '../../../../kernel/errors.js';
import type { FoundRelations } from './article-relations.js';

/** An article that is written a hundred times a second is torn in every tenth read. */
const MAX_READS = 10;

/**
 * Reads articles, whose rows and relations take a statement each, again when one of them has been changed
 * between the two. Nobody gets to see the text of one version with the authors or sections of another: these
 * decide who may read it.
 *
 * @param read returns null for what is not of one version; it is told how often that was so
 * @throws OverloadedError for articles that are changed all the time
 */
export async function readWhole<T>(read: (count: number) => Promise<T | null>): Promise<T> {
  for (let count = 0; count < MAX_READS; count++) {
    const found = await read(count);
    if (found !== null) return found;
  }
  throw new OverloadedError('article-busy', 'The article is changed too often to be read.');
}

/** Whether each of the rows is of the version as of which the relations were read. */
export function isOfOneVersion(
  rows: Iterable<{ readonly id: number; readonly version: number }>,
  { versions }: FoundRelations,
): boolean {
  if (versions === null) return true;
  for (const { id, version } of rows) if (versions.get(id) !== version) return false;
  return true;
}
