import { Injectable } from '@nestjs/common';
import { AboutTexts } from '../content/rendering/about-texts.js';
import { ImagesService } from '../media/images/images.service.js';
import type { Author, AuthorFields } from './domain/author.entity.js';
import { PasswordHasher } from './domain/password-hasher.js';

export type AuthorInput = AuthorFields & { readonly password?: string | null | undefined };

/** The fields of an author as they are kept. */
export type PreparedAuthor = AuthorFields & { readonly passwordHash?: string | null | undefined };

/** Pictures of authors, the texts about them, and what is kept of their passwords. */
@Injectable()
export class AuthorProfiles {
  constructor(
    private readonly images: ImagesService,
    private readonly texts: AboutTexts,
    private readonly hasher: PasswordHasher,
  ) {}

  /** With what readers may be shown of the text, and the hash of the password. Needs no transaction. */
  async prepared({ password, ...fields }: AuthorInput): Promise<PreparedAuthor> {
    return {
      ...fields,
      aboutHtmlSafe: await this.texts.safe(fields.aboutHtml),
      passwordHash: password ? await this.hasher.hash(password) : password,
    };
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
