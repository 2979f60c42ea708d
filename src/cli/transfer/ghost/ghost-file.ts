import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Assembler from 'stream-json/assembler.js';
import { parser, type Token } from 'stream-json/parser.js';
import { InvalidError } from '../../../kernel/errors.js';
import { textChunks, unreadableExport } from '../cms/text-chunks.js';

/** A row of a table of Ghost. */
export interface GhostRow {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Characters between the ends of two rows, which are in memory. */
const MAX_ROW_CHARACTERS = 64_000_000;
const MAX_DEPTH = 100;
/** `{ "db": [{ "data": { "posts": [{ … }] } }] }`; some versions leave `db` out. */
const ROW_PATH = /^(?:\/db\/\[\])?\/data\/([a-z_]{1,60})\/\[\]$/;
const OPENING = new Set(['startObject', 'startArray']);
const CLOSING = new Set(['endObject', 'endArray']);

/**
 * Reads a file that Ghost has exported, row by row, in bounded memory.
 *
 * @param tables whose rows are wanted
 * @param progress is told the bytes that have been read
 * @throws InvalidError for a file that is no such export, or is cut off
 */
export async function* ghostRows(
  file: string,
  tables: ReadonlySet<string>,
  progress: (bytes: number) => void = () => undefined,
): AsyncGenerator<GhostRow, void> {
  const rows = new GhostRows(tables);
  let characters = 0;
  let endOfRow = 0;
  async function* texts(): AsyncGenerator<string, void> {
    let bytes = 0;
    for await (const chunk of textChunks(file)) {
      if (chunk.isDamaged) throw unreadableExport('The file is not in UTF-8.');
      characters += chunk.text.length;
      bytes += chunk.bytes;
      if (characters - endOfRow > MAX_ROW_CHARACTERS)
        throw unreadableExport('The file has a row that is too long to be read.');
      yield chunk.text;
      progress(bytes);
    }
  }
  const tokens = parser.asStream({ packValues: true, streamValues: false });
  // Its failure is thrown where tokens are read.
  pipeline(Readable.from(texts()), tokens).catch(() => undefined);
  try {
    for await (const token of tokens as AsyncIterable<Token>) {
      const row = rows.take(token);
      if (rows.isBetweenRows) endOfRow = characters;
      if (row) yield row;
    }
  } catch (error) {
    if (error instanceof InvalidError) throw error;
    throw unreadableExport(
      `The file is not whole or not valid JSON: ${(error as Error).message.slice(0, 200)}`,
    );
  } finally {
    tokens.destroy();
  }
  rows.mustBeGhost();
}

/** Puts rows together from the tokens of the file; of all else nothing is kept. */
class GhostRows {
  private readonly path: string[] = [];
  private key: string | null = null;
  private assembler: Assembler | null = null;
  private hasPosts = false;
  private isEnded = false;

  constructor(private readonly tables: ReadonlySet<string>) {}

  /** Whether nothing of a row is in memory. */
  get isBetweenRows(): boolean {
    return this.assembler === null;
  }

  mustBeGhost(): void {
    if (!this.isEnded) throw unreadableExport('The file is cut off: its end is missing.');
    if (!this.hasPosts) throw unreadableExport('The file is not an export of Ghost.');
  }

  take(token: Token): GhostRow | null {
    if (this.path.length > MAX_DEPTH)
      throw unreadableExport('The file is nested too deep for an export of Ghost.');
    if (token.name === 'keyValue') this.key = token.value;
    else if (OPENING.has(token.name)) this.open(token);
    this.assembler?.consume(token);
    return CLOSING.has(token.name) ? this.close() : null;
  }

  private open({ name }: Token): void {
    this.path.push(this.path.length === 0 ? '' : (this.key ?? '[]'));
    this.key = null;
    const [, table] = name === 'startObject' ? (ROW_PATH.exec(this.location) ?? []) : [];
    this.hasPosts ||= this.location.endsWith('/data/posts');
    if (table !== undefined && this.tables.has(table)) this.assembler = new Assembler();
  }

  private close(): GhostRow | null {
    const [, table] = ROW_PATH.exec(this.location) ?? [];
    const { assembler } = this;
    const isRow = assembler !== null && table !== undefined;
    this.path.pop();
    this.key = null;
    this.isEnded = this.path.length === 0;
    if (!isRow) return null;
    this.assembler = null;
    return { table, row: assembler.current as GhostRow['row'] };
  }

  private get location(): string {
    return this.path.join('/');
  }
}

/** The text of a column; ids of older versions are numbers. */
export function text(row: GhostRow['row'], column: string): string {
  const value = row[column];
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

/** Whether a column says yes: a number in databases, and in older exports. */
export const isOn = (row: GhostRow['row'], column: string): boolean =>
  row[column] === true || row[column] === 1;
