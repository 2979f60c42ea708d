import { Injectable } from '@nestjs/common';
import type { ArticleView } from '../../modules/articles/domain/article-view.js';
import type { Crops } from '../../modules/media/domain/crops.js';
import type { Image as ImageEntity } from '../../modules/media/domain/image.entity.js';
import { effectiveCrops } from '../../modules/media/domain/manual-crops.js';
import { ImageLinks, ORIGIN } from '../../modules/media/images/image-links.js';
import { linkAddress, loadableAddress } from './addresses.js';
import type { Image, ImageCrop, LinkOut } from '../schema/particle.type.js';

export interface ImageModel extends Image {
  /** The sizes that there are of those; all when none are named. */
  readonly crops: (sizes: readonly string[] | null | undefined) => ImageCrop[];
  readonly linkOut: LinkOut | null;
}

interface Words {
  readonly caption?: string | null | undefined;
  readonly credit?: string | null | undefined;
  /** Crops that take precedence over the image's, as they were sent. */
  readonly crops?: object | null | undefined;
}

/** Images as GraphQL shows them. */
@Injectable()
export class Images {
  constructor(private readonly links: ImageLinks) {}

  /** The lead image of a post, of the library or elsewhere. */
  leadOf(article: ArticleView): ImageModel | null {
    const { images, imageId, imageExternal } = article;
    const { photoCaption: caption, photoCredit: credit, manualImageCrops: crops } = article;
    const image = images.get(imageId ?? 0);
    return image
      ? this.ofLibrary(image, { caption, credit, crops })
      : this.elsewhere(imageExternal, { caption, credit });
  }

  /** @param words what is said of it where it is shown; goes before what is said of the image itself */
  ofLibrary(image: ImageEntity, { caption, credit, crops }: Words = {}): ImageModel {
    const own = crops ? effectiveCrops(crops, image) : {};
    return {
      id: image.id,
      flags: image.isAnimated ? ['ANIMATED'] : [],
      title: firstText(caption, image.caption),
      credit: firstText(credit, image.photoCredit),
      altText: image.alt ?? '',
      crops: (sizes) => this.cropsOf(image, own, sizes),
      linkOut: linkOutOf(image),
    };
  }

  /** An image of which nothing but its URL is known. */
  elsewhere(sent: string | null | undefined, { caption, credit }: Words = {}): ImageModel | null {
    const href = loadableAddress(sent);
    if (href === null) return null;
    return {
      id: null,
      flags: [],
      title: caption ?? '',
      credit: credit ?? '',
      altText: '',
      crops: (sizes) => (sizes?.includes(ORIGIN) === false ? [] : [{ size: ORIGIN, href }]),
      linkOut: null,
    };
  }

  private cropsOf(image: ImageEntity, own: Crops, sizes: readonly string[] | null | undefined): ImageCrop[] {
    const known = [ORIGIN, ...this.links.sizes.keys()];
    const wanted = sizes ? [...new Set(sizes)].filter((size) => known.includes(size)) : known;
    return wanted.map((size) => ({
      size,
      href: size === ORIGIN ? this.links.originUrl(image) : this.links.thumbnailUrl(image, size, own),
    }));
  }
}

/** The first that is not empty. */
function firstText(...texts: readonly (string | null | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== null && text !== '') ?? '';
}

function linkOutOf({ linkUrl, opensNewTab }: ImageEntity): LinkOut | null {
  const href = linkAddress(linkUrl);
  if (href === null) return null;
  return { pages: { web: { href }, amp: null }, target: opensNewTab ? '_blank' : null };
}
