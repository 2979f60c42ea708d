// Not by its name, which an older Node does not export: it is to be told that it is too old.
import module from 'node:module';
import { Command } from 'commander';
import { loadDotEnv } from './bootstrap/dot-env.js';
import { requireNode, runMain } from './bootstrap/fatal-errors.js';

requireNode();
module.enableCompileCache();
loadDotEnv();
await new Command('ext:check')
  .description('Tries an extension: what it declares, its migrations, hooks, shortcodes and adapters.')
  .argument('[file]', 'compiled file of the extension; the one that EXTENSION names when it is left out')
  .option('--server <url>', 'try it on MySQL or MariaDB, too: mysql://user:password@host:port')
  .action((file: string | undefined, { server }: { server?: string }) =>
    runMain(async () => {
      const { ExtensionError } = await import('./extension/extension.js');
      const { loadExtension } = await import('./extension/load-extension.js');
      const { checkExtension } = await import('./cli/extension-check/check-extension.js');
      const named = file ?? process.env.EXTENSION;
      if (named === undefined) throw new ExtensionError('', ['name its compiled file, or set EXTENSION']);
      const extension = await loadExtension(named);
      const print = (line: string) => process.stdout.write(`${line}\n`);
      const isWell = await checkExtension(extension, { server, print });
      // An extension may have left timers and connections.
      process.exit(isWell ? 0 : 1);
    }),
  )
  .parseAsync();
