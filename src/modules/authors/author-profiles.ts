import { Injectable } from '@nestjs/common';
import type { ValidateFunction } from 'ajv';
import { InvalidError } from '../../kernel/errors.js';
import { AboutTexts } from '../content/rendering/about-texts.js';
import { ImagesService } from '../media/images/images.service.js';
import { compileCustomSchema } from '../site/custom-schema.js';
import { AuthorSettings } from './author.settings.js';
import type { Author, AuthorFields } from './domain/author.entity.js';
import { PasswordHasher } from './domain/password-hasher.js';
import { hashOf } from './password-hashing.js';

export type AuthorInput = AuthorFields & { readonly password?: string | null | undefined };

/** The fields of an author as they are kept. */
export type PreparedAuthor = AuthorFields & { readonly passwordHash?: string | null | undefined };

/**
 * Pictures of authors, the texts about them, their data of the site's own, and
 * what is kept of their passwords.
 */
@Injectable()
export class AuthorProfiles {
  private readonly isSpecificData: ValidateFunction | null;

  constructor(
    private readonly images: ImagesService,
    private readonly texts: AboutTexts,
    private readonly hasher: PasswordHasher,
    { specificDataSchema: schema }: AuthorSettings,
  ) {
    this.isSpecificData = schema && compileCustomSchema(schema);
  }

  /**
   * @param data null clears it: it is {} then
   * @throws InvalidError when it does not match the schema of the site
   */
  checkSpecificData(data: object | null | undefined): void {
    if (data === undefined || !this.isSpecificData || this.isSpecificData(data ?? {})) return;
    const errors = (this.isSpecificData.errors ?? []).map(({ instancePath, message }) => ({
      field: `specific_data${instancePath.replaceAll('/', '.')}`,
      message: message ?? 'is not valid',
    }));
    throw new InvalidError('invalid-input', "specific_data does not match the site's schema.", errors);
  }

  /** Adds the safe HTML of the text and the hash of the password. Needs no transaction. */
  async prepared({ password, ...fields }: AuthorInput): Promise<PreparedAuthor> {
    return {
      ...fields,
      aboutHtmlSafe: await this.texts.safe(fields.aboutHtml),
      passwordHash: password ? await hashOf(this.hasher, password) : password,
    };
  }

  /** Checks the image, in the unit of work that saves the author. @throws InvalidError */
  async mustHaveImage({ imageId: id }: Author): Promise<void> {
    await this.images.mustExist([{ id, field: 'image_id' }]);
  }

  async withImage(author: Author): Promise<Author> {
    await this.withImages([author]);
    return author;
  }

  async withImages(authors: Author[]): Promise<Author[]> {
    const images = await this.images.byId(authors.map(({ imageId }) => imageId));
    for (const author of authors) author.portrait = images.get(author.imageId ?? 0) ?? null;
    return authors;
  }
}
