import { CommaListField, readString } from '../../../platform/http/request/fields.js';
import { ShortPageDto } from '../../../platform/http/request/page.dto.js';

export class SearchAuthorsDto extends ShortPageDto {}

export class EmailsDto {
  @CommaListField(readString, {
    required: true,
    maxItems: 100,
    items: { type: 'string', format: 'email' },
    description: 'comma-separated',
    example: 'paul@example.com,ann@example.com',
  })
  emails!: string[];
}
