import { loadDotEnv, requireNode, runMain } from './fatal.js';

requireNode();
loadDotEnv();
await runMain(async () => {
  const { buildProgram } = await import('./cli/program.js');
  await buildProgram().parseAsync();
});
