import { FlagField } from '../../../platform/http/request/fields.js';
import { ShortPageDto } from '../../../platform/http/request/page.dto.js';

export class ListDraftsDto extends ShortPageDto {
  @FlagField({ nullable: false, description: '1 lists removed articles too' })
  removed?: boolean;
}
