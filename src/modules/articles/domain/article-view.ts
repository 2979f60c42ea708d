import type { BadgeFacts } from '../../badges/domain/badge.entity.js';
import { SectionStatus } from '../../sections/domain/section.entity.js';
import type { Image } from '../../media/domain/image.entity.js';
import { IMAGE_SLOTS, mediaImageId } from './article-images.js';
import type { ArticleRecord } from './article-record.js';
import type { OwnValues } from './own-fields.js';
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

/** The relations of an article, every list in its order. */
export interface ArticleRelations {
  readonly authors: readonly ArticleAuthorView[];
  readonly tags: readonly TagPlacement[];
  readonly sections: readonly ArticleSectionView[];
  readonly badges: readonly BadgePlacement[];
  /** The badges with all that is shown of them; read together with the badges. */
  readonly badgeDetails: readonly ArticleBadgeView[];
  /** Values of the fields of the extension. */
  readonly fields: OwnValues;
}

/** Some columns and relations of an article, its id, and the images that these have, by id. */
export type SelectedArticle<C extends keyof ArticleRecord, R extends keyof ArticleRelations> = Readonly<
  Pick<ArticleRecord, C | 'id'>
> &
  Pick<ArticleRelations, R> & { readonly images: ReadonlyMap<number, Image> };

/** An article with all its columns and relations. */
export type ArticleView = SelectedArticle<keyof ArticleRecord, keyof ArticleRelations>;

export const authorIdsOf = ({ authors }: Pick<ArticleRelations, 'authors'>): number[] =>
  authors.map(({ id }) => id);

/** Whether all sections that it is in are private: readers without a key do not see such a post. */
export const isInPrivateSections = ({ sections }: Pick<ArticleRelations, 'sections'>): boolean =>
  sections.length > 0 && sections.every(({ status }) => status === SectionStatus.Private);

/** The images that are shown of an article. */
export function imageIdsOf(article: Readonly<ArticleRecord> & ArticleRelations): (number | null)[] {
  return [
    ...IMAGE_SLOTS.map((slot) => article[slot.id]),
    mediaImageId(article),
    ...article.authors.map(({ imageId }) => imageId),
    ...article.badgeDetails.map(({ badge }) => badge.imageId),
  ];
}
