import { linesOf } from '../../../platform/files/lines.js';

/** A row has 14 MB at most, of which JSON may make six times as many. */
const MAX_LINE_BYTES = 100 * 1024 * 1024;
/** Records that are stored together, and bytes of their lines. */
const BATCH_RECORDS = 100;
const BATCH_BYTES = 1024 * 1024;

/** A line of a file of records. */
export interface RecordLine {
  readonly number: number;
  /** Offset of the next line, counted from 0. */
  readonly end: number;
  /** Record of the line; null when it cannot be read, then `fault` says why. */
  readonly record: unknown;
  readonly fault?: string;
}

/** Records of a file from a byte on, as many at a time as are stored together. */
export async function* recordsOf(path: string, start = 0): AsyncGenerator<readonly RecordLine[], void> {
  let batch: RecordLine[] = [];
  let bytes = 0;
  let end = start;
  for await (const line of linesOf(path, { start, maxBytes: MAX_LINE_BYTES })) {
    end += line.bytes;
    bytes += line.bytes;
    batch.push({ number: line.number, end, ...parse(line.text, line.fault) });
    if (batch.length < BATCH_RECORDS && bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

function parse(text: string | null, fault?: string): Pick<RecordLine, 'record' | 'fault'> {
  if (text === null) return { record: null, fault: fault ?? 'cannot be read' };
  try {
    return { record: JSON.parse(text) as unknown };
  } catch {
    return { record: null, fault: 'is not valid JSON' };
  }
}
