import type { BinaryFile } from './binary-file.js';

/**
 * Places in the header ([MS-CFB], 2.2): where the table's sectors are listed,
 * and how many the header lists itself.
 */
const HEADER = { firstList: 0x44, lists: 0x48, table: 0x4c, tableEntries: 109 };
const ENTRY_BYTES = 4;
/** All numbers from here on are no sectors. */
export const LAST_SECTOR = 0xfffffffa;
export const FREE = 0xffffffff;

/** A compound file as the sectors that it is made of. */
export class Sectors {
  constructor(
    readonly file: BinaryFile,
    /** Bytes. */
    readonly size: number,
  ) {}

  startOf(sector: number): number {
    return (sector + 1) * this.size;
  }

  /** Fewer bytes at the end of the file. The next call may overwrite them. */
  read(sector: number): Promise<Buffer> {
    return this.file.bytes(this.startOf(sector), this.size);
  }
}

/** Chains of sectors (FAT, [MS-CFB], 2.3), read on demand. */
export class AllocationTable {
  private readonly entries: number;

  private constructor(
    private readonly sectors: Sectors,
    /** Sectors of the table. */
    private readonly places: readonly number[],
  ) {
    this.entries = sectors.size / ENTRY_BYTES;
  }

  /** @returns null when the file ends before it */
  static async find(sectors: Sectors, header: Buffer): Promise<AllocationTable | null> {
    const places = await placesOf(sectors, header);
    return places?.every((place) => sectors.startOf(place + 1) <= sectors.file.size)
      ? new AllocationTable(sectors, places)
      : null;
  }

  /** The sector after one; no sector at the end. */
  async next(sector: number): Promise<number> {
    const place = this.places[Math.floor(sector / this.entries)];
    if (place === undefined) return FREE;
    return (await this.sectors.read(place)).readUInt32LE((sector % this.entries) * ENTRY_BYTES);
  }

  /** The last sector that is in use; -1 when none is. */
  async last(): Promise<number> {
    for (let index = this.places.length - 1; index >= 0; index--) {
      const entries = await this.sectors.read(this.places[index] ?? 0);
      for (let at = this.entries - 1; at >= 0; at--)
        if (entries.readUInt32LE(at * ENTRY_BYTES) !== FREE) return index * this.entries + at;
    }
    return -1;
  }
}

/**
 * Sectors of the table: the header lists the first ones; a chain of sectors
 * lists the others (DIFAT, [MS-CFB], 2.5).
 *
 * @returns null when the file is too short for so large a table
 */
async function placesOf(sectors: Sectors, header: Buffer): Promise<number[] | null> {
  const { file, size } = sectors;
  const places: number[] = [];
  const entries = size / ENTRY_BYTES;
  // Room at its end is as much as the header can list. A longer one is of a
  // file that was cut off, or leads in circles.
  const most = Math.ceil(file.size / size / entries) + HEADER.tableEntries;
  if (!takeFrom(header, HEADER.table, HEADER.tableEntries, places)) return places;
  let list = header.readUInt32LE(HEADER.firstList);
  for (let left = header.readUInt32LE(HEADER.lists); left > 0 && list < LAST_SECTOR; left--) {
    const bytes = await sectors.read(list);
    if (bytes.length < size) return null;
    if (!takeFrom(bytes, 0, entries - 1, places)) return places;
    if (places.length > most) return null;
    list = bytes.readUInt32LE(size - ENTRY_BYTES);
  }
  return places;
}

/** @returns whether there may be more: the list is full */
function takeFrom(bytes: Buffer, start: number, entries: number, places: number[]): boolean {
  for (let index = 0; index < entries; index++) {
    const place = bytes.readUInt32LE(start + index * ENTRY_BYTES);
    if (place >= LAST_SECTOR) return false;
    places.push(place);
  }
  return true;
}
