import { CommaListField, readString, StringField } from '../../../platform/http/request/fields.js';
import { ShortPageDto } from '../../../platform/http/request/page.dto.js';

export class SearchAuthorsDto extends ShortPageDto {
  @StringField({
    nullable: false,
    description: 'the author of exactly this name; all authors when it is absent',
    example: 'paul-smith',
  })
  name?: string;
}

export class EmailsDto {
  @CommaListField(readString, {
    required: true,
    maxItems: 100,
    items: { type: 'string', format: 'email' },
    description: 'comma-separated',
    example: ['paul@example.com', 'ann@example.com'],
  })
  emails!: string[];
}

export class NamesDto {
  @CommaListField(readString, {
    required: true,
    maxItems: 100,
    items: { type: 'string' },
    description: 'comma-separated',
    example: ['paul-smith', 'ann-lee'],
  })
  author_names!: string[];
}
