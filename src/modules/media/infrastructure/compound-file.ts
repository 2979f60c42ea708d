import type { BinaryFile } from './binary-file.js';

/** Streams that tell what wrote a compound file ([MS-CFB]; names are UTF-16). */
const STREAMS: Readonly<Record<'doc' | 'ppt' | 'xls', readonly string[]>> = {
  doc: ['WordDocument'],
  ppt: ['PowerPoint Document'],
  xls: ['Workbook', 'Book'],
};

const HEADER_BYTES = 512;
const SECTOR_SHIFT = 0x1e;
const TABLE = { first: 0x4c, entries: 109 };
const LAST_SECTOR = 0xfffffffa;
const FREE = 0xffffffff;

/** What is wrong with a file that should be one of Word, PowerPoint or Excel before 2007; null when nothing is. */
export async function compoundFileFault(
  file: BinaryFile,
  type: keyof typeof STREAMS,
): Promise<string | null> {
  if (!(await isWhole(file))) return 'The file is cut off.';
  for (const name of STREAMS[type]) {
    // The name ends with a 0, as no longer one does.
    if ((await file.indexOf(Buffer.from(`${name}\0`, 'utf16le'), HEADER_BYTES)) >= 0) return null;
  }
  return `The file holds no .${type} document.`;
}

/** Whether the file goes to the last sector that its allocation table, as far as the header names it, has in use. */
async function isWhole(file: BinaryFile): Promise<boolean> {
  if (file.size < HEADER_BYTES) return false;
  const header = Buffer.from(await file.bytes(0, HEADER_BYTES));
  const shift = header.readUInt16LE(SECTOR_SHIFT);
  if (shift !== 9 && shift !== 12) return false;
  const sectorBytes = 2 ** shift;
  const startOf = (sector: number) => (sector + 1) * sectorBytes;
  let last = -1;
  for (let index = 0; index < TABLE.entries; index++) {
    const sector = header.readUInt32LE(TABLE.first + 4 * index);
    if (sector >= LAST_SECTOR) break;
    const entries = await file.bytes(startOf(sector), sectorBytes);
    if (entries.length < sectorBytes) return false;
    for (let entry = 0; entry < sectorBytes / 4; entry++) {
      if (entries.readUInt32LE(4 * entry) !== FREE) last = (index * sectorBytes) / 4 + entry;
    }
  }
  // The last sector may end early.
  return last >= 0 && file.size > startOf(last);
}
