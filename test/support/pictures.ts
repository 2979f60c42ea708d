import type { Sharp } from 'sharp';
import {
  exif,
  jpegComment,
  jpegExif,
  jpegIptc,
  jpegSegment,
  jpegXmp,
  pngChunk,
  pngText,
  pngXmp,
  pngZippedText,
  SECRET,
  uint32,
  withChunks,
  withGifComment,
  withSegments,
  XMP,
} from './picture-bytes.js';
import { type Channels, mapOf } from './picture-pixels.js';

/**
 * A file whose pixels say where they are: from left to right and from top to bottom its colours change evenly, so
 * that a sample of a derivative tells which part of the picture it shows.
 */
export interface Picture {
  readonly name: string;
  readonly file: Buffer;
  /** Pixels of the picture as it is seen, upright. */
  readonly width: number;
  readonly height: number;
  /** What stands for x and y in its pixels. */
  readonly channels: Channels;
  /** Extension of its derivatives for clients that name no format, and of its origin. */
  readonly extension: 'jpg' | 'png' | 'gif' | 'webp';
  readonly frames: number;
  readonly hasAlpha: boolean;
  /** Whether it has a colour profile for RGB, which stays. */
  readonly hasProfile: boolean;
  /** Whether `origin` shows the very pixels of the file. */
  readonly isKeptAsIs: boolean;
  /** How far its pixels may be from saying where they are, as a share of its sides. */
  readonly tolerance: number;
}

type Made = Partial<Omit<Picture, 'name' | 'file'>> & { readonly orientation?: number };
type Encode = (pixels: Sharp) => Sharp | Promise<Buffer>;

async function picture(name: string, size: string, encode: Encode, more: Made = {}): Promise<Picture> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const { frames = 1, channels = 'rgb', orientation = 1 } = more;
  const encoded = await encode(mapOf({ width, height, channels, frames, orientation }));
  const file = Buffer.isBuffer(encoded) ? encoded : await encoded.toBuffer();
  const extension = name.endsWith('.png') ? 'png' : name.endsWith('.gif') ? 'gif' : 'jpg';
  const hasAlpha = channels === 'rgba' || channels === 'grey+alpha';
  const kind: Omit<Picture, 'name' | 'file'> = {
    width,
    height,
    extension,
    frames,
    channels,
    hasAlpha,
    hasProfile: false,
    isKeptAsIs: true,
    tolerance: 0.07,
  };
  return { ...kind, ...more, name, file };
}

const jpeg = (pixels: Sharp) => pixels.jpeg({ quality: 90 });

/** A photograph of a camera that was held so (EXIF orientation). */
const held = (name: string, size: string, orientation: number) =>
  picture(
    name,
    size,
    async (pixels) => withSegments(await jpeg(pixels).toBuffer(), jpegExif({ orientation })),
    { orientation, isKeptAsIs: orientation === 1 },
  );

/** With everything that tells of its maker, and a second picture behind its end as phones put it there. */
async function telling(pixels: Sharp): Promise<Buffer> {
  const file = await jpeg(pixels).toBuffer();
  const described = withSegments(
    file,
    jpegExif({ isTelling: true }),
    jpegXmp(),
    jpegIptc({ byLine: SECRET, caption: SECRET, encoding: 'utf8' }),
    jpegComment(SECRET),
    jpegSegment(0xe2, Buffer.from(`MPF\0${SECRET}`)),
    jpegSegment(0xeb, Buffer.from(`JP${SECRET}`)),
  );
  return Buffer.concat([described, withSegments(file, jpegExif({ isTelling: true }))]);
}

async function tellingPng(pixels: Sharp): Promise<Buffer> {
  const file = await pixels.png().toBuffer();
  const described = withChunks(
    file,
    pngChunk('eXIf', exif({ isTelling: true })),
    pngText(SECRET),
    pngZippedText(Buffer.from(SECRET)),
    pngXmp(),
    pngChunk('tIME', Buffer.from([7, 226, 1, 1, 1, 1, 1])),
    pngChunk('seCr', Buffer.from(SECRET)),
  );
  return Buffer.concat([described, Buffer.from(SECRET)]);
}

const GAMMA_OF_SRGB = pngChunk('gAMA', uint32(45_455));
const TELLING = { IFD0: { Artist: SECRET }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1' } };

/** Everything that an editor may bring, small: odd shapes, colours, orientations and formats. */
export function makePictures(): Promise<readonly Picture[]> {
  return Promise.all([
    picture('landscape.jpg', '1600x1067', jpeg),
    picture('portrait.jpeg', '800x1200', (pixels) => pixels.jpeg({ chromaSubsampling: '4:4:4' })),
    picture('panorama.jpg', '3000x500', jpeg),
    picture('tall.png', '50x20000', (pixels) => pixels.png()),
    picture('wide.jpg', '20000x50', jpeg),
    picture('dot.png', '1x1', (pixels) => pixels.png()),
    picture('progressive.jpg', '900x600', (pixels) => pixels.jpeg({ progressive: true })),
    picture(
      'press.jpg',
      '640x480',
      (pixels) => pixels.withIccProfile('cmyk').toColourspace('cmyk').jpeg(),
      // Few colours have their like in ink.
      { channels: 'ink', tolerance: 0.2 },
    ),
    picture('phone.jpg', '500x400', (pixels) => jpeg(pixels.withIccProfile('p3')), { hasProfile: true }),
    picture('telling.jpg', '300x200', telling),
    picture('telling.png', '90x120', tellingPng),
    picture('sixteen.png', '320x240', (pixels) => pixels.toColourspace('rgb16').png()),
    picture('grey.png', '240x320', (pixels) => pixels.toColourspace('b-w').png(), { channels: 'grey+alpha' }),
    picture('cutout.png', '200x200', (pixels) => pixels.png(), { channels: 'rgba' }),
    picture('interlaced.png', '121x77', (pixels) => pixels.png({ progressive: true })),
    picture('palette.png', '300x180', (pixels) => pixels.png({ palette: true }), { tolerance: 0.15 }),
    picture('gamma.png', '80x60', async (pixels) => withChunks(await pixels.png().toBuffer(), GAMMA_OF_SRGB)),
    picture(
      'moving.gif',
      '160x100',
      async (pixels) => withGifComment(await pixels.gif({ delay: [50, 150], loop: 0 }).toBuffer(), SECRET),
      // A palette has 256 colours.
      { frames: 2, tolerance: 0.15 },
    ),
    picture(
      'moving.webp',
      '100x150',
      (pixels) =>
        pixels
          .webp({ delay: [50, 150], loop: 2 })
          .withExif(TELLING)
          .withXmp(XMP),
      { frames: 2, extension: 'webp' },
    ),
    picture('still.webp', '400x300', (pixels) => pixels.webp().withExif(TELLING).withXmp(XMP), {
      extension: 'webp',
    }),
    picture(
      'scan.tiff',
      '330x220',
      (pixels) => pixels.tiff({ compression: 'deflate' }).withExif(TELLING).withXmp(XMP),
      { isKeptAsIs: false },
    ),
    picture('cutout.tif', '150x210', (pixels) => pixels.tiff({ compression: 'deflate' }), {
      channels: 'rgba',
      extension: 'webp',
      isKeptAsIs: false,
    }),
    picture('modern.avif', '256x192', (pixels) => pixels.avif({ effort: 0 }).withExif(TELLING).withXmp(XMP), {
      isKeptAsIs: false,
    }),
    held('held.jpg', '1067x1600', 6),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => held(`held-${orientation}.jpg`, '120x80', orientation)),
  ]);
}
