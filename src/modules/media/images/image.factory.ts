import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { DomainError } from '../../../kernel/errors.js';
import { Image, type ImageDetails, type ImageFacts, type ImageFormat } from '../domain/image.entity.js';
import { ImageProcessor } from './image-processor.js';
import { checkName, mustMatchExtension, type ReceivedFile } from '../received-file.js';

/** A file that is an image, and what it says of itself. */
export interface InspectedImage {
  readonly file: ReceivedFile & { readonly filename: string };
  readonly facts: ImageFacts;
}

const EXTENSIONS: Readonly<Record<ImageFormat, readonly [string, ...string[]]>> = {
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg'],
  png: ['png', 'apng'],
  gif: ['gif'],
  webp: ['webp'],
  avif: ['avif', 'avifs'],
  heif: ['heif', 'heic', 'avif'],
  tiff: ['tif', 'tiff'],
};

/** Looks at files that are to become images. */
@Injectable()
export class ImageFactory {
  constructor(
    private readonly processor: ImageProcessor,
    private readonly clock: Clock,
  ) {}

  /**
   * @param field that the file was sent in
   * @throws InvalidError, UnsupportedMediaTypeError, UnprocessableError naming the field
   */
  async inspect(file: ReceivedFile, field: string): Promise<InspectedImage> {
    checkName(file.name, field);
    try {
      const facts = await this.processor.inspect(file.path);
      const extensions = EXTENSIONS[facts.format];
      mustMatchExtension(file.name, facts.format.toUpperCase(), extensions);
      return { file: { ...file, filename: nameOf(file, extensions[0]) }, facts };
    } catch (error) {
      throw error instanceof DomainError ? error.at(field) : error;
    }
  }

  /** Texts from the file's header are defaults for those that the client sends. */
  newImage({ file, facts }: InspectedImage, details: ImageDetails, uploadedBy: number): Image {
    const image = new Image();
    image.uploadedBy = uploadedBy;
    image.taskId = randomUUID();
    image.shortcodeId = randomBytes(8).toString('hex').toUpperCase();
    image.secret = randomBytes(32).toString('hex');
    image.createdTs = this.clock.now();
    image.show(file, facts);
    const { 'by-line': byline, 'caption/abstract': caption } = facts.iptc;
    image.describe({ photoCredit: byline || null, caption: caption || null });
    image.describe(details);
    return image;
  }
}

function nameOf({ name, title }: ReceivedFile, extension: string): string {
  if (name !== '') return name;
  return `${title === undefined || title === '' ? 'image' : title}.${extension}`;
}
