import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineExtension, type Extension, ExtensionError } from './extension.js';

/** The service as it is, when no extension is named. */
export const NO_EXTENSION: Extension = { name: 'none', compatibility: '*' };

/**
 * The extension that the file exports, by whatever name. It is checked beside the modules of the service,
 * which have to be loaded before.
 *
 * @param file as the environment names it (`EXTENSION`), from the working directory
 * @throws ExtensionError
 */
export async function loadExtension(file: string | undefined): Promise<Extension> {
  if (file === undefined) return NO_EXTENSION;
  const loaded = await load(file);
  const [extension, ...others] = new Set(Object.values(loaded).filter(isExtension));
  if (!extension || others.length > 0)
    throw new ExtensionError(file, [
      `must export one extension, and exports ${extension ? 'several' : 'none'}`,
    ]);
  // The file may export a plain object, which nobody has checked.
  return defineExtension(extension);
}

async function load(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    return (await import(pathToFileURL(resolve(file)).href)) as Readonly<Record<string, unknown>>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!UNLOADABLE.has(code)) throw error;
    throw new ExtensionError(file, [
      `it cannot be loaded: ${message}`,
      'EXTENSION names its compiled file, from the working directory: dist/newsroom.js',
    ]);
  }
}

/** Error codes for a missing file or package, a folder, or a file that is no JavaScript, as JSON. */
const UNLOADABLE = new Set<string | undefined>([
  'ERR_MODULE_NOT_FOUND',
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_IMPORT_ATTRIBUTE_MISSING',
  'ERR_UNSUPPORTED_DIR_IMPORT',
]);

function isExtension(value: unknown): value is Extension {
  return typeof value === 'object' && value !== null && 'name' in value && 'compatibility' in value;
}
