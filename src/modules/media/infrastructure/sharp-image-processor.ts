import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Sharp } from 'sharp';
import { MEGABYTE } from '../../../kernel/units.js';
import { MediaSettings } from '../media.settings.js';
import { type Area, centreOf, largestCrop, type Point, type Size } from '../domain/crops.js';
import type { ImageFacts } from '../domain/image.entity.js';
import { type ImageSize, imageSizes, proportionsOf } from '../domain/image-sizes.js';
import {
  ImageProcessor,
  type ImageSource,
  type Rendition,
  type WebFormat,
} from '../images/image-processor.js';
import { BinaryFile, readPart } from './containers/binary-file.js';
import { HEAVY_BYTES_PER_PIXEL, isHeavy } from './heavy-formats.js';
import { decoding } from './decoding.js';
import { isWalked, structureOf, type WalkedFormat } from './containers/image-structure.js';
import { ImageTasks } from './image-tasks.js';
import { type Master, MasterImages, openMaster } from './master-images.js';
import { loadSharp, type SharpLibrary } from '../../../platform/images/load-sharp.js';
import { Metrics } from '../../../platform/telemetry/metrics.js';

const MASTERS_BYTES = 24 * MEGABYTE;
/** Most pixels of a cached master; a larger one is not worth its memory. */
const MAX_MASTER_PIXELS = 12_000_000;
/** Most pixels of all frames together: a longer animation shows its first frame in sizes. */
const MAX_ANIMATION_PIXELS = 25_000_000;
const MAX_ANIMATION_INPUT_PIXELS = 200_000_000;
/** WebP can be no higher, and few screens are. */
const MAX_HEIGHT = 16_383;
const MAX_JPEG_SIDE = 65_500;
const TIME_LIMIT_S = 60;
/** Longer side of the picture on which the focal point is searched, and how much of it is kept. */
const ATTENTION_SIDE = 192;
const ATTENTION_PART = 0.75;
const ATTENTION_BYTES = 8 * MEGABYTE;
const BYTES_PER_PIXEL = 4;

/** Quality of sizes; an origin that has to be encoded again loses as little as possible. */
const QUALITY = {
  size: { jpg: 80, webp: 78, avif: 50 },
  origin: { jpg: 92, webp: 92, avif: 80 },
} as const;

/** libvips through sharp: an image is decoded once for all its sizes, and as small as they allow. */
@Injectable()
export class SharpImageProcessor extends ImageProcessor implements OnApplicationShutdown {
  private readonly sizes: readonly ImageSize[];
  private readonly masters = new MasterImages(MASTERS_BYTES);
  private readonly tasks: ImageTasks;

  constructor(
    private readonly settings: MediaSettings,
    metrics: Metrics,
  ) {
    super();
    this.tasks = new ImageTasks(metrics);
    this.sizes = imageSizes(settings.ratios);
  }

  async inspect(path: string): Promise<ImageFacts> {
    // Loaded on demand: the start does not wait for the libraries that read headers.
    const { inspectImage } = await import('./image-inspection.js');
    return inspectImage(path, this.settings.maxPixels, (bytes, work) => this.spend(bytes, work));
  }

  async findAttention(source: ImageSource): Promise<Point> {
    const { info, width, height } = await this.withMaster(source, (master) =>
      this.spend(ATTENTION_BYTES, async (sharp) => {
        const size = { width: ATTENTION_SIDE, height: ATTENTION_SIDE, fit: 'inside' } as const;
        const png = openMaster(sharp, master).resize(size).png({ compressionLevel: 0 });
        const small = await png.toBuffer({ resolveWithObject: true });
        const { width, height } = small.info;
        // Something has to be cut off, or nothing is looked for.
        const part = { width: Math.ceil(width * ATTENTION_PART), height };
        const cut = sharp(small.data).resize({ ...part, fit: 'cover', position: sharp.strategy.attention });
        return { ...(await cut.raw().toBuffer({ resolveWithObject: true })), width, height };
      }),
    );
    const { attentionX: x = 0, attentionY: y = 0 } = info;
    if (x === 0 && y === 0) return rounded(centreOf(source));
    return rounded({
      x: Math.min((x / width) * source.width, source.width),
      y: Math.min((y / height) * source.height, source.height),
    });
  }

  async writeOrigin(source: ImageSource, format: WebFormat, target: string): Promise<void> {
    // A damaged file whose blocks cannot be walked over may still be decoded.
    if (isWalked(source.format) && source.orientation === 1)
      if (await copyWithoutMetadata(source, source.format, target)) return;
    const whole = await this.spend(wholeBytes(source), (sharp) =>
      source.read(async (path) => {
        const image = sharp(path, { ...this.inputOptions, animated: source.frames > 1 });
        // A size beyond the format's limit is cut down to that limit.
        const side = format === 'webp' ? MAX_HEIGHT : MAX_JPEG_SIDE;
        upright(image, source).keepIccProfile();
        image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
        return encode(image, format, QUALITY.origin).toBuffer();
      }),
    );
    // The library would not say why it cannot write.
    await writeFile(target, whole);
  }

  async render(source: ImageSource, rendition: Rendition): Promise<Buffer> {
    if (isAnimatedStill(source, rendition)) return this.renderFile(source, rendition, true);
    if (scaleOf(source, rendition) > this.masterScale(source) * 1.01)
      return this.renderFile(source, rendition, false);
    const { crop } = rendition;
    return this.withMaster(source, (master) =>
      this.spend(master.data.length + outputBytes(rendition), async (sharp) => {
        const image = openMaster(sharp, master).keepIccProfile();
        if (crop) image.extract(scaledArea(crop, source, master));
        return encode(resized(image, rendition), rendition.format, QUALITY.size).toBuffer();
      }),
    );
  }

  onApplicationShutdown(): void {
    this.masters.clear();
  }

  private get inputOptions() {
    return { failOn: 'none', limitInputPixels: this.settings.maxPixels } as const;
  }

  /**
   * A crop so small, or an image so large, that the file itself has to be cut; or all frames of an animation.
   */
  private renderFile(source: ImageSource, rendition: Rendition, animated: boolean): Promise<Buffer> {
    const { crop, format } = rendition;
    return this.spend(wholeBytes(source) * (animated ? 2 : 1), (sharp) =>
      source.read(async (path) => {
        const limitInputPixels = animated ? MAX_ANIMATION_INPUT_PIXELS : this.inputOptions.limitInputPixels;
        const image = sharp(path, { ...this.inputOptions, limitInputPixels, animated });
        await keepProfile(image);
        upright(image, source);
        if (crop) image.extract(crop);
        return encode(resized(image, rendition), format, QUALITY.size).toBuffer();
      }),
    );
  }

  private withMaster<T>(source: ImageSource, work: (master: Master) => Promise<T>): Promise<T> {
    const make = () => {
      const scale = this.masterScale(source);
      const width = Math.max(1, Math.ceil(source.width * scale));
      const height = Math.max(1, Math.ceil(source.height * scale));
      const bytes = decodingBytes(source) + 2 * width * height * BYTES_PER_PIXEL;
      return this.spend(bytes, (sharp) =>
        source.read(async (path) => {
          const image = sharp(path, this.inputOptions);
          const hasProfile = await keepProfile(image);
          upright(image, source).resize({ width, height, fit: 'fill' }).timeout({ seconds: TIME_LIMIT_S });
          if (hasProfile)
            return { data: await image.tiff({ compression: 'none' }).toBuffer(), width, height, raw: null };
          const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
          return { data, width, height, raw: info };
        }),
      );
    };
    return this.masters.use(source.hash, make, work);
  }

  /** Scale of a picture from which all sizes can be made; 0 when it would be too large. */
  private masterScale(image: Size): number {
    const scales = this.sizes.map(({ name, width, height, ratio }) => {
      const crop = height === null ? null : largestCrop(image, proportionsOf(ratio ?? name), centreOf(image));
      return scaleOf(image, { crop, width, height });
    });
    const scale = Math.min(1, Math.max(...scales));
    const most = Math.sqrt(MAX_MASTER_PIXELS / (image.width * image.height));
    return Math.min(scale, most);
  }

  private async spend<T>(bytes: number, work: (sharp: SharpLibrary) => Promise<T>): Promise<T> {
    const sharp = await loadSharp();
    return this.tasks.run(bytes, () => decoding(() => work(sharp)));
  }
}

/** Frames of an animation stay as they are stored, as in browsers: the library cannot turn them. */
function upright(image: Sharp, { frames }: ImageSource): Sharp {
  return frames > 1 ? image : image.autoOrient();
}

/**
 * Colour profiles of RGB stay; what is in other spaces becomes sRGB, which is what browsers take.
 *
 * @returns whether the image has a profile that stays
 */
async function keepProfile(image: Sharp): Promise<boolean> {
  const { space, hasProfile } = await image.metadata();
  const isRgb = space === 'srgb' || space === 'rgb16' || space === 'rgb';
  image.toColourspace('srgb');
  if (!isRgb || !hasProfile) return false;
  image.keepIccProfile();
  return true;
}

/** All of the image in one go, not line by line. */
function decodingBytes({ format, width, height, isProgressive }: ImageSource): number {
  const isByLine = (format === 'jpeg' || format === 'png') && !isProgressive;
  if (isByLine) return 16 * MEGABYTE;
  return width * height * (isHeavy(format) ? HEAVY_BYTES_PER_PIXEL : BYTES_PER_PIXEL);
}

function wholeBytes(source: ImageSource): number {
  const isTurned = source.orientation !== 1;
  return decodingBytes(source) + (isTurned ? source.width * source.height * BYTES_PER_PIXEL : 0);
}

const outputBytes = ({ width, height }: Rendition): number =>
  2 * width * (height ?? width) * BYTES_PER_PIXEL + 16 * MEGABYTE;

/**
 * Output pixels for each pixel of the original; never more than 1, since more
 * pixels than there are help nothing.
 */
function scaleOf(image: Size, { crop, width, height }: Omit<Rendition, 'format'>): number {
  const shown = crop ?? image;
  return Math.min(1, Math.max(width / shown.width, (height ?? 0) / shown.height));
}

function isAnimatedStill(source: ImageSource, { width, height, format }: Rendition): boolean {
  const pixels = source.frames * width * (height ?? (source.height * width) / source.width);
  return (
    source.frames > 1 &&
    (format === 'gif' || format === 'webp') &&
    pixels <= MAX_ANIMATION_PIXELS &&
    source.frames * source.width * source.height <= MAX_ANIMATION_INPUT_PIXELS
  );
}

function scaledArea(area: Area, original: Size, scaled: Size): Area {
  const across = scaled.width / original.width;
  const down = scaled.height / original.height;
  const left = Math.min(Math.round(area.left * across), scaled.width - 1);
  const top = Math.min(Math.round(area.top * down), scaled.height - 1);
  return {
    left,
    top,
    width: Math.max(1, Math.min(Math.round(area.width * across), scaled.width - left)),
    height: Math.max(1, Math.min(Math.round(area.height * down), scaled.height - top)),
  };
}

function resized(image: Sharp, { width, height }: Rendition): Sharp {
  return height === null
    ? image.resize({ width, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
    : image.resize({ width, height, fit: 'cover' });
}

function encode(image: Sharp, format: WebFormat, quality: Record<'jpg' | 'webp' | 'avif', number>): Sharp {
  image.timeout({ seconds: TIME_LIMIT_S });
  switch (format) {
    case 'jpg':
      return image.jpeg({ quality: quality.jpg });
    case 'webp':
      return image.webp({ quality: quality.webp, effort: 3 });
    case 'avif':
      return image.avif({ quality: quality.avif, effort: 2 });
    case 'png':
      return image.png({ compressionLevel: 6 });
    case 'gif':
      return image.gif({ effort: 1 });
  }
}

/** @returns whether the file could be walked over to its end; if not, nothing is written */
function copyWithoutMetadata(source: ImageSource, format: WalkedFormat, target: string): Promise<boolean> {
  return source.read(async (path) => {
    const { isComplete, kept } = await BinaryFile.using(path, (file) => structureOf(file, format));
    if (!isComplete) return false;
    await pipeline(async function* () {
      for (const piece of kept) {
        if (Buffer.isBuffer(piece)) yield piece;
        else yield* readPart(path, piece.start, piece.end);
      }
    }, createWriteStream(target));
    return true;
  });
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });
