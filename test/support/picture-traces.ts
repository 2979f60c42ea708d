import { SECRET } from './picture-bytes.js';

/** Whether a block of a file is needed to show it. */
type Judge = (bytes: Buffer, offset: number) => boolean;

/** A block that a file is read in, one after the other. */
interface Block {
  readonly name: string;
  readonly end: number;
  readonly isNeeded: boolean;
  readonly isLast?: boolean;
}

/** Traces in a served picture besides the picture and its colour profile: none, if all is well. */
export function tracesIn(file: Buffer): readonly string[] {
  const [start, read] = readerOf(file);
  const traces = file.includes(SECRET) ? ['the secret'] : [];
  let offset = start;
  while (offset < file.length) {
    const { name, end, isNeeded, isLast = false } = read(file, offset);
    if (!isNeeded) traces.push(name);
    if (!(end > offset && end <= file.length)) return [...traces, `${name} is cut off`];
    offset = end;
    if (!isLast) continue;
    if (offset < file.length) traces.push(`${file.length - offset} bytes behind the end`);
    break;
  }
  return traces;
}

function readerOf(file: Buffer): [start: number, read: (file: Buffer, offset: number) => Block] {
  if (file.readUInt16BE(0) === 0xffd8) return [2, readJpeg];
  if (file.toString('latin1', 1, 4) === 'PNG') return [8, readPng];
  if (file.toString('latin1', 0, 3) === 'GIF') return [13 + paletteOf(file[10] ?? 0), readGif];
  if (file.toString('latin1', 8, 12) === 'WEBP') return [12, readWebp];
  if (file.toString('latin1', 4, 8) === 'ftyp') return [0, readAvif];
  throw new Error(`Not a picture: ${file.toString('latin1', 0, 16)}`);
}

const APPLICATION: Readonly<Record<number, Judge>> = {
  // Without the thumbnail that it may hold.
  0xe0: (bytes, at) => startsWith(bytes, at, 'JFIF\0') && bytes.readUInt16BE(at + 12) === 0,
  0xe2: (bytes, at) => startsWith(bytes, at, 'ICC_PROFILE\0'),
  0xee: (bytes, at) => startsWith(bytes, at, 'Adobe'),
};

function readJpeg(file: Buffer, offset: number): Block {
  const marker = file[offset + 1] ?? 0;
  const name = `segment ${marker.toString(16)}`;
  if (file[offset] !== 0xff) return { name: 'no segment', end: file.length, isNeeded: false };
  if (marker === 0xd9) return { name, end: offset + 2, isNeeded: true, isLast: true };
  const end = offset + 2 + file.readUInt16BE(offset + 2);
  if (marker === 0xda) return { name, end: endOfScan(file, end), isNeeded: true };
  const isOfTheApplication = marker >= 0xe0 && marker <= 0xef;
  const isNeeded = isOfTheApplication
    ? (APPLICATION[marker]?.(file, offset + 4) ?? false)
    : marker !== 0xfe && marker >= 0xc0;
  return { name, end, isNeeded };
}

/** Offset of the next marker that is not part of the compressed data. */
function endOfScan(file: Buffer, start: number): number {
  for (let offset = file.indexOf(0xff, start); offset >= 0; offset = file.indexOf(0xff, offset + 1)) {
    const next = file[offset + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return offset;
  }
  return file.length;
}

const PNG_CHUNKS = 'IHDR PLTE tRNS IDAT IEND gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT'.split(
  ' ',
);

function readPng(file: Buffer, offset: number): Block {
  const name = file.toString('latin1', offset + 4, offset + 8);
  const end = offset + 12 + file.readUInt32BE(offset);
  return { name, end, isNeeded: PNG_CHUNKS.includes(name), isLast: name === 'IEND' };
}

const WEBP_CHUNKS = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'];
/** Flags of VP8X that announce EXIF and XMP. */
const WEBP_METADATA = 0x0c;

function readWebp(file: Buffer, offset: number): Block {
  const name = file.toString('latin1', offset, offset + 4);
  const size = file.readUInt32LE(offset + 4);
  const end = offset + 8 + size + (size % 2);
  const isAnnounced = name === 'VP8X' && ((file[offset + 8] ?? 0) & WEBP_METADATA) !== 0;
  const isLast = end === 8 + file.readUInt32LE(4);
  return { name, end, isNeeded: WEBP_CHUNKS.includes(name) && !isAnnounced, isLast };
}

const paletteOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

function readGif(file: Buffer, offset: number): Block {
  const [introducer, label = 0] = file.subarray(offset, offset + 2);
  if (introducer === 0x3b) return { name: 'trailer', end: offset + 1, isNeeded: true, isLast: true };
  if (introducer === 0x2c) {
    const data = offset + 11 + paletteOf(file[offset + 9] ?? 0);
    return { name: 'frame', end: endOfBlocks(file, data), isNeeded: true };
  }
  const isLoop = label === 0xff && startsWith(file, offset + 3, 'NETSCAPE2.0');
  const isNeeded = introducer === 0x21 && (label === 0xf9 || isLoop);
  return { name: `extension ${label.toString(16)}`, end: endOfBlocks(file, offset + 2), isNeeded };
}

function endOfBlocks(file: Buffer, start: number): number {
  let offset = start;
  for (let size = file[offset] ?? 0; size > 0; size = file[offset] ?? 0) offset += size + 1;
  return offset + 1;
}

function readAvif(file: Buffer, offset: number): Block {
  const name = file.toString('latin1', offset + 4, offset + 8);
  const end = offset + file.readUInt32BE(offset);
  const items = file.toString('latin1', offset, end);
  return { name, end, isNeeded: !(name === 'meta' && /infe.{8,12}(Exif|mime)/s.test(items)) };
}

const startsWith = (bytes: Buffer, at: number, text: string) =>
  bytes.toString('latin1', at, at + text.length) === text;
