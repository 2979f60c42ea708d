import BetterSqlite3 from 'sqlite-driver';
import { OverloadedError } from '../../../kernel/errors.js';
import type { DataSources } from '../data-sources.js';
import { REQUEST_LIMITS, ServerWaitError } from '../mysql/limits.js';
import { limitedSelect } from '../mysql/limited-select.js';
import { poolOf } from '../mysql/pool-of.js';
import { readConnection } from '../replica/read-connection.js';
import type { Sql } from '../sql.js';
import { kindOf } from '../../telemetry/tracer.js';

/** Rows of a list that are in memory at a time. */
const PIECE_ROWS = 1000;
const PIECE_CHARACTERS = 8_000_000;
/** Rows that the driver reads ahead; one may have megabytes. */
const AHEAD = 2;
/** Long lists that are read at a time: each holds a connection for as long as its client takes. */
const MAX_STREAMS = 4;
const TIMEOUT_MS = 5 * 60_000;
const RETRY_AFTER_SECONDS = 10;

interface Cursor<Row> {
  readonly rows: AsyncIterable<Row> | Iterable<Row>;
  /** Gives the connection back, also before the end. */
  close(error?: Error): void;
}

/** Lists of any length by one statement, piece by piece, as fast as they are taken. */
export class RowStreams {
  private openStreams = 0;

  constructor(private readonly sources: DataSources) {}

  /** At most half of the connections, so that others are left for requests. */
  private get maxStreams(): number {
    if (this.sources.dialect !== 'mysql') return MAX_STREAMS;
    const { limit } = poolOf(this.sources.reader).counts;
    return Math.min(MAX_STREAMS, Math.max(1, Math.floor(limit / 2)));
  }

  /**
   * Holds no connection while a list of one piece is used; of longer ones, so
   * many at a time and each for so long.
   *
   * @throws OverloadedError before the first piece
   */
  async *read<Row extends object>(select: Sql): AsyncGenerator<Row[], void> {
    const cursor = await this.open<Row>(select);
    const timer = setTimeout(() => {
      cursor.close(new Error(`A list was not read to its end within ${TIMEOUT_MS} ms.`));
    }, TIMEOUT_MS).unref();
    const progress = new Progress(cursor);
    let isLong = false;
    try {
      let piece: Row[] = [];
      let characters = 0;
      for await (const row of progress.of(cursor.rows)) {
        if (piece.length === PIECE_ROWS || characters >= PIECE_CHARACTERS) {
          if (!isLong) this.begin();
          isLong = true;
          yield piece;
          piece = [];
          characters = 0;
        }
        piece.push(row);
        characters += charactersOf(row);
      }
      cursor.close();
      if (piece.length > 0) yield piece;
    } finally {
      clearTimeout(timer);
      progress.end();
      cursor.close();
      if (isLong) this.openStreams -= 1;
    }
  }

  private begin(): void {
    if (this.openStreams >= this.maxStreams)
      throw new OverloadedError('lists-busy', 'Too many long lists are being read.', RETRY_AFTER_SECONDS);
    this.openStreams += 1;
  }

  private async open<Row>(select: Sql): Promise<Cursor<Row>> {
    const { statements, traces, dialect } = this.sources;
    statements.logQuery();
    const span = traces.begin(select.text);
    let cursor: Cursor<Row>;
    try {
      cursor = dialect === 'mysql' ? await this.openOnServer<Row>(select) : this.openFile<Row>(select);
    } catch (error) {
      span?.end(kindOf(error));
      throw error;
    }
    if (!span) return cursor;
    const close = (error?: Error): void => {
      span.end(error && kindOf(error));
      cursor.close(error);
    };
    return { rows: cursor.rows, close };
  }

  private async openOnServer<Row>(select: Sql): Promise<Cursor<Row>> {
    const { text, parameters } = limitedSelect(this.sources.reader, select, TIMEOUT_MS / 1000);
    const connection = await readConnection(this.sources);
    const rows = await connection.stream(text, [...parameters], AHEAD).catch((error: unknown) => {
      connection.release();
      throw error;
    });
    let isClosed = false;
    const close = (error?: Error): void => {
      if (isClosed) return;
      isClosed = true;
      if (!rows.readableEnded) {
        // The server would go on to send what nobody takes.
        connection.destroy();
        rows.destroy(error);
      }
      connection.release();
    };
    return { rows: rows as AsyncIterable<Row>, close };
  }

  /** Opens a cursor on a connection of its own: nothing else can run on it meanwhile. */
  private openFile<Row>({ text, parameters }: Sql): Cursor<Row> {
    const { database } = this.sources.reader.options as { database: string };
    const file = new BetterSqlite3(database, { readonly: true, fileMustExist: true });
    let rows: IterableIterator<Row>;
    try {
      rows = file.prepare(text).iterate(...parameters) as IterableIterator<Row>;
    } catch (error) {
      file.close();
      throw error;
    }
    let failure: Error | undefined;
    const close = (error?: Error): void => {
      failure ??= error;
      rows.return?.();
      file.close();
    };
    const read = function* () {
      yield* rows;
      if (failure) throw failure;
    };
    return { rows: read(), close };
  }
}

/** Ends a cursor whose next row does not come: a slow client may take its time, the server may not. */
class Progress {
  private waitingSince: number | null = null;
  private readonly timer: NodeJS.Timeout;

  constructor(cursor: Cursor<unknown>) {
    const { readMs } = REQUEST_LIMITS;
    this.timer = setInterval(() => {
      if (this.waitingSince === null || performance.now() - this.waitingSince < readMs) return;
      cursor.close(new ServerWaitError('DB_STATEMENT_TIMEOUT', `No row came within ${readMs} ms.`));
    }, readMs / 10).unref();
  }

  async *of<Row>(rows: Cursor<Row>['rows']): AsyncGenerator<Row, void> {
    this.waitingSince = performance.now();
    for await (const row of rows) {
      this.waitingSince = null;
      yield row;
      this.waitingSince = performance.now();
    }
    this.waitingSince = null;
  }

  end(): void {
    clearInterval(this.timer);
  }
}

function charactersOf(row: object): number {
  let characters = 0;
  for (const value of Object.values(row) as unknown[])
    if (typeof value === 'string') characters += value.length;
  return characters;
}
