import { loadDotEnv, requireNode, runMain } from './fatal.js';

requireNode();
loadDotEnv();
await runMain(async () => {
  // Loaded only now: an older Node could not even load it.
  const { start } = await import('./start.js');
  await start();
});
