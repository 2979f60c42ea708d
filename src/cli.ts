import { enableCompileCache } from 'node:module';
import { loadDotEnv, requireNode, runMain } from './bootstrap/fatal-errors.js';

requireNode();
enableCompileCache();
loadDotEnv();
await runMain(async () => {
  const { runCli } = await import('./cli/run-cli.js');
  await runCli();
});
