import { Injectable } from '@nestjs/common';
import { AuthorsService } from '../modules/authors/authors.service.js';
import type { Author } from '../modules/authors/domain/author.entity.js';
import type { Image } from '../modules/media/domain/image.entity.js';
import { ImagesService } from '../modules/media/images/images.service.js';
import type { Section } from '../modules/sections/domain/section.entity.js';
import { SectionsService } from '../modules/sections/sections.service.js';

type Found<T> = Promise<ReadonlyMap<number, T>>;

/** Resources that are read by id, many at a time; a request has a loader of each. */
@Injectable()
export class ReadsById {
  constructor(
    private readonly authorsService: AuthorsService,
    private readonly sectionsService: SectionsService,
    private readonly imagesService: ImagesService,
  ) {}

  readonly authors = (ids: readonly number[]): Found<Author> => this.authorsService.byId(ids);
  readonly sections = (ids: readonly number[]): Found<Section> => this.sectionsService.byId(ids);
  readonly images = (ids: readonly number[]): Found<Image> => this.imagesService.byId(ids);
}
