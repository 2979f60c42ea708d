import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../kernel/errors.js';
import { type DerivedFile, DerivedFiles, type Maker } from '../../storage/derived-files.js';
import { FocalPointDetector } from '../focal-point/focal-point.detector.js';
import { type Area, fits } from '../domain/crops.js';
import type { Image } from '../domain/image.entity.js';
import type { ImageSize } from '../domain/image-sizes.js';
import { ImageLinks, ORIGIN } from './image-links.js';
import { ImageProcessor, type WebFormat } from './image-processor.js';
import { ImagesService } from './images.service.js';

/** A file that a URL of an image stands for. */
export interface ServedImage extends DerivedFile {
  readonly contentType: string;
  /** Opaque, for entity tags. */
  readonly version: string;
  /** Whether other readers get another format. */
  readonly isNegotiated: boolean;
}

/** A request for a file: the last two parts of its URL, and the formats that the client accepts. */
export interface ImageRequest {
  readonly version: string;
  /** `600x400.jpg` */
  readonly name: string;
  readonly accepts: (contentType: string) => boolean;
}

const NAME = /^(origin|\d{1,4}x\d{0,4})(?:@([\w-]{1,80}))?\.(jpg|png|gif|webp)$/;

const CONTENT_TYPES: Readonly<Record<WebFormat, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
};

/** The files that readers get: the original without metadata, and its sizes. */
@Injectable()
export class ImageFilesService {
  constructor(
    private readonly images: ImagesService,
    private readonly links: ImageLinks,
    private readonly focalPoints: FocalPointDetector,
    private readonly processor: ImageProcessor,
    private readonly derivedFiles: DerivedFiles,
  ) {}

  /**
   * @returns a file, or the URL where the image is now when it shows another one
   * @throws NotFoundError for what no URL of ours asks for, UnprocessableError, OverloadedError
   */
  async find(id: number, request: ImageRequest): Promise<ServedImage | URL> {
    const image = await this.images.find(id);
    const [, size, crop, extension] = NAME.exec(request.name) ?? [];
    if (!image || size === undefined) throw notFound();
    const drawn = crop === undefined ? null : this.links.readCrop(image, crop);
    if (crop !== undefined && drawn === null) throw notFound();
    if (!this.links.isCurrent(image, request.version)) return this.urlNow(image, request.version, size);
    if (extension !== this.links.extension(image)) throw notFound();
    if (size === ORIGIN && !drawn) return this.origin(image);
    return this.sized(image, this.sizeOf(size), drawn, request.accepts);
  }

  /** Only for who has had a URL of the image, or is shown one by what is public. */
  private async urlNow(image: Image, version: string, size: string): Promise<URL> {
    const isKnown = this.links.wasHandedOut(image, version) || (await this.images.isPublic(image.id));
    if (!isKnown) throw notFound();
    if (size === ORIGIN) return new URL(this.links.originUrl(image));
    return new URL(this.links.thumbnailUrl(image, this.sizeOf(size).name));
  }

  private sizeOf(name: string): ImageSize {
    const size = this.links.sizes.get(name);
    if (!size) throw notFound();
    return size;
  }

  private origin(image: Image): Promise<ServedImage> {
    const format = this.links.extension(image);
    return this.file(image, ORIGIN, format, false, async (target) => {
      await this.processor.writeOrigin(this.focalPoints.sourceOf(image), format, target);
      return null;
    });
  }

  private sized(
    image: Image,
    { name, width, height, ratio }: ImageSize,
    drawn: Area | null,
    accepts: (contentType: string) => boolean,
  ): Promise<ServedImage> {
    if (drawn && (ratio === null || !fits(drawn, image))) throw notFound();
    const place = drawn ? `@${drawn.left}-${drawn.top}-${drawn.width}-${drawn.height}` : '';
    const format = this.formatFor(image, accepts);
    return this.file(image, `${ratio ?? 'all'}_${name}${place}`, format, true, async () => {
      const crop = drawn ?? (height === null ? null : await this.defaultCrop(image, ratio ?? name));
      const rendition = { crop, width, height, format };
      return this.processor.render(this.focalPoints.sourceOf(image), rendition);
    });
  }

  private async defaultCrop(image: Image, proportions: string): Promise<Area> {
    return this.links.defaultCrop(await this.focalPoints.of(image), proportions);
  }

  /** The newest that the reader takes; AVIF has no animation here. */
  private formatFor(image: Image, accepts: (contentType: string) => boolean): WebFormat {
    if (image.frames === 1 && accepts(CONTENT_TYPES.avif)) return 'avif';
    return accepts(CONTENT_TYPES.webp) ? 'webp' : this.links.extension(image);
  }

  private async file(
    image: Image,
    name: string,
    format: WebFormat,
    isNegotiated: boolean,
    make: Maker,
  ): Promise<ServedImage> {
    const fileName = `${name}.${format}`;
    const contentType = CONTENT_TYPES[format];
    const file = await this.derivedFiles.get({ hash: image.hash, name: fileName, contentType }, make);
    return { ...file, contentType, version: `${this.links.version(image)}-${fileName}`, isNegotiated };
  }
}

const notFound = () => new NotFoundError('not-found', 'There is no such image.');
