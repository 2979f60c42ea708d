import { ResolveField, Resolver } from '@nestjs/graphql';
import type { MediaModel } from '../content-trees.js';
import type { ImageModel } from '../images.js';
import { Takes } from '../takes.js';
import { MediaContentNode } from '../types/content.types.js';
import { Device } from '../types/enums.js';
import { LIST } from '../types/nullable.js';
import { Image, ImageCrop } from '../types/particle.type.js';

@Resolver(() => Image)
export class ImageResolver {
  @Takes('sizes', () => [String], {
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
  @Takes('device', () => Device)
  @ResolveField(() => String, { nullable: true, description: 'safe HTML' })
  html(node: MediaModel, { device }: { readonly device?: Device | null }): string {
    return device === Device.AMP ? node.amp : node.safeHtml;
  }
}
