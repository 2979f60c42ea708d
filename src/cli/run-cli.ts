import { Command } from 'commander';
import type { Extension } from '../extension/extension.js';
import type { CommandDeclaration } from '../extension/extension-command.js';
import { runFrom } from '../platform/concurrency/work-origin.js';
import { currentExtension, useExtension } from './current-extension.js';
import { namedCommand } from './program/named-command.js';
import { mustHaveAllOptions } from './program/options-of-npm.js';
import { buildProgram } from './program/program.js';
import { withHelp } from './program/program-help.js';

/**
 * Runs the command that the arguments of the process name.
 *
 * @param extension the one that the environment names (`EXTENSION`) when it is left out
 */
export async function runCli(
  extension?: Extension,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  useExtension(extension);
  endWithTheReader();
  const program = buildProgram();
  const { name, commands = [] } = await currentExtension();
  for (const declaration of commands) program.addCommand(commandOf(name, declaration));
  const words = withoutHelpVerb(program, args);
  const named = namedCommand(program, words);
  mustHaveAllOptions(named, words);
  await runFrom({ kind: 'command', name: named.words.join(' ') }, () =>
    withHelp(program).parseAsync([...words], { from: 'user' }),
  );
}

/**
 * `help keys create` and `keys help create` are read as `keys create --help`, of which commander would print
 * the help of `keys`; with an unknown name as that name, which is refused.
 */
function withoutHelpVerb(program: Command, args: readonly string[]): readonly string[] {
  const [first, second] = args;
  const isInGroup = second === 'help' && namedCommand(program, args.slice(0, 1)).command.commands.length > 0;
  if (first !== 'help' && !isInGroup) return args;
  const names = args.filter((word) => word !== 'help');
  const { words, isUnknown } = namedCommand(program, names);
  return isUnknown ? names : [...words, '--help'];
}

/** `cli export | head` ends when the reader has had enough. */
function endWithTheReader(): void {
  const { stdout } = process;
  if (stdout.listenerCount('error') > 0) return;
  stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
}

function commandOf(extension: string, { name, description, command }: CommandDeclaration): Command {
  return new Command(`${extension}:${name}`)
    .description(description)
    .argument('[args...]')
    .allowUnknownOption()
    .action(async (args: string[]) => {
      const { withApplication } = await import('./context.js');
      await withApplication(async (app) => {
        process.exitCode = (await app.get(command, { strict: false }).run(args)) ?? 0;
      });
    });
}
