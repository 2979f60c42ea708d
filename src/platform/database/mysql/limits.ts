/** Limits of waits for the server; milliseconds. */
export interface ServerLimits {
  /** Wait for a connection: a free one of the pool, or a new one. */
  readonly connectionMs: number;
  /** Wait for a statement that reads. */
  readonly readMs: number;
  /** Wait for any other statement, COMMIT included. */
  readonly writeMs: number;
  /** A wait of this length makes the circuit look whether the server answers at all. */
  readonly suspectMs: number;
  /** Whether a statement that has waited for that long is given up once the server does not answer at all. */
  readonly givesUpUnanswered: boolean;
}

/** Limits of requests. */
export const REQUEST_LIMITS: ServerLimits = {
  connectionMs: 2_000,
  readMs: 10_000,
  writeMs: 20_000,
  suspectMs: 1_000,
  givesUpUnanswered: true,
};

/** Limits of commands that ask the database alone, as `doctor` does: they walk whole tables. */
export const COMMAND_LIMITS: ServerLimits = {
  connectionMs: 10_000,
  readMs: 600_000,
  writeMs: 600_000,
  suspectMs: 5_000,
  givesUpUnanswered: false,
};

/** Limits of migrations: an ALTER TABLE takes as long as its table is large. */
export const MIGRATION_LIMITS: ServerLimits = {
  connectionMs: 10_000,
  readMs: 24 * 3_600_000,
  writeMs: 24 * 3_600_000,
  suspectMs: 5_000,
  givesUpUnanswered: false,
};

export type WaitCode = 'DB_CONNECTION_TIMEOUT' | 'DB_STATEMENT_TIMEOUT' | 'DB_NOT_ANSWERING';

/** The server has not done its part within the limit. */
export class ServerWaitError extends Error {
  constructor(
    readonly code: WaitCode,
    message: string,
  ) {
    super(message);
    this.name = 'ServerWaitError';
  }
}
