import type { Command } from 'commander';
import { COMMAND_CALL as CALL } from '../../platform/config/command-call.js';

/** Examples by command. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  migrate: ['migrate'],
  doctor: ['doctor', 'doctor --fix'],
  seed: ['seed --posts 10000'],
  demo: ['demo', 'demo --remove'],
  reindex: ['reindex'],
  import: [
    'import articles.jsonl --dry-run',
    'import ./site-of-yesterday',
    'import --from wxr wordpress.xml',
    'import --from ghost ghost.json --url https://blog.example',
    'import --from redirects redirects.csv',
  ],
  'check-urls': ['check-urls old-urls.txt --lost'],
  export: ['export --all ./site-of-today', 'export > posts.jsonl'],
  audit: ['audit --limit 20', 'audit --resource post --id 7', 'audit --author 3 --from 2026-11-01 --json'],
  backup: ['backup /backups'],
  restore: ['restore /backups/backup-2026-11-25T02-26-13-123Z --verify'],
  mcp: ['mcp --url http://localhost:3000'],
  'keys create': [
    'keys create --author 1',
    'keys create --author 7 --scope read --expires 90 --name "web app"',
  ],
  'keys list': ['keys list', 'keys list --json'],
  'keys rotate': ['keys rotate 3'],
  'keys revoke': ['keys revoke 3'],
  'webhooks list': ['webhooks list'],
  'webhooks create': ['webhooks create https://app.example/hooks --actions post_create,post_edit'],
  'webhooks delete': ['webhooks delete 2'],
  'webhooks test': ['webhooks test 2'],
  'webhooks deliveries': ['webhooks deliveries 2'],
  'extensions forget': ['extensions forget newsroom'],
};

/** Gives each command its examples, and sentences instead of the messages of the parser. */
export function withHelp(command: Command, words: readonly string[] = []): Command {
  command.configureOutput({
    outputError: (message, write) => {
      write(`${sentence(message)}\n${[CALL, ...words, '--help'].join(' ')} tells more.\n`);
    },
  });
  const examples = EXAMPLES[words.join(' ')];
  if (examples)
    command.addHelpText(
      'after',
      `\nExamples:\n${examples.map((example) => `  ${CALL} ${example}`).join('\n')}`,
    );
  for (const part of command.commands) withHelp(part, [...words, part.name()]);
  return words.length > 0 ? command : command.name(CALL);
}

/** `error: unknown command 'x'` in the words of the other messages. */
function sentence(message: string): string {
  const [first = '', ...others] = message
    .trim()
    .replace(/^error: /, '')
    .replace(/command-argument value '(.*)' is invalid for argument '(.*)'\./, '"$1" is not valid as <$2>.')
    .replace(/^option '(.*)' argument '(.*)' is invalid\./, '"$2" is not valid as $1.')
    .split('\n');
  const text = first.charAt(0).toUpperCase() + first.slice(1).replaceAll("'", '"');
  return [
    /[.?!]$/.test(text) ? text : `${text}.`,
    ...others.map((line) => line.replace(/^\((.*)\)$/, '$1')),
  ].join(' ');
}
