// Not by its name, which an older Node does not export: it is to be told that it is too old.
import module from 'node:module';
import { loadDotEnv } from './bootstrap/dot-env.js';
import { requireNode, runMain } from './bootstrap/fatal-errors.js';

requireNode();
module.enableCompileCache();
loadDotEnv();
await runMain(async () => {
  const { runCli } = await import('./cli/run-cli.js');
  await runCli();
});
