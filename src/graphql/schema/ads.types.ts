import { Field, Int, InterfaceType, ObjectType } from '@nestjs/graphql';
import { ListLength } from '../limits/list-length.js';
import { USUAL_LENGTH } from '../limits/query-cost.js';
import { byTypename, LIST, NULLABLE } from './fields/nullable.js';

@InterfaceType({ description: 'An ad as the settings of the site have it.', resolveType: byTypename })
export abstract class Ad {
  @Field(() => Boolean, NULLABLE)
  isEnabled!: boolean | null;
}

@ObjectType({ implements: () => [Ad] })
export class PlainAd extends Ad {}

@ObjectType({ implements: () => [Ad] })
export class BodyAd extends Ad {
  @Field(() => Int, { nullable: true, description: 'words of the body between two ads' })
  wordsCount!: number | null;
}

@ObjectType({ implements: () => [Ad] })
export class ListicleAd extends Ad {
  @Field(() => [Int], { ...LIST, description: 'numbers of the items after which it stands' })
  order!: readonly number[];

  @Field(() => String)
  title!: string;
}

@ObjectType({ implements: () => [Ad] })
export class SlideshowAd extends Ad {
  @Field(() => [Int], { ...LIST, description: 'numbers of the slides after which it stands' })
  order!: readonly number[];
}

@ObjectType({ description: 'Setting `ads` of the site.' })
export class Ads {
  @Field(() => PlainAd, NULLABLE)
  head!: PlainAd | null;

  @ListLength(USUAL_LENGTH)
  @Field(() => [BodyAd], NULLABLE)
  body!: readonly BodyAd[];

  @ListLength(USUAL_LENGTH)
  @Field(() => [ListicleAd], NULLABLE)
  listicle!: readonly ListicleAd[];

  @ListLength(USUAL_LENGTH)
  @Field(() => [SlideshowAd], NULLABLE)
  slideshow!: readonly SlideshowAd[];

  @ListLength(USUAL_LENGTH)
  @Field(() => [PlainAd], NULLABLE)
  beforeListicle!: readonly PlainAd[];
}
