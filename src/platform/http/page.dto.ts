import type { Page } from '../../kernel/page.js';
import { Field, Fault, IntegerField, readInteger } from './fields.js';

/** `limit` of a list; above the maximum it is lowered to the maximum. */
export const LimitField = (standard: number, max: number) =>
  Field(
    (value) => {
      const limit = readInteger({ min: 0, max: Number.MAX_SAFE_INTEGER })(value);
      return limit instanceof Fault ? limit : Math.min(limit, max);
    },
    { description: `${standard} when absent; above ${max} it is lowered to ${max}`, nullable: false },
    { type: 'integer', minimum: 0, maximum: max, default: standard },
  );

/** Query of a list with 10 objects a page, 100 at most. */
export class PageDto {
  @IntegerField({ min: 0, description: 'how many to skip', nullable: false })
  offset?: number;

  @LimitField(10, 100)
  limit?: number;

  toPage(): Page {
    return { offset: this.offset ?? 0, limit: this.limit ?? 10 };
  }
}

/** Query of a list with 10 objects a page, 30 at most. */
export class ShortPageDto extends PageDto {
  @LimitField(10, 30)
  declare limit?: number;
}
