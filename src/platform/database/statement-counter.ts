import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'typeorm';

const nothing = (): void => undefined;

/** Counts the statements that are sent to the database. TypeORM tells it of each as it would tell a log. */
export class StatementCounter implements Logger {
  private readonly counted = new AsyncLocalStorage<{ statements: number }>();

  readonly logQueryError = nothing;
  readonly logQuerySlow = nothing;
  readonly logSchemaBuild = nothing;
  readonly logMigration = nothing;
  readonly log = nothing;

  logQuery(): void {
    const count = this.counted.getStore();
    if (count) count.statements += 1;
  }

  /** @param work is handed how many there were since it began, whenever it asks */
  during<T>(work: (soFar: () => number) => T): T {
    const count = { statements: 0 };
    return this.counted.run(count, () => work(() => count.statements));
  }
}
