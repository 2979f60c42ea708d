import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Environment } from '../../../platform/config/environment.js';
import type { Image } from '../../media/domain/image.entity.js';
import { ImageLinks } from '../../media/images/image-links.js';
import { AuthorSettings } from '../author.settings.js';
import type { Author } from '../domain/author.entity.js';

/** An author as every endpoint shows it. */
export class AuthorResponse {
  @ApiProperty({ type: 'integer', example: 7 })
  id!: number;

  @ApiProperty({ description: 'slug', example: 'paulberry' })
  name!: string;

  @ApiProperty({ description: 'first and last name, else the slug', example: 'Paul Berry' })
  displayname!: string;

  @ApiProperty({ type: String, nullable: true, example: 'Paul' })
  first_name!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Berry' })
  last_name!: string | null;

  @ApiProperty({ description: 'biography, HTML; empty when unset', example: '<p>Writes about birds.</p>' })
  about_html!: string;

  @ApiProperty({ description: 'what of it may be shown; ignored in requests' })
  about_html_safe!: string;

  @ApiProperty({ description: 'empty when unset', example: '' })
  bio!: string;

  @ApiProperty({ description: 'URL; the default avatar when there is no image' })
  photo!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  fb_id!: string | null;

  @ApiProperty({ description: 'URL of the public profile page' })
  profile_url!: string;

  @ApiProperty({
    description: 'custom data; in lists, [] when there is none',
    oneOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: {}, maxItems: 0 },
    ],
    example: {},
  })
  specific_data!: object;
}

const PHOTO_SIZE = '210x';

/** Shows authors as the API has them. */
@Injectable()
export class AuthorPresenter {
  constructor(
    private readonly environment: Environment,
    private readonly settings: AuthorSettings,
    private readonly links: ImageLinks,
  ) {}

  present(author: Author): AuthorResponse {
    return {
      id: author.id,
      name: author.name,
      displayname: author.displayName,
      first_name: author.firstName,
      last_name: author.lastName,
      about_html: author.aboutHtml ?? '',
      about_html_safe: author.aboutHtmlSafe ?? '',
      bio: author.bio ?? '',
      photo: this.photoUrl(author.portrait),
      fb_id: author.fbId,
      profile_url: this.profileUrl(author),
      specific_data: author.specificData ?? {},
    };
  }

  /** The interface shows [] for no data in lists, {} elsewhere. */
  presentInList(author: Author): AuthorResponse {
    const hasData = Object.keys(author.specificData ?? {}).length > 0;
    return Object.assign(this.present(author), !hasData && { specific_data: [] });
  }

  /** @param portrait null for an author who has none */
  photoUrl(portrait: Image | null): string {
    if (portrait) return this.links.thumbnailUrl(portrait, PHOTO_SIZE);
    const { defaultAvatar } = this.settings;
    return defaultAvatar.startsWith('/') ? this.environment.PUBLIC_BASE_URL + defaultAvatar : defaultAvatar;
  }

  profileUrl({ name }: Pick<Author, 'name'>): string {
    return `${this.environment.PUBLIC_BASE_URL}/u/${encodeURIComponent(name)}/`;
  }
}
