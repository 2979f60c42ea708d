import { InvalidError } from '../../../kernel/errors.js';
import { tagSlug } from '../../../kernel/slug.js';
import {
  CommaListField,
  fault,
  Fault,
  Field,
  FlagField,
  IntegerField,
  readInteger,
  readString,
  SecondsField,
  StringField,
} from '../../../platform/http/request/fields.js';
import { CursorPageDto } from '../../../platform/http/request/page.dto.js';
import type { PostCriteria } from '../../articles/listing/article-lists.service.js';
import type { ArticleOrder } from '../../articles/listing/article-criteria.js';
import { Provider } from '../../articles/articles.service.js';
import type { FieldChoice } from '../../articles/http/fields/field-selection.js';
import { RangeEnd } from '../../articles/http/fields/own-fields.js';
import type { IntegerRange, OwnValue } from '../../articles/domain/own-fields.js';

const ORDERS = ['recency', 'last_update', 'oldness', 'popularity'] as const;
const DAY_HOURS = 24;
/** Longer than any page views are kept. */
const MAX_HOURS = 1_000_000;
const MAX_IDS = 100;
const MAX_FIELDS = 200;

const readSectionId = readInteger({ min: 0 });

function readOrder(value: unknown): string | Fault | undefined {
  if (value === '') return undefined;
  return ORDERS.includes(value as (typeof ORDERS)[number])
    ? String(value)
    : fault(`must be one of ${ORDERS.join(', ')}`);
}

const NUMBER = /^\s*\+?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Any positive number, fractions included. */
function readPositive(value: unknown): number | Fault {
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  return typeof number === 'number' && number > 0 && Number.isFinite(number)
    ? number
    : fault('must be a number above 0');
}

const PeriodField = (description: string, standard: number) =>
  Field(
    readPositive,
    { description, nullable: false },
    { type: 'number', minimum: 0, exclusiveMinimum: true, default: standard },
  );

const IdsField = (description: string) =>
  CommaListField(readSectionId, {
    items: { type: 'integer' },
    maxItems: MAX_IDS,
    nullable: false,
    description: `${description}, comma-separated`,
  });

const NamesField = (description: string) =>
  CommaListField(readString, {
    items: { type: 'string' },
    maxItems: MAX_FIELDS,
    nullable: false,
    description: `${description}, comma-separated`,
  });

/** Query of GET /posts. Interface, chapter "Posts". */
export class ListPostsDto extends CursorPageDto {
  @IntegerField({
    min: 0,
    nullable: false,
    description: '0 entry editor, 15 import, 20 API; 20 when provider_post_id is sent',
  })
  provider_id?: number;

  @StringField({ maxLength: 255, nullable: false, description: 'external id' })
  provider_post_id?: string;

  @Field(
    readOrder,
    {
      nullable: false,
      description:
        'recency: newest publication first; last_update: last change first; oldness: oldest publication first; popularity: most page views first',
    },
    { type: String, enum: [...ORDERS], default: 'recency' },
  )
  order_by?: (typeof ORDERS)[number];

  @PeriodField('days whose page views count for popularity', 7)
  order_by_period_in_days?: number;

  @IdsField('ids of sections; posts in at least one of them')
  include_sections?: number[];

  @IdsField('ids of sections; posts in none of them')
  exclude_sections?: number[];

  @IdsField('ids of sections; posts in all of them')
  require_sections?: number[];

  @StringField({ nullable: false, description: 'words; posts that hold all of them' })
  phrase?: string;

  @SecondsField({ nullable: false, description: 'earliest publication time' })
  date_from?: number;

  @SecondsField({ nullable: false, description: 'latest publication time' })
  date_to?: number;

  @SecondsField({ nullable: false, description: 'posts that have changed at this time or later' })
  updated_from?: number;

  @StringField({ nullable: false, description: 'type of the post', example: 'page' })
  type?: string;

  @FlagField({ nullable: false, description: '1 leaves out posts all of whose sections are Private' })
  exclude_private?: boolean;

  @NamesField('tags; posts that carry at least one of them')
  include_tags?: string[];

  @NamesField('fields to show')
  include_fields?: string[];

  @NamesField('fields not to show')
  exclude_fields?: string[];

  /** Values of fields of the extension, and ends of ranges of them. */
  added?: Readonly<Record<string, OwnValue[] | RangeEnd>>;

  toCriteria(): PostCriteria {
    const isImported = this.provider_post_id !== undefined && this.provider_post_id !== '';
    const tags = given(this.include_tags);
    return {
      providerId: this.provider_id ?? (isImported ? Provider.Api : undefined),
      providerPostId: isImported ? this.provider_post_id : undefined,
      anySections: distinct(this.include_sections),
      noSections: distinct(this.exclude_sections),
      allSections: distinct(this.require_sections),
      phrase: this.phrase?.trim() ? this.phrase : undefined,
      from: this.date_from,
      to: this.date_to,
      updatedFrom: this.updated_from,
      type: this.type === '' ? undefined : this.type,
      excludesPrivate: this.exclude_private,
      anyTags: tags && [...new Set(tags.map(tagSlug))],
      ...(this.added && ownCriteriaOf(Object.entries(this.added))),
    };
  }

  toOrder(): ArticleOrder {
    if (this.order_by === 'last_update') return { by: 'updated' };
    if (this.order_by === 'oldness') return { by: 'oldest' };
    if (this.order_by !== 'popularity') return { by: 'newest' };
    return { by: 'views', periodHours: toHours((this.order_by_period_in_days ?? 7) * DAY_HOURS) };
  }

  protected override opposedToCursor(): string | null {
    return this.order_by === 'popularity' ? 'order_by' : super.opposedToCursor();
  }

  toFieldChoice(): FieldChoice {
    return { included: given(this.include_fields), excluded: given(this.exclude_fields) };
  }
}

export class SectionPostsDto extends CursorPageDto {
  @StringField({ required: true, minLength: 1, description: 'slug, full path or title', example: 'politics' })
  section_name!: string;
}

export class TagPostsDto extends CursorPageDto {
  @StringField({ required: true, minLength: 1, example: 'bridge' })
  tag!: string;
}

export class SearchPostsDto extends CursorPageDto {
  @StringField({
    required: true,
    minLength: 1,
    description: 'words, all of which have to be found',
    example: 'bridge open',
  })
  phrase!: string;
}

export class AuthorPostsDto extends CursorPageDto {
  @StringField({ required: true, description: 'name of the author', example: 'paul-smith' })
  author_name!: string;
}

export class BasenamePostsDto extends CursorPageDto {
  @StringField({
    required: true,
    minLength: 1,
    description: 'slug of the post',
    example: 'the-bridge-is-open',
  })
  basename!: string;

  @FlagField({ nullable: false, description: '1 lists removed articles too' })
  removed?: boolean;
}

export class PopularPostsDto extends CursorPageDto {
  @PeriodField('hours whose page views count', 24)
  period_in_hours?: number;

  toOrder(): ArticleOrder {
    return { by: 'views', periodHours: toHours(this.period_in_hours ?? DAY_HOURS) };
  }

  override toCursor(): undefined {
    if (this.cursor !== undefined)
      throw InvalidError.field('cursor', 'cannot be sent for an order by page views');
  }
}

/** Page views are counted by the hour. */
const toHours = (hours: number): number => Math.min(Math.ceil(hours), MAX_HOURS);

/** An empty list in a query selects nothing, so it counts as not sent. */
const given = <T>(list: T[] | undefined): T[] | undefined => (list && list.length > 0 ? list : undefined);
function ownCriteriaOf(
  added: readonly (readonly [string, OwnValue[] | RangeEnd])[],
): Pick<PostCriteria, 'fields' | 'fieldRanges'> {
  const [fields, fieldRanges]: [Record<string, OwnValue[]>, Record<string, IntegerRange>] = [{}, {}];
  for (const [name, sent] of added) {
    if (sent instanceof RangeEnd) sent.addTo(fieldRanges);
    else if (sent.length > 0) fields[name] = [...new Set(sent)];
  }
  return { fields, fieldRanges };
}
const distinct = (list: number[] | undefined): number[] | undefined => given([...new Set(list)]);
