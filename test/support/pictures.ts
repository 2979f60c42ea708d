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
  webp,
  WEBP_EXIF,
  webpChunk,
  webpHead,
  withChunks,
  withGifComment,
  withSegments,
  withTiffTag,
  XMP,
} from './picture-bytes.js';
import { type Channels, mapOf } from './picture-pixels.js';

/**
 * A file whose pixels say where they are: from left to right and from top to bottom its colours change
 * evenly, so that a sample of a derivative tells which part of the picture it shows.
 */
export interface Picture {
  readonly name: string;
  readonly file: Buffer;
  /** Pixels of the picture as it is seen, upright. */
  readonly width: number;
  readonly height: number;
  /** Channels that stand for x and y in its pixels. */
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
  /** Whether it looks like another one, so that not all sizes need to be measured. */
  readonly isVariant: boolean;
}

type Encode = (pixels: Sharp) => Sharp | Promise<Buffer>;
type Particulars = Partial<Omit<Picture, 'name' | 'file'>> & { readonly orientation?: number };

/** How a picture is made. */
interface Recipe extends Particulars {
  readonly name: string;
  readonly size: string;
  readonly encode: Encode;
}

const picture = (name: string, size: string, encode: Encode, more: Particulars = {}): Recipe => ({
  ...more,
  name,
  size,
  encode,
});

const jpeg = (pixels: Sharp) => pixels.jpeg({ quality: 90 });

const VARIANT = { isVariant: true } as const;
/** Few colours have their like in ink. */
const INK = { channels: 'ink', tolerance: 0.2 } as const;
const inInk = (pixels: Sharp) => pixels.withIccProfile('cmyk').toColourspace('cmyk');

/** A picture of a camera that was held so (EXIF orientation). */
function held(
  name: string,
  size: string,
  orientation: number,
  encode: Encode,
  more: Particulars = {},
): Recipe {
  const noted = async (pixels: Sharp) => {
    const encoded = await encode(pixels);
    const file = Buffer.isBuffer(encoded) ? encoded : await encoded.toBuffer();
    if (name.endsWith('jpg')) return withSegments(file, jpegExif({ orientation }));
    if (name.endsWith('png')) return withChunks(file, pngChunk('eXIf', exif({ orientation })));
    if (name.endsWith('tiff')) return withTiffTag(file, 0x112, orientation);
    const stored = file.subarray(12);
    const [height = 0, width = 0] = size.split('x').map(Number);
    return webp(webpHead(WEBP_EXIF, width, height), stored, webpChunk('EXIF', exif({ orientation })));
  };
  return picture(name, size, noted, { orientation, isKeptAsIs: orientation === 1, ...VARIANT, ...more });
}

/** With everything that tells of its maker, and a second picture behind its end as phones put it there. */
async function telling(pixels: Sharp): Promise<Buffer> {
  const file = await jpeg(pixels).toBuffer();
  const described = withSegments(
    file,
    jpegExif({ isTelling: true }),
    jpegXmp(),
    jpegIptc({ byLine: SECRET, caption: SECRET, encoding: 'utf8' }),
    jpegComment(SECRET),
    jpegSegment(0xe0, Buffer.from(`JFXX\0\x13${SECRET}`)),
    jpegSegment(0xe2, Buffer.from(`MPF\0${SECRET}`)),
    jpegSegment(0xeb, Buffer.from(`JP${SECRET}`)),
    jpegSegment(0xee, Buffer.from(SECRET)),
  );
  return Buffer.concat([described, withSegments(file, jpegExif({ isTelling: true }))]);
}

/** Segments may stand between the scans of a progressive JPEG as well. */
async function tellingLate(pixels: Sharp): Promise<Buffer> {
  const file = await pixels.jpeg({ progressive: true }).toBuffer();
  const second = file.indexOf(SCAN, file.indexOf(SCAN) + 1);
  const late = [jpegExif({ isTelling: true }), jpegComment(SECRET)];
  // A table of the scan may stand before it.
  const table = file.lastIndexOf(Buffer.from([0xff, 0xc4]), second);
  const at = table > file.indexOf(SCAN) ? table : second;
  return Buffer.concat([file.subarray(0, at), ...late, file.subarray(at)]);
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

const SCAN = Buffer.from([0xff, 0xda]);
const GAMMA_OF_SRGB = pngChunk('gAMA', uint32(45_455));
const TELLING = { IFD0: { Artist: SECRET }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1' } };

/** Everything that an editor may bring, small: odd shapes, colours, orientations and formats. */
const RECIPES: readonly Recipe[] = [
  picture('landscape.jpg', '1600x1067', jpeg),
  picture('portrait.jpeg', '800x1200', (pixels) => pixels.jpeg({ chromaSubsampling: '4:4:4' })),
  picture('panorama.jpg', '3000x500', jpeg),
  picture('tall.png', '50x20000', (pixels) => pixels.png()),
  picture('wide.jpg', '20000x50', jpeg),
  picture('dot.png', '1x1', (pixels) => pixels.png()),
  picture('progressive.jpg', '900x600', (pixels) => pixels.jpeg({ progressive: true })),
  picture('press.jpg', '640x480', (pixels) => inInk(pixels).jpeg(), INK),
  picture('phone.jpg', '500x400', (pixels) => jpeg(pixels.withIccProfile('p3')), { hasProfile: true }),
  picture('telling.jpg', '300x200', telling, VARIANT),
  picture('telling-late.jpg', '210x140', tellingLate, VARIANT),
  picture('telling.png', '90x120', tellingPng, VARIANT),
  picture('sixteen.png', '320x240', (pixels) => pixels.toColourspace('rgb16').png()),
  picture('grey.png', '240x320', (pixels) => pixels.toColourspace('b-w').png(), { channels: 'grey+alpha' }),
  picture('cutout.png', '200x200', (pixels) => pixels.png(), { channels: 'rgba' }),
  picture('interlaced.png', '121x77', (pixels) => pixels.png({ progressive: true }), VARIANT),
  picture('palette.png', '300x180', (pixels) => pixels.png({ palette: true }), {
    ...VARIANT,
    tolerance: 0.15,
  }),
  picture(
    'gamma.png',
    '80x60',
    async (pixels) => withChunks(await pixels.png().toBuffer(), GAMMA_OF_SRGB),
    VARIANT,
  ),
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
    ...VARIANT,
    channels: 'rgba',
    extension: 'webp',
    isKeptAsIs: false,
  }),
  picture('modern.avif', '256x192', (pixels) => pixels.avif({ effort: 0 }).withExif(TELLING).withXmp(XMP), {
    isKeptAsIs: false,
  }),
  picture('press.tiff', '200x150', (pixels) => inInk(pixels).tiff({ compression: 'deflate' }), {
    ...VARIANT,
    ...INK,
    isKeptAsIs: false,
  }),
  held('held.jpg', '1067x1600', 6, jpeg, { isVariant: false }),
  held('held-press.jpg', '120x160', 3, (pixels) => inInk(pixels).jpeg(), INK),
  held('held-phone.jpg', '120x160', 8, (pixels) => jpeg(pixels.withIccProfile('p3')), { hasProfile: true }),
  held('held.png', '130x90', 6, (pixels) => pixels.png()),
  held('held-sixteen.png', '130x90', 5, (pixels) => pixels.toColourspace('rgb16').png()),
  held('held.webp', '90x130', 8, (pixels) => pixels.webp(), { extension: 'webp' }),
  held('held.tiff', '90x130', 7, (pixels) => pixels.tiff({ compression: 'deflate' })),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) =>
    held(`held-${orientation}.jpg`, '120x80', orientation, jpeg),
  ),
];

/** The pictures of these names, or all. */
export function makePictures(...names: readonly string[]): Promise<readonly Picture[]> {
  return Promise.all(RECIPES.filter(({ name }) => names.length === 0 || names.includes(name)).map(make));
}

async function make({ name, size, encode, ...more }: Recipe): Promise<Picture> {
  const [width = 0, height = 0] = size.split('x').map(Number);
  const { frames = 1, channels = 'rgb', orientation = 1 } = more;
  const encoded = await encode(mapOf({ width, height, channels, frames, orientation }));
  return {
    width,
    height,
    extension: name.endsWith('.png') ? 'png' : name.endsWith('.gif') ? 'gif' : 'jpg',
    frames,
    channels,
    hasAlpha: channels === 'rgba' || channels === 'grey+alpha',
    hasProfile: false,
    isKeptAsIs: true,
    tolerance: 0.07,
    isVariant: false,
    ...more,
    name,
    file: Buffer.isBuffer(encoded) ? encoded : await encoded.toBuffer(),
  };
}
