import { InvalidError } from '../../kernel/errors.js';
import { COMMAND_CALL } from '../../platform/config/command-call.js';
import type { NamedCommand } from './named-command.js';

/** npm has these options, too, and a `.npmrc` may set them. */
const OF_NPM = new Set(['--json', '--name', '--scope']);

/**
 * `npm run cli demo --remove` has no dashes before the command, so npm keeps the option for itself, and the
 * command would do something else without it.
 *
 * @param args as the process was given them
 * @throws InvalidError
 */
export function mustHaveAllOptions({ command, words }: NamedCommand, args: readonly string[]): void {
  for (const { long } of command.options) {
    if (!long || OF_NPM.has(long) || args.some((arg) => arg === long || arg.startsWith(`${long}=`))) continue;
    if (!process.env[`npm_config_${long.slice(2).replaceAll('-', '_')}`]) continue;
    throw new InvalidError(
      'option-of-npm',
      `npm has taken ${long} for an option of its own. Write two dashes before the command: ${[COMMAND_CALL, ...words, long].join(' ')}`,
    );
  }
}
