import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { FlagColumn, IntegerColumn, KeyColumn } from '../../../platform/database/columns.js';
import type { AssignmentReason } from '../domain/placement.js';

/** An author of an article. */
@Entity('article_authors')
@Index('article_authors_by_author', ['authorId', 'articleId'])
export class ArticleAuthor {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_authors_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey('authors', { name: 'article_authors_author_id' })
  authorId!: number;

  @IntegerColumn()
  position!: number;
}

/** A section that an article is in, and why. */
@Entity('article_sections')
@Index('article_sections_by_section', ['sectionId', 'articleId'])
export class ArticleSection {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_sections_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey('sections', { name: 'article_sections_section_id' })
  sectionId!: number;

  @IntegerColumn()
  position!: number;

  @KeyColumn(10)
  reason!: AssignmentReason;

  @FlagColumn()
  isPrimary!: boolean;
}

/** A tag of an article. */
@Entity('article_tags')
@Index('article_tags_by_slug', ['slug', 'articleId'])
export class ArticleTag {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_tags_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'varchar', length: 500 })
  slug!: string;

  /** As it was sent. */
  @KeyColumn(255)
  title!: string;

  @IntegerColumn()
  position!: number;

  @FlagColumn()
  isPrimary!: boolean;
}

/** A badge of an article, and why. */
@Entity('article_badges')
@Index('article_badges_by_badge', ['badgeId', 'articleId'])
export class ArticleBadge {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_badges_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'int' })
  badgeId!: number;

  @IntegerColumn()
  position!: number;

  @KeyColumn(10)
  reason!: AssignmentReason;
}
