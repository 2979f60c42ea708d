import { Field, Int, ObjectType } from '@nestjs/graphql';
import { ListLength } from '../limits/list-length.js';
import { USUAL_LENGTH } from '../limits/query-cost.js';
import { SectionStatus } from './enums.js';
import { ContentTree } from './content.types.js';
import { LIST, NULLABLE } from './fields/nullable.js';
import { PageMap, Particle } from './particle.type.js';

@ObjectType()
export class Tag {
  @Field(() => String, { nullable: true, description: 'the slug, by which tags are told apart' })
  id!: string | null;

  @Field(() => String, NULLABLE)
  slug!: string | null;

  @Field(() => String, { nullable: true, description: 'as the editors wrote it' })
  title!: string | null;

  @Field(() => PageMap, NULLABLE)
  pages!: PageMap | null;
}

@ObjectType({ implements: () => [Particle] })
export class Author extends Particle {
  @Field(() => Int, NULLABLE)
  id!: number | null;
}

@ObjectType({ implements: () => [Particle] })
export class Section extends Particle {
  @Field(() => Int, NULLABLE)
  id!: number | null;

  @Field(() => String, NULLABLE)
  slug!: string | null;

  @Field(() => String, { nullable: true, description: '/parent/child' })
  path!: string | null;

  @Field(() => SectionStatus, NULLABLE)
  status!: SectionStatus | null;
}

@ObjectType({ implements: () => [Particle] })
export class Post extends Particle {
  @Field(() => Int, NULLABLE)
  id!: number | null;

  @Field(() => ContentTree, NULLABLE)
  content!: Promise<ContentTree> | null;

  @ListLength(USUAL_LENGTH)
  @Field(() => [Author], LIST)
  authors!: readonly Author[];

  @ListLength(USUAL_LENGTH)
  @Field(() => [Section], { ...LIST, description: 'the one that the editors chose as primary, if they did' })
  primarySections!: readonly Section[];

  @ListLength(USUAL_LENGTH)
  @Field(() => [Section], { ...LIST, description: 'all others' })
  regularSections!: readonly Section[];

  @ListLength(USUAL_LENGTH)
  @Field(() => [Tag], { ...LIST, description: 'the one that the editors chose as primary, if they did' })
  primaryTags!: readonly Tag[];

  @ListLength(USUAL_LENGTH)
  @Field(() => [Tag], { ...LIST, description: 'all others' })
  regularTags!: readonly Tag[];

  @Field(() => Int, {
    nullable: true,
    description:
      'seconds UTC; null also from 2038-01-19 on and before 1901-12-14, which an Int does not hold',
  })
  publishedAt!: number | null;
}

@ObjectType()
export class PageInfo {
  @Field(() => String, { nullable: true, description: 'for `after` of the next page; null on an empty page' })
  endCursor!: string | null;

  @Field(() => Boolean)
  hasNextPage!: boolean;
}

@ObjectType({ description: 'A page of a list of posts.' })
export class PostsPage {
  // The page is counted as often as it may have items.
  @ListLength(1)
  @Field(() => [Post], LIST)
  items!: readonly Post[];

  @Field(() => PageInfo)
  pageInfo!: PageInfo;
}
