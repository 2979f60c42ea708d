import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Image } from '../../media/domain/image.entity.js';
import { ImageLinks } from '../../media/images/image-links.js';
import type { Badge, BadgeFacts } from '../domain/badge.entity.js';

/** A badge as every endpoint shows it. */
export class BadgeResponse {
  @ApiProperty({ type: 'integer', example: 3 })
  id!: number;

  @ApiProperty({ example: 'Good news' })
  name!: string;

  @ApiProperty({ type: 'integer', example: 12 })
  image_id!: number;

  @ApiProperty({ description: 'URL of the image', example: '' })
  image!: string;

  @ApiProperty({ type: [String], description: 'posts that carry any of these carry the badge' })
  tags!: readonly string[];

  @ApiProperty({ type: 'integer', enum: [0, 1], description: '0 Normal, 1 Sponsored', example: 0 })
  category!: number;

  @ApiProperty({ description: 'empty when unset', example: '' })
  description!: string;

  @ApiProperty({
    description: 'as it was sent; "" when unset',
    oneOf: [
      { type: 'object', additionalProperties: true },
      { type: 'string', maxLength: 0 },
    ],
    example: '',
  })
  link!: object | string;

  @ApiProperty({ type: 'integer', description: 'place in the list of badges', example: 0 })
  order!: number;
}

/** Shows badges as the API has them. */
@Injectable()
export class BadgePresenter {
  constructor(private readonly links: ImageLinks) {}

  /** A badge with its own picture. */
  presentOwn(badge: Badge): BadgeResponse {
    return this.present(badge, badge.picture);
  }

  /** @param image null when it is gone */
  present(badge: BadgeFacts, image: Image | null): BadgeResponse {
    return {
      id: badge.id,
      name: badge.name,
      image_id: badge.imageId,
      image: image ? this.links.originUrl(image) : '',
      tags: badge.tags,
      category: badge.category,
      description: badge.description ?? '',
      link: badge.link ?? '',
      order: badge.sortOrder,
    };
  }
}
