import { MAX_INT32 } from '../../../kernel/units.js';
import { InvalidError } from '../../../kernel/errors.js';
import type { Page } from '../../../kernel/page.js';
import { Fault, Field, FlagField, readInteger, StringField } from './fields.js';

/** A number from 0 on; one that is too large for the database stands for the end. */
function readCount(value: unknown): number | Fault {
  if (typeof value === 'string' && /^\d+$/.test(value)) return Math.min(Number(value), MAX_INT32);
  const count = readInteger({ min: 0, max: Number.MAX_SAFE_INTEGER })(value);
  return count instanceof Fault ? count : Math.min(count, MAX_INT32);
}

const OffsetField = () =>
  Field(
    readCount,
    { description: 'how many to skip', nullable: false },
    { type: 'integer', minimum: 0, default: 0 },
  );

/**
 * `limit` of a list; above the maximum it is lowered to the maximum.
 * @param standard null where all are listed
 */
export const LimitField = (standard: number | null, max: number) =>
  Field(
    (value) => {
      const limit = readCount(value);
      return limit instanceof Fault ? limit : Math.min(limit, max);
    },
    {
      description: `${standard ?? 'all'} when absent; above ${max} it is lowered to ${max}`,
      nullable: false,
    },
    { type: 'integer', minimum: 0, maximum: max, ...(standard !== null && { default: standard }) },
  );

/** Query of a list with 10 objects a page, 100 at most. */
export class PageDto {
  @OffsetField()
  offset?: number;

  @LimitField(10, 100)
  limit?: number;

  toPage(): Page {
    return { offset: this.offset ?? 0, limit: this.limit ?? 10 };
  }
}

/** The same, for a list that tells where its next page is, and how long it is. */
export class CursorPageDto extends PageDto {
  @StringField({
    nullable: false,
    description:
      'empty for the first page; then as the Link of the page before has it. Not with offset or an order by page views',
  })
  cursor?: string;

  @FlagField({ nullable: false, description: '1 answers the length of the list in X-Total-Count' })
  count?: boolean;

  /** The cursor, empty for the first page; undefined without one. @throws InvalidError where it cannot be */
  toCursor(): string | undefined {
    const opposed = this.opposedToCursor();
    if (this.cursor !== undefined && opposed !== null) {
      const errors = [{ field: 'cursor', message: `cannot be sent with ${opposed}` }];
      throw InvalidError.fields([...errors, { field: opposed, message: 'cannot be sent with cursor' }]);
    }
    return this.cursor;
  }

  /** Names the parameter that a cursor cannot be sent with. */
  protected opposedToCursor(): string | null {
    return this.offset === undefined ? null : 'offset';
  }
}

/** Query of such a list with 10 objects a page, 30 at most. */
export class ShortPageDto extends CursorPageDto {
  @LimitField(10, 30)
  declare limit?: number;
}

/** Query of a list that is sent whole unless it is asked for a part. */
export class LongPageDto extends PageDto {
  @LimitField(null, 1000)
  declare limit?: number;

  override toPage(): Page {
    return { offset: this.offset ?? 0, limit: this.limit ?? MAX_INT32 };
  }
}
