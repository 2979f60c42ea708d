import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, sep } from 'node:path';
import { SyntheticModule } from 'node:vm';

const require = createRequire(import.meta.url);

const PACKAGES = `${sep}node_modules${sep}`;
/** Each suite has its own. */
const TEST_FUNCTIONS = `${PACKAGES}@jest${sep}globals${sep}`;
const ROOT = join(import.meta.dirname, '../..');
const SOURCES = join(ROOT, 'src', sep);
const COMPILED = join(ROOT, 'dist', sep);
/** Modules that wait while they load cannot be required. */
const waiting = new Set();
const loaded = new Map();
const compiled = new Map();

/** Whether a file is loaded by Node itself, once for all suites of a worker. */
export function isNative(path) {
  if (!isAbsolute(path) || !path.includes(PACKAGES) || /\.(json|wasm)$/.test(path)) return false;
  return !waiting.has(path) && !path.includes(TEST_FUNCTIONS);
}

/**
 * The compiled file of a module of the service, which is loaded in the same way.
 *
 * @param path of the module as sources name it, or of its source
 * @returns undefined for what is no module of the service, as specs beside them
 */
export function compiledFileOf(path) {
  if (!path.startsWith(SOURCES)) return undefined;
  if (!compiled.has(path)) {
    const file = join(COMPILED, path.slice(SOURCES.length).replace(/\.ts$/, '.js'));
    compiled.set(path, existsSync(file) ? file : undefined);
  }
  return compiled.get(path);
}

export const requireNative = (path) => require(path);

/** The module as suites import it, or undefined if it waits while it loads. */
export function importNative(path, isEsm) {
  if (!loaded.has(path)) {
    try {
      loaded.set(path, toModule(path, require(path), isEsm));
    } catch (error) {
      if (error.code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;
      waiting.add(path);
    }
  }
  return loaded.get(path);
}

function toModule(identifier, exports, isEsm) {
  const named = exports !== null && ['object', 'function'].includes(typeof exports) ? exports : {};
  const values = new Map(Object.keys(named).map((name) => [name, named[name]]));
  // The default export of a CommonJS module is the whole, as in Node.
  if (!isEsm) for (const name of ['default', 'module.exports']) values.set(name, exports);
  const module = new SyntheticModule(
    [...values.keys()],
    () => {
      for (const [name, value] of values) module.setExport(name, value);
    },
    { identifier },
  );
  // It is evaluated when this returns: nothing in it waits.
  void module.evaluate();
  return module;
}
