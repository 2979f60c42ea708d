import exifReader from 'exifreader';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { Metadata } from 'sharp';
import { OverloadedError, UnprocessableError, UnsupportedMediaTypeError } from '../../../kernel/errors.js';
import type { ImageFacts, ImageFormat, Iptc } from '../domain/image.entity.js';
import { BinaryFile } from './containers/binary-file.js';
import { HEAVY_BYTES_PER_PIXEL, isHeavy } from './heavy-formats.js';
import { hasHiddenMarkup } from './hidden-markup.js';
import { isWalked, structureOf } from './containers/image-structure.js';
import { jpegScans } from './containers/jpeg.js';
import type { ByteSpan } from './containers/segments.js';
import { decodesHeic, loadSharp, type SharpLibrary } from '../../../platform/images/load-sharp.js';

const FORMATS: Readonly<Record<string, ImageFormat>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heif',
  'image/heif': 'heif',
  'image/tiff': 'tiff',
};

/** An animation may have as many pixels in all its frames as so many images of the largest size. */
const MAX_ANIMATION = 10;

const TIFF_BYTES_PER_PIXEL = 4;
/** Divides the limit of pixels for formats that take much more memory. */
const HEAVY_SHARE = 4;
const MARK_BYTES = 4096;
/** The longest that a JPEG has. */
const MAX_SIDE = 65_535;

type Spend = <T>(bytes: number, work: (sharp: SharpLibrary) => Promise<T>) => Promise<T>;

const damaged = (detail: string) => new UnprocessableError('image-damaged', detail);
const cutOff = () => damaged('The image is cut off or damaged.');

/**
 * Reads the header of an image file and makes sure that the rest of it is there.
 *
 * @param maxPixels of one frame
 * @param spend runs work that takes so many bytes of memory when there is room for it
 * @throws UnsupportedMediaTypeError, UnprocessableError
 */
export function inspectImage(path: string, maxPixels: number, spend: Spend): Promise<ImageFacts> {
  return BinaryFile.using(path, async (file) => {
    if (file.size === 0) throw damaged('The file is empty.');
    const format = await formatOf(path, file);
    // Neither waits for the other: both only read.
    const [metadata, scans] = await Promise.all([
      readHeader(path),
      format === 'jpeg' ? jpegScans(file) : undefined,
    ]);
    if (format === 'heif' && metadata.compression !== 'av1' && !(await decodesHeic()))
      throw new UnsupportedMediaTypeError(
        'image-type',
        'HEIC images cannot be decoded by this installation, which has no codec for them; send JPEG or AVIF.',
      );
    const facts = factsOf(format, metadata);
    mustFitPixels(facts, format === 'gif' ? await gifScreen(file) : 0, maxPixels);
    if (scans === null) throw cutOff();
    const pixels = scans ? [scans] : await wholePixels(path, file, facts, spend);
    if (await hasHiddenMarkup(file, pixels)) throw damaged('There is HTML or a program hidden in the image.');
    return facts;
  });
}

/** Pixels that the header asks for; frames may be smaller. */
async function gifScreen(file: BinaryFile): Promise<number> {
  const header = await file.bytes(6, 4);
  return header.length < 4 ? 0 : header.readUInt16LE(0) * header.readUInt16LE(2);
}

function mustFitPixels(
  { format, width, height, frames }: ImageFacts,
  screen: number,
  maxPixels: number,
): void {
  const pixels = Math.max(width * height, screen);
  const most = isHeavy(format) ? maxPixels / HEAVY_SHARE : maxPixels;
  if (pixels > most || Math.max(width, height) > MAX_SIDE)
    throw new UnprocessableError(
      'image-too-large',
      `The image has ${width}x${height} pixels; the limit is ${most} in all, and ${MAX_SIDE} a side.`,
    );
  if (pixels * frames > maxPixels * MAX_ANIMATION)
    throw new UnprocessableError(
      'image-too-large',
      `The animation has ${frames} frames of ${width}x${height} pixels, which is too much.`,
    );
}

async function formatOf(path: string, file: BinaryFile): Promise<ImageFormat> {
  // Few formats say further inside what they are.
  const type = (await fileTypeFromBuffer(await file.bytes(0, MARK_BYTES))) ?? (await fileTypeFromFile(path));
  const format = FORMATS[type?.mime ?? ''];
  if (format) return format;
  throw new UnsupportedMediaTypeError(
    'image-type',
    `The file is ${type ? type.mime : 'no image that is known'}; images are JPEG, PNG, GIF, WebP, AVIF or TIFF.`,
  );
}

async function readHeader(path: string): Promise<Metadata> {
  const sharp = await loadSharp();
  try {
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch {
    throw damaged('The header of the image cannot be read.');
  }
}

function factsOf(format: ImageFormat, metadata: Metadata): ImageFacts {
  // Pages of a TIFF and pictures of a HEIF are not an animation.
  const frames = format === 'gif' || format === 'webp' ? (metadata.pages ?? 1) : 1;
  const { width, height, autoOrient, orientation = 1 } = metadata;
  return {
    format,
    // Browsers do not turn animations.
    ...(frames > 1 ? { width, height, orientation: 1 } : { ...autoOrient, orientation }),
    frames,
    hasAlpha: metadata.hasAlpha,
    isProgressive: metadata.isProgressive,
    iptc: readIptc(metadata.iptc),
  };
}

/**
 * Makes sure that an image that is no JPEG is there to its end.
 * @returns where its pixels are, if that is known
 */
async function wholePixels(
  path: string,
  file: BinaryFile,
  { format, width, height }: ImageFacts,
  spend: Spend,
): Promise<readonly ByteSpan[]> {
  if (isWalked(format)) {
    const { isComplete, pixels } = await structureOf(file, format);
    if (!isComplete) throw cutOff();
    return pixels;
  }
  try {
    const bytes = width * height * (isHeavy(format) ? HEAVY_BYTES_PER_PIXEL : TIFF_BYTES_PER_PIXEL);
    await spend(bytes, (sharp) => {
      const image = sharp(path, { failOn: 'error', limitInputPixels: width * height });
      return image.resize(1, 1, { fit: 'fill' }).raw().toBuffer();
    });
    return [];
  } catch (error) {
    if (error instanceof OverloadedError) throw error;
    throw damaged('The image cannot be decoded.');
  }
}

const NO_IPTC: Iptc = { 'by-line': '', 'caption/abstract': '' };
const PHOTOSHOP = Buffer.from('Photoshop 3.0\0');
const IPTC_RESOURCE = Buffer.from('8BIM\x04\x04\0\0', 'latin1');
/** Most bytes of a JPEG segment, without its length. */
const MAX_SEGMENT_BYTES = 65_533;

/** Parses a raw block: the library reads it out of a JPEG only, so it is wrapped in one. */
function readIptc(block: Buffer | undefined): Iptc {
  if (!block) return NO_IPTC;
  const resources = block.subarray(0, PHOTOSHOP.length).equals(PHOTOSHOP) ? block : asResource(block);
  if (resources.length > MAX_SEGMENT_BYTES) return NO_IPTC;
  const length = Buffer.alloc(2);
  length.writeUInt16BE(resources.length + 2);
  const jpeg = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xed]),
    length,
    resources,
    Buffer.from([0xff, 0xd9]),
  ]);
  try {
    const { iptc } = exifReader.load(jpeg, { expanded: true, includeTags: { iptc: true } });
    return { 'by-line': textOf(iptc?.['By-line']), 'caption/abstract': textOf(iptc?.['Caption/Abstract']) };
  } catch {
    return NO_IPTC;
  }
}

function asResource(iptc: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(iptc.length);
  return Buffer.concat([PHOTOSHOP, IPTC_RESOURCE, length, iptc]);
}

/** A tag may be repeated: bylines of several photographers. */
function textOf(tag: unknown): string {
  const tags = (Array.isArray(tag) ? tag : [tag]) as ({ description?: unknown } | undefined)[];
  return tags
    .map((one) => (typeof one?.description === 'string' ? one.description.replaceAll('\0', '').trim() : ''))
    .filter((text) => text !== '')
    .join(', ');
}
