import {
  Fault,
  Field,
  IntegerField,
  ListField,
  readObject,
  readString,
  StringField,
} from '../../../platform/http/request/fields.js';
import { BadgeCategory, type BadgeFields } from '../domain/badge.entity.js';

/** Answers show "" for no link, and clients send it back; a link that says nothing is none. */
function readLink(value: unknown): object | Fault | null {
  if (value === '') return null;
  const link = readObject(value);
  return link instanceof Fault || Object.keys(link).length > 0 ? link : null;
}

/** The fields of a badge as clients send them, for a change. */
export class EditBadgeDto {
  @StringField({ minLength: 1, maxLength: 255, nullable: false, example: 'Good news' })
  name?: string;

  @IntegerField({ min: 1, nullable: false, description: '`id` of an image', example: 12 })
  image_id?: number;

  @ListField(readString, {
    items: { type: 'string' },
    description: 'posts that carry any of these tags carry the badge',
    example: ['rescue', 'recovery'],
  })
  tags?: string[] | null;

  @IntegerField({ min: 0, max: 1, description: '0 Normal (default), 1 Sponsored', example: 0 })
  category?: BadgeCategory | null;

  @StringField({ description: 'a sponsored badge has to have one' })
  description?: string | null;

  @Field(
    readLink,
    {
      description: 'kept as sent; a sponsored badge has to have one',
      example: { url: 'https://example.com/sponsor' },
    },
    { type: 'object', additionalProperties: true },
  )
  link?: object | null;

  @IntegerField({ nullable: false, description: 'place in the list of badges', example: 0 })
  order?: number;

  toInput(): BadgeFields {
    return {
      name: this.name,
      imageId: this.image_id,
      tags: this.tags === null ? [] : this.tags,
      category: this.category === null ? BadgeCategory.Normal : this.category,
      description: this.description,
      link: this.link,
      order: this.order,
    };
  }
}

export class CreateBadgeDto extends EditBadgeDto {
  @StringField({ required: true, minLength: 1, maxLength: 255, example: 'Good news' })
  declare name: string;

  @IntegerField({ required: true, min: 1, description: '`id` of an image', example: 12 })
  declare image_id: number;
}
