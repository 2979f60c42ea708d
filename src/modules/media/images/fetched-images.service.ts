import { Injectable } from '@nestjs/common';
import { TakenError } from '../../../kernel/errors.js';
import type { Actor } from '../../auth/domain/actor.js';
import { FetchedImagesRepository } from '../domain/fetched-images.repository.js';
import type { ImageDetails } from '../domain/image.entity.js';
import { ImageUploadsService } from './image-uploads.service.js';

export interface FetchedImageId {
  readonly id: number;
  /** Whether the file was fetched now. */
  readonly isNew: boolean;
}

/** Makes images of files at URLs, one for each URL: an import that runs again fetches none twice. */
@Injectable()
export class FetchedImagesService {
  constructor(
    private readonly fetched: FetchedImagesRepository,
    private readonly uploads: ImageUploadsService,
  ) {}

  /** The id of the image that was made of the file at this URL; null when none was, or it is removed. */
  find(url: string): Promise<number | null> {
    return this.fetched.find(url);
  }

  /**
   * @param details of an image that is new
   * @throws OutboundError when the file cannot be fetched; like uploads when it is not an image
   */
  async findOrFetch(url: string, details: ImageDetails, actor: Actor): Promise<FetchedImageId> {
    const known = await this.fetched.find(url);
    if (known !== null) return { id: known, isNew: false };
    try {
      const image = await this.uploads.fetch(url, details, actor, ({ id }) => this.fetched.note(url, id));
      return { id: image.id, isNew: true };
    } catch (error) {
      // Another import created it first.
      const id = error instanceof TakenError ? await this.fetched.find(url) : null;
      if (id === null) throw error;
      return { id, isNew: false };
    }
  }
}
