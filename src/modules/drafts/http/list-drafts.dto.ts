import { FlagField } from '../../../platform/http/fields.js';
import { ShortPageDto } from '../../../platform/http/page.dto.js';

export class ListDraftsDto extends ShortPageDto {
  @FlagField({ nullable: false, description: '1 lists removed articles too' })
  removed?: boolean;
}
