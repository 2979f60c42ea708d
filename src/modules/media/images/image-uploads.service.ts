import { rm } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { percentDecoded } from '../../../kernel/text.js';
import { InvalidError } from '../../../kernel/errors.js';
import { OutboundClient } from '../../../platform/outbound/outbound-client.js';
import type { Actor } from '../../auth/domain/actor.js';
import { MediaSettings } from '../media.settings.js';
import { TempFiles } from '../../storage/temp-files.js';
import { FocalPointDetector } from '../focal-point/focal-point.detector.js';
import type { Image, ImageDetails } from '../domain/image.entity.js';
import { ImageLinks } from './image-links.js';
import { type ImageEdit, ImagesService } from './images.service.js';
import { receive, type ReceivedFile } from '../received-file.js';

/** Content types that may be an image. */
const ACCEPT = 'image/avif,image/webp,image/*;q=0.9,*/*;q=0.1';
const HTTP = /^https?:\/\//i;
const MAX_NAME_LENGTH = 200;

/** Takes images as clients send them: as files, or by the URL where they are. */
@Injectable()
export class ImageUploadsService {
  constructor(
    private readonly images: ImagesService,
    private readonly focalPoints: FocalPointDetector,
    private readonly links: ImageLinks,
    private readonly outbound: OutboundClient,
    private readonly tempFiles: TempFiles,
    private readonly settings: MediaSettings,
  ) {}

  /** @throws InvalidError when there are both files and a URL, or neither */
  async create(
    files: readonly ReceivedFile[],
    url: string | null | undefined,
    details: ImageDetails,
    actor: Actor,
  ): Promise<Image[]> {
    if (!url) {
      if (files.length > 0) return this.created(files, details, actor);
      throw InvalidError.field('file', 'is required: send files in parts named "file", or an image_url');
    }
    if (files.length > 0) throw InvalidError.field('image_url', 'cannot be sent together with files');
    return this.fetched(url, (file) => this.created([file], details, actor, 'image_url'));
  }

  /** @param added part of the unit of work that adds the image */
  fetch(
    url: string,
    details: ImageDetails,
    actor: Actor,
    added: (image: Image) => Promise<void>,
  ): Promise<Image> {
    return this.fetched(url, async (file) => {
      const images = await this.images.create([file], details, actor, 'image_url', added);
      this.focalPoints.enqueue(images);
      const [image] = images;
      if (!image) throw new Error('Every file has an image.');
      return image;
    });
  }

  /** @param url the image's own leaves the file as it is */
  async edit(id: number, url: string, edit: ImageEdit, actor: Actor): Promise<Image> {
    // Checked before anything is fetched.
    await this.images.mustBeChangeable(id, actor);
    if (this.links.isOwn(url, id)) return this.images.edit(id, edit, actor);
    return this.fetched(url, async (file) => {
      const image = await this.images.replace(id, file, edit, actor);
      this.focalPoints.enqueue([image]);
      return image;
    });
  }

  private async created(
    files: readonly ReceivedFile[],
    details: ImageDetails,
    actor: Actor,
    field?: string,
  ): Promise<Image[]> {
    const images = await this.images.create(files, details, actor, field);
    this.focalPoints.enqueue(images);
    return images;
  }

  private async fetched<T>(url: string, work: (file: ReceivedFile) => Promise<T>): Promise<T> {
    if (!HTTP.test(url) || !URL.canParse(url))
      throw InvalidError.field('image_url', 'must be an http or https URL');
    const { maxUploadBytes: maxBytes } = this.settings;
    const path = this.tempFiles.path();
    try {
      const answer = await this.outbound.get(url, { maxBytes, accept: ACCEPT, onLimit: 'fail' });
      // The extension in a URL says nothing of the type: it is dropped.
      const file = await receive(answer.body, '', path);
      return await work({ ...file, title: titleOf(answer.url) });
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** `bridge` of `https://example.com/photos/bridge.jpg?size=large`. */
function titleOf(url: string): string {
  const [segment = ''] = new URL(url).pathname.split('/').slice(-1);
  const title = percentDecoded(segment)
    .replace(/\.[^.]*$/, '')
    .replace(/[/\\\p{Cc}\p{Zl}\p{Zp}]+|\.\.+/gu, '-');
  // Cut between characters: half a character cannot be stored.
  return Array.from(title).slice(0, MAX_NAME_LENGTH).join('');
}
