import { Field, Int, InterfaceType, ObjectType } from '@nestjs/graphql';
import { ImageFlag } from './enums.js';
import { byTypename, LIST, NULLABLE } from './fields/nullable.js';

@ObjectType({ description: 'A page of the site.' })
export class Page {
  @Field(() => String, { nullable: true, description: 'URL' })
  href!: string | null;
}

@ObjectType({ description: 'The pages on which something is shown.' })
export class PageMap {
  @Field(() => Page, NULLABLE)
  web!: Page | null;

  @Field(() => Page, { nullable: true, description: 'null where there is no AMP page' })
  amp!: Page | null;
}

@ObjectType({ description: 'Where a particle leads instead of its own page.' })
export class LinkOut {
  @Field(() => PageMap, NULLABLE)
  pages!: PageMap | null;

  @Field(() => String, { nullable: true, description: 'of the link: _blank, or null' })
  target!: string | null;
}

@ObjectType()
export class Video {
  @Field(() => String, { nullable: true, description: 'source of a frame' })
  href!: string | null;
}

@ObjectType()
export class ImageCrop {
  @Field(() => String, { nullable: true, description: '600x400, 300x, origin' })
  size!: string | null;

  @Field(() => String, { nullable: true, description: 'URL' })
  href!: string | null;
}

@ObjectType({ description: 'An image of the media library, or one elsewhere, which has no id and one size.' })
export class Image {
  @Field(() => Int, NULLABLE)
  id!: number | null;

  @Field(() => [ImageFlag], LIST)
  flags!: readonly ImageFlag[];

  @Field(() => String, { description: 'caption; empty when there is none' })
  title!: string;

  @Field(() => String, { description: 'of the photographer; empty when there is none' })
  credit!: string;

  @Field(() => String, { description: 'for those who cannot see it; empty when there is none' })
  altText!: string;
}

/** Interface, chapter "GraphQL types". */
@InterfaceType({
  description: 'What can be shown as a card: it has a page, a title and a picture.',
  resolveType: byTypename,
})
export abstract class Particle {
  @Field(() => PageMap)
  pages!: PageMap;

  @Field(() => String, NULLABLE)
  title!: string | null;

  @Field(() => String, NULLABLE)
  subtitle!: string | null;

  @Field(() => LinkOut, NULLABLE)
  linkOut!: LinkOut | null;

  @Field(() => Image, NULLABLE)
  image!: Image | null;

  @Field(() => Video, NULLABLE)
  video!: Video | null;

  @Field(() => String, NULLABLE)
  breadcrumbTitle!: string | null;
}
