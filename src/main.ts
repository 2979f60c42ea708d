// Not by its name, which an older Node does not export: it is to be told that it is too old.
import module from 'node:module';
import { returnMemoryToSystem } from './bootstrap/glibc-malloc.js';
import { loadDotEnv } from './bootstrap/dot-env.js';
import { requireNode, runMain } from './bootstrap/fatal-errors.js';

requireNode();
// Libraries are faster then: graphql checks more while something is developed.
process.env.NODE_ENV ??= 'production';
returnMemoryToSystem();
module.enableCompileCache();
loadDotEnv();
await runMain(async () => {
  // Loaded only now: an older Node could not even load it.
  const { start } = await import('./bootstrap/start.js');
  await start();
});
