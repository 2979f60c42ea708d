import type { SectionStatus } from '../../sections/domain/section.entity.js';
import type { ArticleRecord } from './article-record.js';
import type { BadgePlacement, SectionPlacement, TagPlacement } from './placement.js';

export interface ArticleAuthorView {
  readonly id: number;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly aboutHtml: string | null;
}

export interface ArticleSectionView extends SectionPlacement {
  readonly title: string;
  readonly status: SectionStatus;
}

/** What is assigned to an article, every list in its order. */
export interface ArticleRelations {
  readonly authors: readonly ArticleAuthorView[];
  readonly tags: readonly TagPlacement[];
  readonly sections: readonly ArticleSectionView[];
  readonly badges: readonly BadgePlacement[];
}

/** An article as it is read: its row and what is assigned to it. */
export type ArticleView = Readonly<ArticleRecord> & ArticleRelations;
