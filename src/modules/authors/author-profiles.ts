import { Injectable } from '@nestjs/common';
import { AboutTexts } from '../content/rendering/about-texts.js';
import { ImagesService } from '../media/images/images.service.js';
import type { Author, AuthorFields } from './domain/author.entity.js';

/** Pictures of authors, and the texts about them. */
@Injectable()
export class AuthorProfiles {
  constructor(
    private readonly images: ImagesService,
    private readonly texts: AboutTexts,
  ) {}

  /** With what readers may be shown of the text. Needs no transaction. */
  async rendered<F extends AuthorFields>(fields: F): Promise<F> {
    return { ...fields, aboutHtmlSafe: await this.texts.safe(fields.aboutHtml) };
  }

  /** To be called in the unit of work that saves the author. @throws InvalidError */
  async mustHaveImage({ imageId: id }: Author): Promise<void> {
    await this.images.mustExist([{ id, field: 'image_id' }]);
  }

  async portrayed(author: Author): Promise<Author> {
    await this.withPortraits([author]);
    return author;
  }

  async withPortraits(authors: Author[]): Promise<Author[]> {
    const images = await this.images.byId(authors.map(({ imageId }) => imageId));
    for (const author of authors) author.portrait = images.get(author.imageId ?? 0) ?? null;
    return authors;
  }
}
