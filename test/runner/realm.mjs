import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Logger } = require('@nestjs/common');
// Internal classes of Nest.
const NEST_TYPEORM = '../../node_modules/@nestjs/typeorm/dist';
const { DataSourceNameRegistry } = require(`${NEST_TYPEORM}/data-source-name.registry.js`);
const { EntitiesMetadataStorage } = require(`${NEST_TYPEORM}/entities-metadata.storage.js`);
const { useContainer } = require('class-validator/cjs/container.js');
const { getMetadataArgsStorage } = require('typeorm');
// Loaded whole, before any suite: what its classes declare stays, what those of a suite declare does not.
require('../../dist/app.module.js');

/** Globals in which libraries keep what decorators have said of classes. */
export const STORAGES = [
  'classValidatorMetadataStorage',
  'GqlLazyMetadataStorageHost',
  'GqlTypeMetadataStorage',
  'typeormMetadataArgsStorage',
];

/** Nest has one logger for the process, which a service replaces. */
const loggerState = { ...Logger };

// It warns of two data sources with one name, as a second service of a process has.
DataSourceNameRegistry.register = () => undefined;

/** Tables, columns and the like, and entities by data source. */
const declarations = [
  ...Object.values(getMetadataArgsStorage()).filter(Array.isArray),
  ...EntitiesMetadataStorage.storage.values(),
].map((list) => ({ list, length: list.length }));

/**
 * Keeps the process as a suite finds it, so that the next one finds the same.
 * @returns a function that puts it back
 */
export function rememberRealm() {
  resetLibraries();
  const globals = Object.getOwnPropertyDescriptors(globalThis);
  const variables = { ...process.env };
  const { exit, exitCode } = process;
  return () => {
    restoreGlobals(globals);
    restoreVariables(variables);
    Object.assign(process, { exit, exitCode });
    resetLibraries();
  };
}

function restoreGlobals(before) {
  const now = Object.getOwnPropertyDescriptors(globalThis);
  for (const key of Reflect.ownKeys(now)) {
    if (!now[key].configurable) continue;
    if (!Object.hasOwn(before, key)) delete globalThis[key];
    else if (differ(before[key], now[key])) Object.defineProperty(globalThis, key, before[key]);
  }
}

const differ = (one, other) => one.value !== other.value || one.get !== other.get || one.set !== other.set;

function restoreVariables(before) {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(before, name)) delete process.env[name];
  for (const [name, value] of Object.entries(before)) {
    if (process.env[name] !== value) process.env[name] = value;
  }
}

/** Resets what libraries keep of the classes of a suite, and of the service that it started. */
function resetLibraries() {
  for (const { list, length } of declarations) list.length = length;
  useContainer(containerOfSuite());
  Object.assign(Logger, loggerState, { logBuffer: [] });
}

/** As the one that class-validator has for the whole process. */
function containerOfSuite() {
  const instances = new Map();
  return {
    get(type) {
      if (!instances.has(type)) instances.set(type, new type());
      return instances.get(type);
    },
  };
}
