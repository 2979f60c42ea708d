import { ResolveField, Resolver } from '@nestjs/graphql';
import type { MediaModel } from '../models/content-trees.js';
import type { ImageModel } from '../models/images.js';
import type { GraphqlContext } from '../request-context.js';
import { FieldArgument } from '../schema/fields/field-argument.decorator.js';
import { MediaContentNode } from '../schema/content.types.js';
import { Device } from '../schema/enums.js';
import { LIST } from '../schema/fields/nullable.js';
import { Image, ImageCrop } from '../schema/particle.type.js';

@Resolver(() => Image)
export class ImageResolver {
  @FieldArgument('sizes', () => [String], {
    nullable: true,
    description: 'all when it is left out; those that the site does not have are left out',
  })
  @ResolveField(() => [ImageCrop], LIST)
  crops(image: ImageModel, { sizes }: { readonly sizes?: readonly string[] | null }): ImageCrop[] {
    return image.crops(sizes);
  }
}

@Resolver(() => MediaContentNode)
export class MediaContentNodeResolver {
  @FieldArgument('device', () => Device)
  @ResolveField(() => String, { nullable: true, description: 'safe HTML' })
  html(
    node: MediaModel,
    { device }: { readonly device?: Device | null },
    { request }: GraphqlContext,
  ): string | Promise<string> {
    return device === Device.AMP ? node.amp(request) : node.safeHtml;
  }
}
