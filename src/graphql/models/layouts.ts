import { Injectable } from '@nestjs/common';
import type { ListicleSettings } from '../../modules/articles/domain/listicle.js';
import { AdsSettings } from '../ads.settings.js';
import type {
  GroupContentNode,
  ListicleContentLayout,
  PlainContentLayout,
  SlideshowContentLayout,
} from '../schema/content.types.js';
import {
  ListicleContentLayoutFlag,
  type NumerationOrder,
  SlideshowContentLayoutFlag,
} from '../schema/enums.js';

/** Values of `layout_type`. */
const SLIDESHOW = 2;
const FULL_SCREEN = 3;

type Model<T, Name extends string> = T & { readonly __typename: Name };

/** Layouts of the parts of a post, by its listicle and the settings of the site. */
@Injectable()
export class Layouts {
  readonly plain: Model<PlainContentLayout, 'PlainContentLayout'> = {
    __typename: 'PlainContentLayout',
    kind: 'PLAIN',
  };

  constructor(private readonly ads: AdsSettings) {}

  of(listicle: ListicleSettings): Pick<GroupContentNode, 'layout' | 'adsOrder'> {
    const isSlideshow = listicle.layout_type === SLIDESHOW || listicle.layout_type === FULL_SCREEN;
    const placed = (isSlideshow ? this.ads.slideshow : this.ads.listicle).filter(
      ({ isEnabled = true }) => isEnabled,
    );
    return {
      layout: isSlideshow ? slideshowOf(listicle) : listicleOf(listicle),
      adsOrder: [...new Set(placed.flatMap(({ order = [] }) => order))].sort((one, other) => one - other),
    };
  }
}

function listicleOf(settings: ListicleSettings): Model<ListicleContentLayout, 'ListicleContentLayout'> {
  return {
    __typename: 'ListicleContentLayout',
    kind: 'LISTICLE',
    flags: flagsOf(settings, Object.values(ListicleContentLayoutFlag)),
    numeration: { order: numerationOf(settings) },
  };
}

function slideshowOf(settings: ListicleSettings): Model<SlideshowContentLayout, 'SlideshowContentLayout'> {
  const flags = flagsOf(settings, Object.values(SlideshowContentLayoutFlag));
  const isFullScreen = settings.layout_type === FULL_SCREEN;
  return {
    __typename: 'SlideshowContentLayout',
    kind: 'SLIDESHOW',
    flags: isFullScreen && !flags.includes('FULLSCREEN') ? ['FULLSCREEN', ...flags] : flags,
    numeration: { order: numerationOf(settings) },
  };
}

/** Flags of the listicle that its layout knows. */
function flagsOf<F extends string>({ flags = [] }: ListicleSettings, known: readonly F[]): F[] {
  return known.filter((flag) => flags.some((own) => own.toUpperCase() === flag));
}

function numerationOf({ numeration }: ListicleSettings): NumerationOrder | null {
  return numeration === undefined ? null : (numeration.toUpperCase() as NumerationOrder);
}
