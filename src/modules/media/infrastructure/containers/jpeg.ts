import type { BinaryFile } from './binary-file.js';
import { type ByteSpan, CUT_OFF, type ImageStructure, MAX_PARTS, Segments } from './segments.js';

const JPEG = { escape: 0xff, restart: 0xd0, end: 0xd9, scan: 0xda, app0: 0xe0, app15: 0xef, comment: 0xfe };
/** Application segments that are kept: they say how pixels are to be interpreted. */
const APPLICATIONS: Readonly<Record<number, Buffer>> = {
  0xe0: Buffer.from('JFIF\0'),
  0xe2: Buffer.from('ICC_PROFILE\0'),
  0xee: Buffer.from('Adobe'),
};
/** Bytes that may stand before a marker. */
const MAX_FILL = 256;
const END_OF_JPEG = Buffer.from([JPEG.escape, JPEG.end]);
const SCAN_STEP_BYTES = 16 * 1024;

/** ITU-T T.81, annex B: segments, and after the header of each scan its data, in which no marker begins. */
export async function walkJpeg(file: BinaryFile): Promise<ImageStructure> {
  const segments = new Segments();
  segments.keep(0, 2);
  let hasScan = false;
  for (let position = 2; position >= 0 && position < file.size;) {
    const segment = await jpegSegment(file, position);
    if (!segment || segments.countPart() > MAX_PARTS) return CUT_OFF;
    const { marker, start, end } = segment;
    if (marker === JPEG.end) {
      segments.keep(start, end);
      return hasScan ? segments.complete() : CUT_OFF;
    }
    if (await isJpegPicture(file, marker, start)) segments.keep(start, end);
    hasScan ||= marker === JPEG.scan;
    position = marker === JPEG.scan ? await endOfScan(file, end) : end;
    if (marker === JPEG.scan && position > 0) segments.keep(end, position);
  }
  return CUT_OFF;
}

/** The marker at a place, behind fill bytes, and where its segment ends; null when there is none. */
async function jpegSegment(file: BinaryFile, position: number) {
  const head = await file.bytes(position, MAX_FILL + 4);
  const fill = head.findIndex((byte) => byte !== JPEG.escape) - 1;
  if (fill < 0 || fill > MAX_FILL) return null;
  const marker = head[fill + 1] ?? 0;
  const start = position + fill;
  if (marker === JPEG.end) return { marker, start, end: start + 2 };
  return head.length < fill + 4 ? null : { marker, start, end: start + 2 + head.readUInt16BE(fill + 2) };
}

async function isJpegPicture(file: BinaryFile, marker: number, start: number): Promise<boolean> {
  const name = APPLICATIONS[marker];
  if (name) return (await file.bytes(start + 4, name.length)).equals(name);
  return marker !== JPEG.comment && (marker < JPEG.app0 || marker > JPEG.app15);
}

/**
 * Offset of the next marker; -1 when there is none. An escape before a 0 or a restart belongs to the data.
 */
async function endOfScan(file: BinaryFile, from: number): Promise<number> {
  for (let position = from; position < file.size;) {
    const bytes = await file.bytes(position, SCAN_STEP_BYTES);
    for (let at = bytes.indexOf(JPEG.escape); at >= 0 && at + 1 < bytes.length;) {
      const next = bytes[at + 1] ?? 0;
      const isData = next === 0 || (next >= JPEG.restart && next < JPEG.restart + 8);
      if (!isData && next !== JPEG.escape) return position + at;
      at = bytes.indexOf(JPEG.escape, at + (isData ? 2 : 1));
    }
    position += Math.max(1, bytes.length - 1);
  }
  return -1;
}

/** Packed pixels of a JPEG, from its first scan to its end; null when none is found before that. */
export async function jpegScans(file: BinaryFile): Promise<ByteSpan | null> {
  let position = 2;
  for (let part = 0; part < MAX_PARTS && position < file.size; part++) {
    const segment = await jpegSegment(file, position);
    if (!segment) return null;
    position = segment.end;
    if (segment.marker !== JPEG.scan) continue;
    const last = await file.indexOf(END_OF_JPEG, segment.end);
    return last < 0 ? null : { start: segment.end, end: last };
  }
  return null;
}
