import { Injectable } from '@nestjs/common';
import { effectiveCrops } from '../../modules/media/domain/manual-crops.js';
import type { Image } from '../../modules/media/domain/image.entity.js';
import { ImageLinks } from '../../modules/media/images/image-links.js';
import { type ImageCandidate, srcsetOf, wholeFiles } from '../../modules/media/images/image-markup.js';
import type { PictureModel } from '../models/page-models.js';

/** Width by height of what is shown in cards, by social networks, and at the head of a section. */
const CARD = 3 / 2;
const SOCIAL = 1.91;
const COVER = 3;
/** Factor by which a crop may be wider or higher than its visible part. */
const LEEWAY = 1.35;
/** The square of 35 pixels is none. */
const MIN_WIDTH = 100;

interface Cut {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly ratio: string;
}

/** Images as pages show them, in the sizes of the site. */
@Injectable()
export class Pictures {
  private readonly cuts: readonly Cut[];
  private readonly ofCards: readonly Cut[];
  private readonly ofCovers: readonly Cut[];
  private readonly ofNetworks: readonly Cut[];

  constructor(private readonly links: ImageLinks) {
    this.cuts = [...links.sizes.values()].flatMap(({ name, width, height, ratio }) =>
      height !== null && ratio !== null && width > MIN_WIDTH ? [{ name, width, height, ratio }] : [],
    );
    this.ofCards = this.cutsOf(CARD);
    this.ofCovers = this.cutsOf(COVER);
    this.ofNetworks = this.cutsOf(SOCIAL);
  }

  /** @param crops of where it is shown, as they were sent */
  card(image: Image, crops: object | null): PictureModel {
    return this.cut(image, crops, this.ofCards, '(max-width: 640px) 100vw, 320px');
  }

  /** Picture at the head of a section. */
  cover(image: Image): PictureModel {
    return this.cut(image, null, this.ofCovers, '100vw');
  }

  /** One file: social networks choose from none. @param crops like those of {@link card} */
  social(image: Image, crops: object | null): PictureModel {
    const shown = this.cut(image, crops, this.ofNetworks, null);
    return { ...shown, srcset: null, sizes: null };
  }

  /** The uncropped picture in all widths. A theme that shows it small says so by `sizes`. */
  whole(image: Image): PictureModel {
    return this.model(image, wholeFiles(this.links, image), '100vw');
  }

  /** A picture on another host, known by its URL alone. */
  elsewhere(src: string): PictureModel {
    return { src, srcset: null, sizes: null, width: null, height: null, alt: '' };
  }

  private cut(image: Image, crops: object | null, all: readonly Cut[], sizes: string | null): PictureModel {
    const own = crops ? effectiveCrops(crops, image) : {};
    // A rendition that is wider than the image is enlarged: more bytes without more detail.
    const wide = all.filter(({ width }) => width <= image.width);
    const files = (wide.length > 0 ? wide : all.slice(0, 1)).map(({ name, width, height }) => ({
      width,
      height,
      url: this.links.thumbnailUrl(image, name, own),
    }));
    return files.length > 0 ? this.model(image, files, sizes) : this.whole(image);
  }

  private model(image: Image, files: readonly ImageCandidate[], sizes: string | null): PictureModel {
    const largest = files.at(-1);
    const srcset = srcsetOf(files);
    return {
      src: largest?.url ?? this.links.originUrl(image),
      srcset,
      sizes: srcset && sizes,
      width: largest?.width ?? image.width,
      height: largest?.height ?? image.height,
      alt: image.alt ?? '',
    };
  }

  /**
   * Narrow ones first, of the ratio that is nearest to the shape among those with several widths. Where all
   * have one width, those that are near stand in for each other: what shows them cuts off what is too much.
   */
  private cutsOf(shape: number): readonly Cut[] {
    const distance = ({ width, height }: Cut) => Math.abs(Math.log(width / height / shape));
    const sorted = this.cuts.toSorted((one, other) => distance(one) - distance(other));
    const near = sorted.filter((cut) => distance(cut) < Math.log(LEEWAY));
    const byRatio = [...Map.groupBy(near, ({ ratio }) => ratio).values()];
    const best = byRatio.find(({ length }) => length > 1) ?? (near.length > 0 ? near : sorted.slice(0, 1));
    return best.toSorted((one, other) => one.width - other.width);
  }
}
