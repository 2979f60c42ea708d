import { ApiExtraModels, ApiProperty, PartialType } from '@nestjs/swagger';
import { Properties } from './fields/field-kinds.js';
import { ARTICLE_FIELDS } from './fields/article-fields.js';
import { ImageInfo } from './article-parts.response.js';

type Fields = typeof ARTICLE_FIELDS;
type Shown = { [Name in keyof Fields]: ReturnType<Fields[Name]['present']> };

@Properties(Object.entries(ARTICLE_FIELDS).map(([name, { schema }]) => [name, ApiProperty(schema)]))
class ShownFields {}

/** A post or draft as every endpoint shows it: every request field, and what the service adds. */
@ApiExtraModels(ImageInfo)
export class ArticleResponse extends (ShownFields as new () => Shown) {
  @ApiProperty({
    type: [String],
    required: false,
    description: 'answer of a write: what the client may not expect',
  })
  warnings?: string[];
}

/** An article in a list where the client chooses the fields. */
export class ChosenArticleResponse extends PartialType(ArticleResponse) {}
