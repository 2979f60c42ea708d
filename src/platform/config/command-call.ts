import { basename } from 'node:path';

/** Names of the executable: as npm links it, and its file. */
const EXECUTABLES = new Set(['content-publishing-service', 'bin.js']);

const isOfPackage = EXECUTABLES.has(basename(process.argv[1] ?? ''));

/** Call of the command line: in a clone, or in a project that depends on the package. */
export const COMMAND_CALL = isOfPackage ? 'npx content-publishing-service cli' : 'npm run cli --';
