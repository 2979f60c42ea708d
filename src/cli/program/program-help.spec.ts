import { Command, CommanderError } from 'commander';
import { describe, expect, test } from '@jest/globals';
import { buildProgram } from './program.js';
import { withHelp } from './program-help.js';

/** The command line in a process that it does not end. @returns what it prints */
function told(...args: string[]): string {
  let printed = '';
  const print = (text: string): void => {
    printed += text;
  };
  const program = buildProgram();
  const prepare = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: print, writeOut: print });
    command.commands.forEach(prepare);
  };
  prepare(program);
  expect(() => withHelp(program).parse(args, { from: 'user' })).toThrow(CommanderError);
  return printed;
}

describe('The command line', () => {
  const words = (command: Command, before: readonly string[] = []): string[][] =>
    command.commands.length === 0
      ? [[...before]]
      : command.commands.flatMap((part) => words(part, [...before, part.name()]));

  test.each(words(buildProgram()).map((path) => path.join(' ')))('shows examples of %s', (command) => {
    expect(told(...command.split(' '), '--help')).toContain(`Examples:\n  npm run cli -- ${command}`);
  });

  test.each([
    ['impotr x', 'Unknown command "impotr". Did you mean import?\nnpm run cli -- --help tells more.\n'],
    ['import', 'Missing required argument "source".\nnpm run cli -- import --help tells more.\n'],
    [
      'keys create',
      'Required option "--author <id>" not specified.\nnpm run cli -- keys create --help tells more.\n',
    ],
    [
      'keys revoke abc',
      '"abc" is not valid as <id>. It must be a positive integer.\nnpm run cli -- keys revoke --help tells more.\n',
    ],
    [
      'seed --posts few',
      '"few" is not valid as --posts <number>. It must be a positive integer.\nnpm run cli -- seed --help tells more.\n',
    ],
    [
      'keys list --jsn',
      'Unknown option "--jsn". Did you mean --json?\nnpm run cli -- keys list --help tells more.\n',
    ],
  ])('answers "%s" with sentences', (line, sentences) => {
    expect(told(...line.split(' '))).toBe(sentences);
  });
});
