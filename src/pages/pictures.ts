import { Injectable } from '@nestjs/common';
import type { Crops } from '../modules/media/domain/crops.js';
import type { Image } from '../modules/media/domain/image.entity.js';
import { effectiveCrops } from '../modules/media/domain/manual-crops.js';
import { ImageLinks } from '../modules/media/image-links.js';
import type { PictureModel } from './page-models.js';

/** Cards and social networks show pictures that are twice as wide as high, or nearly. */
const CARD_RATIO = 16 / 9;

/** Images as pages show them, in the sizes of the site. */
@Injectable()
export class Pictures {
  constructor(private readonly links: ImageLinks) {}

  /** A cut of one shape in all its sizes. @param crops of where it is shown, as they were sent */
  card(image: Image, crops: object | null): PictureModel {
    const own = crops ? effectiveCrops(crops, image) : {};
    const sizes = this.cardSizes();
    const largest = sizes.at(-1);
    if (!largest) return this.whole(image);
    return {
      src: this.links.thumbnailUrl(image, largest.name, own),
      srcset: this.srcset(image, sizes, own),
      sizes: '(max-width: 640px) 100vw, 320px',
      width: largest.width,
      height: largest.height,
      alt: image.alt ?? '',
    };
  }

  whole(image: Image): PictureModel {
    const widths = [...this.links.sizes.values()].filter(
      ({ width, height }) => height === null && width < image.width,
    );
    const srcset = widths.map(({ name, width }) => `${this.links.thumbnailUrl(image, name)} ${width}w`);
    return {
      src: this.links.originUrl(image),
      srcset:
        srcset.length > 0 ? [...srcset, `${this.links.originUrl(image)} ${image.width}w`].join(', ') : null,
      sizes: srcset.length > 0 ? '100vw' : null,
      width: image.width,
      height: image.height,
      alt: image.alt ?? '',
    };
  }

  /** One of which nothing but its URL is known. */
  elsewhere(src: string): PictureModel {
    return { src, srcset: null, sizes: null, width: 1600, height: 900, alt: '' };
  }

  private srcset(image: Image, sizes: readonly { name: string; width: number }[], own: Crops): string | null {
    if (sizes.length < 2) return null;
    return sizes
      .map(({ name, width }) => `${this.links.thumbnailUrl(image, name, own)} ${width}w`)
      .join(', ');
  }

  /** Of the ratio that is nearest to that of cards, narrow ones first. */
  private cardSizes() {
    const cuts = [...this.links.sizes.values()].flatMap(({ name, width, height, ratio }) =>
      height !== null && ratio !== null && width > 100 ? [{ name, width, height, ratio }] : [],
    );
    const distance = ({ width, height }: { width: number; height: number }) =>
      Math.abs(Math.log(width / height / CARD_RATIO));
    const [best] = cuts.toSorted((one, other) => distance(one) - distance(other));
    return cuts.filter(({ ratio }) => ratio === best?.ratio).sort((one, other) => one.width - other.width);
  }
}
