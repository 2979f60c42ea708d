import { enableCompileCache } from 'node:module';
import { loadDotEnv, requireNode, runMain } from './bootstrap/fatal-errors.js';

requireNode();
enableCompileCache();
loadDotEnv();
await runMain(async () => {
  const { buildProgram } = await import('./cli/program.js');
  // `cli export | head` ends when the reader has had enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  await buildProgram().parseAsync();
});
