import { AllocationTable, FREE, LAST_SECTOR, Sectors } from './allocation-table.js';
import type { BinaryFile } from './binary-file.js';

/** Names of the stream that holds the document in Word, PowerPoint and Excel before 2007. */
const STREAMS = {
  doc: ['WordDocument'],
  ppt: ['PowerPoint Document'],
  xls: ['Workbook', 'Book'],
} as const;

export type CompoundType = keyof typeof STREAMS;

/** Places in the header and in an entry of the directory ([MS-CFB], 2.2 and 2.6.1). */
const HEADER = { bytes: 512, sectorShift: 0x1e, directory: 0x30 };
const ENTRY = { bytes: 128, nameLength: 0x40, left: 0x44, right: 0x48, child: 0x4c };
/** Sectors of a directory with far more entries than any document has. */
const MAX_DIRECTORY = 4096;

export interface CompoundFile {
  /** Whether the file goes to the last sector that is in use. */
  readonly isComplete: boolean;
  readonly types: readonly CompoundType[];
}

/** Reads a compound file; null when its header is none. */
export async function readCompoundFile(file: BinaryFile): Promise<CompoundFile | null> {
  const header = Buffer.from(await file.bytes(0, HEADER.bytes));
  const shift = header.length === HEADER.bytes ? header.readUInt16LE(HEADER.sectorShift) : 0;
  if (shift !== 9 && shift !== 12) return null;
  const sectors = new Sectors(file, 2 ** shift);
  const table = await AllocationTable.find(sectors, header);
  if (!table) return { isComplete: false, types: [] };
  const last = await table.last();
  const names = await readNames(sectors, header.readUInt32LE(HEADER.directory), table);
  const types = (Object.keys(STREAMS) as CompoundType[]).filter((type) =>
    STREAMS[type].some((name) => names.has(name)),
  );
  // The last sector may end early.
  return { isComplete: last >= 0 && file.size > sectors.startOf(last), types };
}

/** Names in the root folder; documents that are embedded in others are further down. */
async function readNames(sectors: Sectors, first: number, table: AllocationTable): Promise<Set<string>> {
  const all: Entry[] = [];
  let sector = first;
  for (let count = 0; sector < LAST_SECTOR && count < MAX_DIRECTORY; count++) {
    const entries = await sectors.read(sector);
    for (let at = 0; at + ENTRY.bytes <= entries.length; at += ENTRY.bytes) {
      all.push(readEntry(entries, at));
    }
    sector = await table.next(sector);
  }
  return namesBelow(all);
}

interface Entry {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
}

function readEntry(entries: Buffer, at: number): Entry {
  // The last character of a name is a 0.
  const length = Math.min(entries.readUInt16LE(at + ENTRY.nameLength), ENTRY.nameLength) - 2;
  return {
    name: entries.toString('utf16le', at, at + Math.max(0, length)),
    left: entries.readUInt32LE(at + ENTRY.left),
    right: entries.readUInt32LE(at + ENTRY.right),
    child: entries.readUInt32LE(at + ENTRY.child),
  };
}

/** Each folder is a tree of its own; the first entry is the root. */
function namesBelow(all: readonly Entry[]): Set<string> {
  const seen = new Set<Entry>();
  const names = new Set<string>();
  for (const pending = [all[0]?.child ?? FREE]; pending.length > 0;) {
    const entry = all[pending.pop() ?? FREE];
    if (!entry || seen.has(entry)) continue;
    seen.add(entry);
    names.add(entry.name);
    pending.push(entry.left, entry.right);
  }
  return names;
}
