import { NotedExtension } from '../extension/noted-extension.entity.js';
import { print, withDatabase } from './context.js';

/** The service and its commands run without the extension from now on. @returns whether it was known */
export function forgetExtension(name: string): Promise<boolean> {
  return withDatabase(async ({ writer }) => {
    const { affected } = await writer.manager.delete(NotedExtension, { name });
    const isKnown = (affected ?? 0) > 0;
    print(
      isKnown ? `${name} is forgotten; its tables stay.` : `No extension "${name}" has run on this database.`,
    );
    return isKnown;
  });
}
