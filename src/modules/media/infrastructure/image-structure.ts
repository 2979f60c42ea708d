import { constants, inflateSync } from 'node:zlib';
import { BinaryFile } from './binary-file.js';

/** A part of a file, to its end without the last byte; or bytes that take the place of one. */
export type Piece = Buffer | { readonly start: number; readonly end: number };

/** What an image file is made of, found by walking over its blocks without decoding them. */
export interface ImageStructure {
  /** Whether the file goes to the end of the image. */
  readonly isComplete: boolean;
  /** All that the picture needs, in order: without metadata, comments and whatever follows the image. */
  readonly kept: readonly Piece[];
}

/** Formats whose metadata can be left out without touching a pixel. */
export type WalkedFormat = keyof typeof WALKERS;

const WALKERS = { jpeg: walkJpeg, png: walkPng, gif: walkGif, webp: walkWebp };

export function isWalked(format: string): format is WalkedFormat {
  return Object.hasOwn(WALKERS, format);
}

export function structureOf(path: string, format: WalkedFormat): Promise<ImageStructure> {
  return BinaryFile.using(path, (file) => WALKERS[format](file));
}

const isPart = (piece: Piece | undefined): piece is { start: number; end: number } =>
  piece !== undefined && !Buffer.isBuffer(piece);

class Pieces {
  readonly list: Piece[] = [];

  keep(start: number, end: number): void {
    const last = this.list.at(-1);
    if (isPart(last) && last.end === start) this.list[this.list.length - 1] = { start: last.start, end };
    else this.list.push({ start, end });
  }

  complete(): ImageStructure {
    return { isComplete: true, kept: this.list };
  }
}

const CUT_OFF: ImageStructure = { isComplete: false, kept: [] };

const JPEG = { escape: 0xff, scan: 0xda, app0: 0xe0, app2: 0xe2, app14: 0xee, app15: 0xef, comment: 0xfe };
const END_OF_JPEG = Buffer.from([0xff, 0xd9]);
const ICC_PROFILE = Buffer.from('ICC_PROFILE\0');

/** ITU-T T.81, annex B: segments up to the first scan; after that no marker is in the data but the end. */
async function walkJpeg(file: BinaryFile): Promise<ImageStructure> {
  const pieces = new Pieces();
  pieces.keep(0, 2);
  for (let position = 2; position < file.size;) {
    const head = await file.bytes(position, 4);
    if (head.length < 4 || head[0] !== JPEG.escape) return CUT_OFF;
    const marker = head[1] ?? 0;
    if (marker === JPEG.escape) {
      position += 1;
      continue;
    }
    const end = position + 2 + head.readUInt16BE(2);
    if (marker === JPEG.scan) {
      const last = await file.indexOf(END_OF_JPEG, end);
      if (last < 0) return CUT_OFF;
      pieces.keep(position, last + END_OF_JPEG.length);
      return pieces.complete();
    }
    if (await isJpegPicture(file, marker, position)) pieces.keep(position, end);
    position = end;
  }
  return CUT_OFF;
}

async function isJpegPicture(file: BinaryFile, marker: number, position: number): Promise<boolean> {
  if (marker === JPEG.app2) return (await file.bytes(position + 4, ICC_PROFILE.length)).equals(ICC_PROFILE);
  if (marker === JPEG.app0 || marker === JPEG.app14) return true;
  return marker !== JPEG.comment && (marker < JPEG.app0 || marker > JPEG.app15);
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
  for (;;) {
    const length = await file.byte(position);
    position += 1 + Math.max(0, length);
    if (length <= 0 || position > file.size) return position;
  }
}

const RIFF_HEADER_BYTES = 12;
const WEBP_KEPT = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);
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
  return { isComplete: true, kept: [header, ...pieces.list] };
}
