import { createRequire } from 'node:module';
import { isAbsolute, sep } from 'node:path';
import { SyntheticModule } from 'node:vm';

const require = createRequire(import.meta.url);

/**
 * Packages that each suite gets anew: they keep the classes, the metrics or the first logger of a service in
 * variables of their own. What others keep is put back in realm.mjs.
 */
const KEPT_APART = [
  '@jest/globals',
  '@nestjs/apollo',
  '@nestjs/graphql',
  '@nestjs/typeorm',
  'nestjs-pino',
  'prom-client',
];
const FOLDER = `${sep}node_modules${sep}`;
const apart = KEPT_APART.map((name) => `${FOLDER}${name.replace('/', sep)}${sep}`);
/** Modules that wait while they load cannot be required. */
const waiting = new Set();
const loaded = new Map();

/** Whether a file is loaded by Node itself, once for all suites of a worker. */
export function isNative(path) {
  if (!isAbsolute(path) || !path.includes(FOLDER) || /\.(json|wasm)$/.test(path)) return false;
  return !waiting.has(path) && !apart.some((folder) => path.includes(folder));
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
