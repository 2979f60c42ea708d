import { constants, inflateSync } from 'node:zlib';
import type { BinaryFile } from './binary-file.js';

/** A part of a file, to its end without the last byte. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** A part of a file, or bytes that take the place of one. */
export type Piece = Buffer | Part;

/** What an image file is made of, found by walking over its blocks without decoding them. */
export interface ImageStructure {
  /** Whether the file goes to the end of the image. */
  readonly isComplete: boolean;
  /** All that the picture needs, in order: without metadata, comments and whatever follows the image. */
  readonly kept: readonly Piece[];
  /** Where packed pixels are, in order; small parts are left out. */
  readonly pixels: readonly Part[];
}

/** Formats whose metadata can be left out without touching a pixel. */
export type WalkedFormat = keyof typeof WALKERS;

/** Where the packed pixels of a JPEG are, from its first scan to its end; null when it is cut off before that. */
export async function jpegScans(file: BinaryFile): Promise<Part | null> {
  for (let position = 2; position < file.size;) {
    const segment = await jpegSegment(file, position);
    if (!segment) return null;
    position = segment.end;
    if (segment.marker !== JPEG.scan) continue;
    const last = await file.indexOf(END_OF_JPEG, segment.end);
    return last < 0 ? null : { start: segment.end, end: last };
  }
  return null;
}

const WALKERS = { jpeg: walkJpeg, png: walkPng, gif: walkGif, webp: walkWebp };

export function isWalked(format: string): format is WalkedFormat {
  return Object.hasOwn(WALKERS, format);
}

export function structureOf(file: BinaryFile, format: WalkedFormat): Promise<ImageStructure> {
  return WALKERS[format](file);
}

const isPart = (piece: Piece | undefined): piece is Part => piece !== undefined && !Buffer.isBuffer(piece);

/** Bytes of packed pixels that are worth noting where they are: a file may have millions of smaller parts. */
const SMALLEST_PIXELS = 1024;

class Pieces {
  readonly list: Piece[] = [];
  readonly pixels: Part[] = [];

  keep(start: number, end: number): void {
    const last = this.list.at(-1);
    if (isPart(last) && last.end === start) this.list[this.list.length - 1] = { start: last.start, end };
    else this.list.push({ start, end });
  }

  notePixels(start: number, end: number): void {
    if (end - start >= SMALLEST_PIXELS) this.pixels.push({ start, end });
  }

  complete(): ImageStructure {
    return { isComplete: true, kept: this.list, pixels: this.pixels };
  }
}

const CUT_OFF: ImageStructure = { isComplete: false, kept: [], pixels: [] };

const JPEG = { escape: 0xff, restart: 0xd0, end: 0xd9, scan: 0xda, app0: 0xe0, app15: 0xef, comment: 0xfe };
/** What is kept of the segments of applications: how pixels are to be understood. */
const APPLICATIONS: Readonly<Record<number, Buffer>> = {
  0xe0: Buffer.from('JFIF\0'),
  0xe2: Buffer.from('ICC_PROFILE\0'),
  0xee: Buffer.from('Adobe'),
};
/** Bytes that may stand before a marker. */
const MAX_FILL = 256;
const END_OF_JPEG = Buffer.from([JPEG.escape, JPEG.end]);
const SCAN_STEP_BYTES = 64 * 1024;

/** ITU-T T.81, annex B: segments, and after the header of each scan its data, in which no marker begins. */
async function walkJpeg(file: BinaryFile): Promise<ImageStructure> {
  const pieces = new Pieces();
  pieces.keep(0, 2);
  let hasScan = false;
  for (let position = 2; position >= 0 && position < file.size;) {
    const segment = await jpegSegment(file, position);
    if (!segment) return CUT_OFF;
    const { marker, start, end } = segment;
    if (marker === JPEG.end) {
      pieces.keep(start, end);
      return hasScan ? pieces.complete() : CUT_OFF;
    }
    if (await isJpegPicture(file, marker, start)) pieces.keep(start, end);
    hasScan ||= marker === JPEG.scan;
    position = marker === JPEG.scan ? await endOfScan(file, end) : end;
    if (marker === JPEG.scan && position > 0) pieces.keep(end, position);
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

/** Where the next marker is; -1 when there is none. An escape that a 0 or a restart follows belongs to the data. */
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

const PNG_SIGNATURE_BYTES = 8;
const PNG_OVERHEAD_BYTES = 12;
const PNG_SAMPLE_BYTES = 16 * 1024;
const PNG_OUTPUT_BYTES = 1024 * 1024;
/** Of the PNG specification (third edition): the picture, its colours, its animation. */
const PNG_KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
);

async function walkPng(file: BinaryFile): Promise<ImageStructure> {
  const pieces = new Pieces();
  pieces.keep(0, PNG_SIGNATURE_BYTES);
  let hasPixels = false;
  for (let position = PNG_SIGNATURE_BYTES; position < file.size;) {
    const head = await file.bytes(position, 8);
    if (head.length < 8) return CUT_OFF;
    const end = position + PNG_OVERHEAD_BYTES + head.readUInt32BE(0);
    if (end > file.size) return CUT_OFF;
    const type = head.toString('latin1', 4, 8);
    if (PNG_KEPT.has(type)) pieces.keep(position, end);
    if (type === 'IDAT' || type === 'fdAT') pieces.notePixels(position + 8, end - 4);
    if (type === 'IEND') return hasPixels ? pieces.complete() : CUT_OFF;
    if (type === 'IDAT' && !hasPixels) {
      hasPixels = isPacked(
        await file.bytes(position + 8, Math.min(end - 4, position + 8 + PNG_SAMPLE_BYTES) - position - 8),
      );
      if (!hasPixels) return CUT_OFF;
    }
    position = end;
  }
  return CUT_OFF;
}

/** Whether packed data begins as such data do. */
function isPacked(bytes: Buffer): boolean {
  try {
    inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: PNG_OUTPUT_BYTES });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  }
}

const GIF = { extension: 0x21, image: 0x2c, trailer: 0x3b, control: 0xf9, application: 0xff };
const GIF_HEADER_BYTES = 13;
const GIF_STEP_BYTES = 16 * 1024;
const GIF_IMAGE_BYTES = 10;
/** Say how often the animation is repeated. */
const GIF_LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

const colourTableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

async function walkGif(file: BinaryFile): Promise<ImageStructure> {
  const pieces = new Pieces();
  const first = GIF_HEADER_BYTES + colourTableBytes(await file.byte(10));
  pieces.keep(0, first);
  for (let position = first; position < file.size;) {
    const kind = await file.byte(position);
    if (kind === GIF.trailer) {
      pieces.keep(position, position + 1);
      return pieces.complete();
    }
    if (kind !== GIF.extension && kind !== GIF.image) return CUT_OFF;
    const isKept = kind === GIF.image || (await isGifPicture(file, position));
    const blocks =
      kind === GIF.image
        ? position + GIF_IMAGE_BYTES + colourTableBytes(await file.byte(position + 9)) + 1
        : position + 2;
    const end = await endOfBlocks(file, blocks);
    if (isKept) pieces.keep(position, end);
    if (kind === GIF.image) pieces.notePixels(blocks, end);
    position = end;
  }
  return CUT_OFF;
}

async function isGifPicture(file: BinaryFile, position: number): Promise<boolean> {
  const label = await file.byte(position + 1);
  if (label !== GIF.application) return label === GIF.control;
  return GIF_LOOPS.has((await file.bytes(position + 3, 11)).toString('latin1'));
}

async function endOfBlocks(file: BinaryFile, start: number): Promise<number> {
  let position = start;
  while (position < file.size) {
    const bytes = await file.bytes(position, GIF_STEP_BYTES);
    let at = 0;
    while (at < bytes.length) {
      const length = bytes[at] ?? 0;
      at += 1 + length;
      if (length === 0) return position + at;
    }
    position += at;
  }
  return position;
}

const RIFF_HEADER_BYTES = 12;
const WEBP_KEPT = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);
const WEBP_PIXELS = new Set(['ALPH', 'VP8 ', 'VP8L']);
/** What the chunk of a frame has before the chunks in it: its own head, place, size and time. */
const WEBP_FRAME_BYTES = 24;
/** Flags of the VP8X chunk that say that there are EXIF and XMP chunks. */
const WEBP_METADATA = 0x0c;

/** WebP container specification: RIFF chunks, padded to an even length. */
async function walkWebp(file: BinaryFile): Promise<ImageStructure> {
  const pieces = new Pieces();
  const riff = await file.bytes(0, RIFF_HEADER_BYTES);
  const size = 8 + riff.readUInt32LE(4);
  if (size > file.size) return CUT_OFF;
  let bytes = 4;
  let hasPicture = false;
  for (let position = RIFF_HEADER_BYTES; position + 8 <= size;) {
    const head = Buffer.from(await file.bytes(position, 9));
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    const end = position + 8 + length + (length % 2);
    if (end > size + 1) return CUT_OFF;
    if (WEBP_PIXELS.has(type)) pieces.notePixels(position + 8, position + 8 + length);
    else if (type === 'ANMF') await noteWebpFrame(file, position + WEBP_FRAME_BYTES, end, pieces);
    if (WEBP_KEPT.has(type)) {
      bytes += end - position;
      if (type === 'VP8X') {
        head.writeUInt8(head.readUInt8(8) & ~WEBP_METADATA, 8);
        pieces.list.push(head, { start: position + 9, end });
      } else pieces.keep(position, end);
      hasPicture ||= type.startsWith('VP8') ? type !== 'VP8X' : type === 'ANMF';
    }
    position = end;
  }
  if (!hasPicture) return CUT_OFF;
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(bytes, 4);
  return { ...pieces.complete(), kept: [header, ...pieces.list] };
}

async function noteWebpFrame(file: BinaryFile, start: number, end: number, pieces: Pieces): Promise<void> {
  for (let position = start; position + 8 <= end;) {
    const head = await file.bytes(position, 8);
    const length = head.readUInt32LE(4);
    const next = position + 8 + length;
    if (next <= end && WEBP_PIXELS.has(head.toString('latin1', 0, 4))) pieces.notePixels(position + 8, next);
    position = next + (length % 2);
  }
}
