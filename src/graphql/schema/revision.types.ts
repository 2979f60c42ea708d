import { Field, InputType, Int, ObjectType } from '@nestjs/graphql';
import { ListLength } from '../limits/list-length.js';
import { ITEMS, LIST, NULLABLE } from './fields/nullable.js';
import { Author } from './post.types.js';

@ObjectType({ description: 'A version of a post.' })
export class Revision {
  @Field(() => Int, { description: 'its number, by which REST shows and reverts it' })
  revision!: number;

  @Field(() => Int, { nullable: true, description: 'seconds UTC' })
  createdAt!: number | null;

  @Field(() => Author, { nullable: true, description: 'who made it; null for the service itself' })
  author!: Author | null;

  @Field(() => [String], {
    ...ITEMS,
    description: 'request fields of REST in which it differs from the one before',
  })
  changed!: readonly string[];
}

@ObjectType({ description: 'A part of the history of a post.' })
export class RevisionsPage {
  // The page is counted as often as it may have items.
  @ListLength(1)
  @Field(() => [Revision], LIST)
  items!: readonly Revision[];
}

@InputType()
export class RevisionsSlice {
  @Field(() => Int, { ...NULLABLE, description: '10 unless it is given, 100 at most' })
  limit?: number | null;

  @Field(() => Int, { ...NULLABLE, description: 'how many to skip, 10000 at most' })
  offset?: number | null;
}
