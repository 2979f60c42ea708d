import { Extensions, Field, InputType, Int } from '@nestjs/graphql';
import { AuthorsOrder, PostsOrder, PostStatus, SectionStatus } from './enums.js';
import { ITEMS, LIST } from './fields/nullable.js';

/** A list as clients send it; what is null in it means nothing. */
export type Sent<T> = readonly (T | null)[];

@InputType({ description: 'Which posts; empty lists leave nobody out. 100 values a list at most.' })
export class PostsFilters {
  @Field(() => [Int], LIST)
  includedIds?: Sent<number> | null;

  @Field(() => [Int], LIST)
  excludedIds?: Sent<number> | null;

  @Field(() => [PostStatus], LIST)
  includedStatuses?: Sent<PostStatus> | null;

  @Field(() => [PostStatus], LIST)
  excludedStatuses?: Sent<PostStatus> | null;

  @Field(() => [Int], { ...LIST, description: 'in at least one of these sections' })
  includedSections?: Sent<number> | null;

  @Field(() => [Int], LIST)
  excludedSections?: Sent<number> | null;

  @Field(() => [Int], { ...LIST, description: 'by at least one of these authors' })
  includedAuthors?: Sent<number> | null;

  @Field(() => [Int], LIST)
  excludedAuthors?: Sent<number> | null;

  @Field(() => [String], { ...LIST, description: 'with at least one of these tags' })
  includedTags?: Sent<string> | null;

  @Field(() => [String], LIST)
  excludedTags?: Sent<string> | null;

  @Field(() => [PostStatus], {
    ...LIST,
    description: 'PUBLISHED unless it is given; the others as far as the key may read them',
  })
  statuses?: Sent<PostStatus> | null;

  @Field(() => [String], {
    ...LIST,
    description: 'with one of these paths or URLs of the site, present or former',
  })
  includedPaths?: Sent<string> | null;

  @Field(() => String, { nullable: true, description: 'published posts that hold all of these words' })
  phrase?: string | null;

  @Field(() => Int, { nullable: true, description: 'earliest `publishedAt`' })
  dateFrom?: number | null;

  @Field(() => Int, { nullable: true, description: 'latest `publishedAt`' })
  dateTo?: number | null;

  @Field(() => [String], { nullable: true, description: 'of one of these types, as `type` of REST has them' })
  types?: readonly string[] | null;
}

@InputType()
export class PostsSlice {
  @Field(() => PostsOrder, { nullable: true, description: 'RECENCY unless it is given' })
  order?: PostsOrder | null;

  @Field(() => Int, { nullable: true, description: '10 unless it is given, 100 at most' })
  limit?: number | null;

  @Field(() => Int, { nullable: true, description: 'how many to skip, 10000 at most; not with `after`' })
  offset?: number | null;

  @Field(() => String, { nullable: true, description: '`endCursor` of the page before; empty for the first' })
  after?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'has no effect yet' })
  allowDuplicates?: boolean | null;
}

@InputType()
export class AuthorsSlice {
  @Field(() => AuthorsOrder, { nullable: true, description: 'TITLE unless it is given' })
  order?: AuthorsOrder | null;

  @Field(() => Int, { nullable: true, description: '10 unless it is given, 100 at most' })
  limit?: number | null;
}

/** `= []`: Nest takes no default beside `nullable: 'items'`, so the schema is given it afterwards. */
const NONE = { defaultValue: [] };

@InputType({ description: 'Which authors; an empty list leaves nobody out.' })
export class AuthorsFilters {
  @Extensions(NONE)
  @Field(() => [Int], ITEMS)
  includedIds!: Sent<number>;
}

@InputType({ description: 'Which sections; empty lists leave none out.' })
export class SectionsFilters {
  @Extensions(NONE)
  @Field(() => [Int], ITEMS)
  includedIds!: Sent<number>;

  @Extensions(NONE)
  @Field(() => [Int], ITEMS)
  excludedIds!: Sent<number>;

  @Extensions(NONE)
  @Field(() => [String], { ...ITEMS, description: '/parent/child' })
  includedPaths!: Sent<string>;

  @Extensions(NONE)
  @Field(() => [String], ITEMS)
  excludedPaths!: Sent<string>;

  @Extensions(NONE)
  @Field(() => [SectionStatus], ITEMS)
  includedStatuses!: Sent<SectionStatus>;

  @Extensions(NONE)
  @Field(() => [SectionStatus], ITEMS)
  excludedStatuses!: Sent<SectionStatus>;
}
