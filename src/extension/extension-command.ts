import type { Type } from '@nestjs/common';

/** Implementation of a command: a provider, with its dependencies injected. */
export abstract class ExtensionCommand {
  /** @param args what stands after the name. @returns the exit code; 0 when there is none */
  abstract run(args: readonly string[]): Promise<number | undefined>;
}

/** A command of an extension: `npx content-publishing-service cli newsroom:push 12`. */
export interface CommandDeclaration {
  /** Name of the command without that of the extension: `push`. */
  readonly name: string;
  /** One line for `--help`. */
  readonly description: string;
  readonly command: Type<ExtensionCommand>;
}
