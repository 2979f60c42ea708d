import type { BadgeFacts } from '../../badges/domain/badge.entity.js';
import type { SectionStatus } from '../../sections/domain/section.entity.js';
import type { Image } from '../../media/domain/image.entity.js';
import { IMAGE_SLOTS, mediaImageId } from './article-images.js';
import type { ArticleRecord } from './article-record.js';
import type { BadgePlacement, SectionPlacement, TagPlacement } from './placement.js';

export interface ArticleAuthorView {
  readonly id: number;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly aboutHtml: string | null;
  readonly aboutHtmlSafe: string | null;
  readonly imageId: number | null;
}

export interface ArticleSectionView extends SectionPlacement {
  readonly title: string;
  readonly status: SectionStatus;
  /** Whether links to it are to open a new tab. */
  readonly opensNewTab: boolean;
}

export interface ArticleBadgeView extends BadgePlacement {
  readonly badge: BadgeFacts;
}

/** What is assigned to an article, every list in its order. */
export interface ArticleRelations {
  readonly authors: readonly ArticleAuthorView[];
  readonly tags: readonly TagPlacement[];
  readonly sections: readonly ArticleSectionView[];
  readonly badges: readonly BadgePlacement[];
  /** The badges with all that is shown of them; read together with the badges. */
  readonly badgeDetails: readonly ArticleBadgeView[];
}

/** An article as it is read: its row, what is assigned to it, and the images that these have, by id. */
export type ArticleView = Readonly<ArticleRecord> &
  ArticleRelations & { readonly images: ReadonlyMap<number, Image> };

/** The images that are shown of an article. */
export function imageIdsOf(article: Readonly<ArticleRecord> & ArticleRelations): (number | null)[] {
  return [
    ...IMAGE_SLOTS.map((slot) => article[slot.id]),
    mediaImageId(article),
    ...article.authors.map(({ imageId }) => imageId),
    ...article.badgeDetails.map(({ badge }) => badge.imageId),
  ];
}
