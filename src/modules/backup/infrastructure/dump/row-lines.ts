import { LineWriter } from '../../../../platform/files/line-writer.ts';
import { garbageCollector } from '../../../../platform/memory/garbage-collector.ts';

/** Bytes of lines after which their garbage is collected: V8 lets it grow with the memory of the machine. */
const COLLECT_EVERY_BYTES = 4_000_000;

const collect = garbageCollector();
let uncollected = 0;

/** Lines of rows. @param path of a new file; null for their checksum alone */
export function rowLines(path: string | null): LineWriter {
  return new LineWriter(path, { isNew: true, onFlushed: collectSometimes });
}

function collectSometimes(bytes: number): void {
  uncollected += bytes;
  if (uncollected <= COLLECT_EVERY_BYTES) return;
  collect();
  uncollected = 0;
}

/**
 * The SELECT of the stored files that rows need: those that rows refer to, and
 * those that nothing has released.
 *
 * @param references columns with a foreign key to them
 */
export function neededFiles(
  references: readonly { readonly table: string; readonly column: string }[],
  quote: string,
): string {
  const named = (name: string): string => quote + name.replaceAll(quote, quote + quote) + quote;
  const uses = references.map(
    ({ table, column }) => `EXISTS (SELECT 1 FROM ${named(table)} t WHERE t.${named(column)} = f.hash)`,
  );
  return `SELECT f.hash AS sha256, f.size AS size FROM stored_files f
           WHERE ${['f.released_ts IS NULL', ...uses].join(' OR ')} ORDER BY f.hash`;
}
