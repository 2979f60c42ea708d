import { NotedExtension } from '../extension/noted-extension.entity.js';
import { print, withDatabase } from './context.js';

/** Rows of methods with @Job and @OnCommitted, by their names. They begin with that of the extension. */
const METHODS = [
  ['jobs', 'name'],
  ['event_consumers', 'name'],
  ['event_retries', 'consumer'],
] as const;

/**
 * The service and its commands run without the extension from now on; nothing waits for its jobs and
 * consumers of events.
 * @returns whether it was known
 */
export function forgetExtension(name: string): Promise<boolean> {
  return withDatabase(async ({ writer }) => {
    const isKnown = await writer.transaction(async (manager) => {
      const { affected } = await manager.delete(NotedExtension, { name });
      if (!affected) return false;
      const beginning = `${name}.`;
      for (const [table, column] of METHODS)
        await manager.query(`DELETE FROM ${table} WHERE SUBSTR(${column}, 1, ${beginning.length}) = ?`, [
          beginning,
        ]);
      return true;
    });
    print(
      isKnown ? `${name} is forgotten; its tables stay.` : `No extension "${name}" has run on this database.`,
    );
    return isKnown;
  });
}
