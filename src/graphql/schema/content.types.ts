import { Field, Int, InterfaceType, ObjectType } from '@nestjs/graphql';
import { ListLength } from '../limits/list-length.js';
import { USUAL_LENGTH } from '../limits/query-cost.js';
import {
  ContentLayoutKind,
  ListicleContentLayoutFlag,
  MediaContentKind,
  NumerationOrder,
  SlideshowContentLayoutFlag,
} from './enums.js';
import { byTypename, ITEMS, LIST, NULLABLE } from './fields/nullable.js';
import { Particle } from './particle.type.js';

@InterfaceType({ description: 'How the nodes of a group are shown.', resolveType: byTypename })
export abstract class ContentLayout {
  @Field(() => ContentLayoutKind, NULLABLE)
  kind!: ContentLayoutKind | null;
}

@ObjectType()
export class Numeration {
  @Field(() => NumerationOrder, { nullable: true, description: 'null where items are not counted' })
  order!: NumerationOrder | null;
}

@ObjectType({ implements: () => [ContentLayout] })
export class PlainContentLayout extends ContentLayout {}

@ObjectType({ implements: () => [ContentLayout] })
export class ListicleContentLayout extends ContentLayout {
  @Field(() => [ListicleContentLayoutFlag], LIST)
  flags!: readonly ListicleContentLayoutFlag[];

  @Field(() => Numeration)
  numeration!: Numeration;
}

@ObjectType({ implements: () => [ContentLayout] })
export class SlideshowContentLayout extends ContentLayout {
  @Field(() => [SlideshowContentLayoutFlag], LIST)
  flags!: readonly SlideshowContentLayoutFlag[];

  @Field(() => Numeration)
  numeration!: Numeration;
}

@InterfaceType({ description: 'A node of a tree that is sent as a list.', resolveType: byTypename })
export abstract class ContentNode {
  @Field(() => String, { nullable: true, description: 'unique in its tree, the same at every reading' })
  ref!: string | null;

  @Field(() => String, { description: 'ref of the node that holds it; empty for the root' })
  parentRef!: string;
}

@ObjectType({ implements: () => [ContentNode], description: 'The whole content, or a listicle in it.' })
export class GroupContentNode extends ContentNode {
  @Field(() => ContentLayout, NULLABLE)
  layout!: ContentLayout | null;

  @Field(() => [Int], { ...ITEMS, description: 'numbers of the items after which ads stand' })
  adsOrder!: readonly number[];
}

/** TypeScript extends one class only; the fields of Particle come from what the schema knows of it. */
@ObjectType({ implements: () => [Particle, ContentNode], description: 'An item of a listicle.' })
export class ParticleContentNode extends ContentNode {
  @Field(() => Int)
  id!: number;
}

@ObjectType({ implements: () => [ContentNode], description: 'A run of text, or an image.' })
export class MediaContentNode extends ContentNode {
  @Field(() => MediaContentKind, NULLABLE)
  kind!: MediaContentKind | null;

  @Field(() => String, { nullable: true, description: 'the shortcode where there is one, else safe HTML' })
  code!: string | null;
}

@ObjectType({ description: 'All that a post shows, in reading order: each node stands before those in it.' })
export class ContentTree {
  @Field(() => String, NULLABLE)
  rootRef!: string | null;

  @ListLength(USUAL_LENGTH)
  @Field(() => [ContentNode], LIST)
  tree!: readonly ContentNode[];
}
