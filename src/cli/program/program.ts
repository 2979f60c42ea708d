import { Command, Option } from 'commander';
import type { KeyScope } from '../../modules/auth/domain/api-key.entity.js';
import type { CheckUrlsOptions } from '../urls/check-urls.js';
import type { AuditOptions } from '../audit.js';
import { toCount, toDays, toId, toName, toTime, toUrl } from './arguments.js';
import { backupCommand, restoreCommand } from '../backup/backup-commands.js';
import { webhooksCommand } from '../webhooks/webhooks-command.js';

interface ImportCommand {
  readonly dryRun: boolean;
  readonly author: number;
  readonly remap: boolean;
  readonly json: boolean;
  readonly from?: 'wxr' | 'ghost';
  readonly url?: string;
}

/** The command line. A command loads its code only when it runs. */
export function buildProgram(): Command {
  const program = new Command('cli').description('Administers the content publishing service.');

  program
    .command('migrate')
    .description('bring the database schema up to date')
    .action(async () => {
      const { migrateDatabase } = await import('../doctor/content-checks.js');
      await migrateDatabase();
    });

  program
    .command('doctor')
    .description(
      'check configuration, database, schema, paths, storage and files; exit code 1 when something is wrong',
    )
    .option('--fix', 'remove files that nothing needs, move posts away from paths of sections', false)
    .option('--remove-unknown', 'with --fix: files that the database does not know, however many', false)
    .option('--json', 'print the findings as JSON', false)
    .action(async (options: { fix: boolean; removeUnknown: boolean; json: boolean }) => {
      const { examine } = await import('../doctor/doctor.js');
      process.exitCode = (await examine(options)) ? 0 : 1;
    });

  program
    .command('seed')
    .description('fill the database with made-up posts, the same ones every time')
    .requiredOption('--posts <number>', 'how many there are to be', toId)
    .action(async ({ posts }: { posts: number }) => {
      const { seed } = await import('../seed/seed.js');
      await seed(posts);
    });

  program
    .command('demo')
    .description('fill the site with a made-up newspaper: sections, authors, pictures, posts of each kind')
    .option('--remove', 'take it out again', false)
    .action(async (options: { remove: boolean }) => {
      const { demo } = await import('../demo/demo.js');
      process.exitCode = (await demo(options)) ? 0 : 1;
    });

  program
    .command('reindex')
    .description('put every article into the search index anew, after an upgrade that says so')
    .action(async () => {
      const { reindex } = await import('../reindex.js');
      await reindex();
    });

  program
    .command('import')
    .description('import articles, or a whole site; what was imported before is left alone')
    .argument(
      '<source>',
      'file with one article a line as a JSON object, export of another system, or folder that "export --all" has written',
    )
    .addOption(
      new Option('--from <system>', 'file: what another system has exported, or redirects').choices([
        'wxr',
        'ghost',
        'redirects',
      ]),
    )
    .option('--url <url>', 'Ghost: address of the site, where its images are')
    .option('--dry-run', 'check everything, write nothing', false)
    .option('--author <id>', 'author of articles without a byline', toId, 1)
    .option('--remap', 'folder: give all records new ids, for a site that is not empty', false)
    .option('--json', 'print what was done as JSON', false)
    .action(async (source: string, options: ImportCommand) => {
      const { importFrom } = await import('../transfer/import.js');
      process.exitCode = (await importFrom(source, options)) ? 0 : 1;
    });

  program
    .command('check-urls')
    .description(
      'ask a running service for a list of old URLs, one a line, and say where each leads; exit code 1 when one is lost',
    )
    .argument('<file>', 'paths of the site, or URLs with whatever host it had')
    .option('--url <url>', 'where the service is; on this machine at HOST and PORT when absent', toUrl)
    .option('--lost', 'print those that lead nowhere alone', false)
    .option('--json', 'print each as a JSON object a line', false)
    .action(async (file: string, options: CheckUrlsOptions) => {
      const { checkUrls } = await import('../urls/check-urls.js');
      process.exitCode = (await checkUrls(file, options)) ? 0 : 1;
    });

  program
    .command('export')
    .description(
      'print every article that is not removed, one JSON object a line; or write the whole site, which "import" reads',
    )
    .option('--all <folder>', 'write everything but keys into this folder, for "import"')
    .action(async ({ all }: { all?: string }) => {
      if (all === undefined) {
        const { exportArticles } = await import('../transfer/export.js');
        await exportArticles();
        return;
      }
      const { exportSite } = await import('../transfer/site/export-site.js');
      process.exitCode = (await exportSite(all)) ? 0 : 1;
    });

  program
    .command('mcp')
    .description(
      'serve an agent over standard input and output with a running service, by the key MCP_API_KEY',
    )
    .option('--url <url>', 'where the service is; on this machine at HOST and PORT when absent', toUrl)
    .action(async ({ url }: { url?: URL }) => {
      const { serveMcp } = await import('../mcp/serve-mcp.js');
      await serveMcp(url);
    });

  program.addCommand(backupCommand());
  program.addCommand(restoreCommand());
  program
    .command('audit')
    .description('the latest writes of the service, newest first: who, when, by which door, and of what')
    .option('--limit <number>', 'how many', toCount, 50)
    .option('--author <id>', 'in the name of this author', toId)
    .option('--resource <kind>', 'of resources of this kind, as post or key')
    .option('--id <id>', 'of resources with this id', toId)
    .option('--verb <verb>', 'of this kind, as publish or revoke')
    .option('--from <time>', 'from this time or day on, UTC', toTime)
    .option('--to <time>', 'up to this time, UTC', toTime)
    .option('--json', 'print them as JSON', false)
    .action(async (options: AuditOptions) => {
      const { listAudit } = await import('../audit.js');
      await listAudit(options);
    });

  program.addCommand(keysCommand());
  program.addCommand(webhooksCommand());
  program.addCommand(extensionsCommand());
  return program;
}

function extensionsCommand(): Command {
  const extensions = new Command('extensions').description('extensions that have run on the database');
  extensions
    .command('forget')
    .description('let the service run without an extension from now on; its tables stay')
    .argument('<name>', 'name of the extension')
    .action(async (name: string) => {
      const { forgetExtension } = await import('../extensions.js');
      process.exitCode = (await forgetExtension(name)) ? 0 : 1;
    });
  return extensions;
}

function keysCommand(): Command {
  const keys = new Command('keys').description('API keys');

  keys
    .command('create')
    .description('make a key for an author; the key is on the last line, and is not shown again')
    .requiredOption('--author <id>', 'author in whose name the key acts', toId)
    .addOption(
      new Option('--scope <scope>', 'what the key may do').choices(['read', 'write']).default('write'),
    )
    .option('--expires <days>', 'days until it expires; never when absent', toDays)
    .option('--name <text>', 'what it is for', toName)
    .action(async (options: { author: number; scope: KeyScope; expires?: number; name?: string }) => {
      const { createKey } = await import('../keys/keys.js');
      await createKey(options);
    });

  keys
    .command('list')
    .description('all keys, by their first characters')
    .option('--json', 'print them as JSON', false)
    .action(async (options: { json: boolean }) => {
      const { listKeys } = await import('../keys/keys.js');
      await listKeys(options);
    });

  keys
    .command('rotate')
    .description('make a new key of the same kind and revoke the old one')
    .argument('<id>', 'id of the key', toId)
    .action(async (id: number) => {
      const { rotateKey } = await import('../keys/keys.js');
      await rotateKey(id);
    });

  keys
    .command('revoke')
    .description('end a key, within a second on every instance')
    .argument('<id>', 'id of the key', toId)
    .action(async (id: number) => {
      const { revokeKey } = await import('../keys/keys.js');
      await revokeKey(id);
    });

  return keys;
}
