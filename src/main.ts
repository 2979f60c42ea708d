import { enableCompileCache } from 'node:module';
import { loadDotEnv, requireNode, runMain } from './fatal.js';

requireNode();
enableCompileCache();
loadDotEnv();
await runMain(async () => {
  // Loaded only now: an older Node could not even load it.
  const { start } = await import('./start.js');
  await start();
});
