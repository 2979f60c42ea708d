import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { Logger } = require('@nestjs/common');
const { defaultMetadataStorage } = require('class-transformer/cjs/storage.js');

/** Nest has one logger for the process, which a service replaces. */
const loggerState = { ...Logger };

/** What a suite finds of the process, so that the next one finds the same. @returns a function that puts it back */
export function rememberRealm() {
  const globals = Object.getOwnPropertyDescriptors(globalThis);
  const variables = { ...process.env };
  const { exit, exitCode, getBuiltinModule } = process;
  return () => {
    restoreGlobals(globals);
    restoreVariables(variables);
    Object.assign(process, { exit, exitCode, getBuiltinModule });
    restoreLibraries();
  };
}

/** Also empties the storages that typeorm and class-validator keep there: they make new ones when asked. */
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

/** What libraries keep of the classes of a suite, and of the service that it started. */
function restoreLibraries() {
  defaultMetadataStorage.clear();
  Object.assign(Logger, loggerState, { logBuffer: [] });
}
