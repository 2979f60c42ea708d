import type { Command } from 'commander';

/** The command that words name, and the words by which it is called: `['keys', 'revoke']`. */
export interface NamedCommand {
  readonly command: Command;
  readonly words: readonly string[];
  /** Whether the word after these names no command of its group. */
  readonly isUnknown: boolean;
}

/**
 * Goes down from the program as far as the words name commands; what follows a
 * command without any is its arguments.
 */
export function namedCommand(program: Command, words: readonly string[]): NamedCommand {
  const known: string[] = [];
  let command = program;
  for (const word of words) {
    if (command.commands.length === 0) break;
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) return { command, words: known, isUnknown: true };
    known.push(word);
    command = next;
  }
  return { command, words: known, isUnknown: false };
}
