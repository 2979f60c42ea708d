import { ConsoleLogger, type LogLevel } from '@nestjs/common';

/** The log of a command on standard error: standard output is for what was asked for, and may be JSON. */
export class CommandLogger extends ConsoleLogger {
  constructor() {
    super({ logLevels: ['fatal', 'error', 'warn'] });
  }

  protected override printMessages(
    messages: unknown[],
    context?: string,
    logLevel?: LogLevel,
    _stream?: 'stdout' | 'stderr',
    errorStack?: unknown,
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the class has it
    params?: Record<string, any>,
  ): void {
    // Nest logs a failed start with its stack; the command explains it in one sentence.
    if (context === 'ExceptionHandler') return;
    super.printMessages(messages, context, logLevel, 'stderr', errorStack, params);
  }
}
