import { Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../../kernel/clock.js';
import {
  FlagColumn,
  IntegerColumn,
  KeyColumn,
  SecondsColumn,
  TextColumn,
} from '../../../../platform/database/columns.js';
import type { ArticleStatus } from '../../domain/article-record.js';

/** The keys that lists are selected and sorted by, copied from the row of the article. */
abstract class Listed {
  @IntegerColumn({ default: 1 })
  status!: ArticleStatus;

  @SecondsColumn({ default: 0 })
  createdTs!: UtcSeconds;
}

/** An author of an article. */
@Entity('article_authors')
@Index('article_authors_by_author_listed', ['authorId', 'status', 'createdTs', 'articleId'])
export class ArticleAuthor extends Listed {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_authors_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey('authors', { name: 'article_authors_author_id' })
  authorId!: number;

  @IntegerColumn()
  position!: number;
}

/**
 * A section that an article was put in. Sections that its tags bring it into
 * are not stored: they follow from both.
 */
@Entity('article_sections')
@Index('article_sections_by_section_listed', ['sectionId', 'status', 'createdTs', 'articleId'])
export class ArticleSection extends Listed {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_sections_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey('sections', { name: 'article_sections_section_id' })
  sectionId!: number;

  @IntegerColumn()
  position!: number;

  @FlagColumn()
  isPrimary!: boolean;
}

/** A tag of an article. */
@Entity('article_tags')
@Index('article_tags_by_slug_listed', ['slug', 'status', 'createdTs', 'articleId'])
export class ArticleTag extends Listed {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_tags_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'varchar', length: 500 })
  slug!: string;

  /** The client's spelling. */
  @KeyColumn(255)
  title!: string;

  @IntegerColumn()
  position!: number;

  @FlagColumn()
  isPrimary!: boolean;
}

/** A badge that was put on an article. Badges that its tags bring are not stored: they follow from both. */
@Entity('article_badges')
@Index('article_badges_by_badge', ['badgeId', 'articleId'])
export class ArticleBadge {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_badges_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'int' })
  @ForeignKey('badges', { name: 'article_badges_badge_id', onDelete: 'CASCADE' })
  badgeId!: number;

  @IntegerColumn()
  position!: number;
}

/** A value of a field of an extension. */
@Entity('article_fields')
@Index('article_fields_by_value_listed', ['field', 'value', 'status', 'createdTs', 'articleId'])
export class ArticleFieldValue extends Listed {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_fields_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'varchar', length: 80 })
  field!: string;

  /** The value by which lists filter; null for a text. */
  @KeyColumn(255, { nullable: true })
  value!: string | null;

  @TextColumn()
  text!: string | null;
}

/** A post that editors have put at the head of a section's list. */
@Entity('section_pins')
export class SectionPin {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('sections', { name: 'section_pins_section_id', onDelete: 'CASCADE' })
  sectionId!: number;

  @PrimaryColumn({ type: 'int' })
  @Index('section_pins_by_article')
  @ForeignKey('articles', { name: 'section_pins_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @IntegerColumn()
  position!: number;
}

/** Gives items of listicles ids that are unique across the site. */
@Entity('listicle_items')
export class ListicleItemId {
  @PrimaryGeneratedColumn()
  id!: number;

  @IntegerColumn()
  @Index('listicle_items_by_article')
  @ForeignKey('articles', { name: 'listicle_items_article_id', onDelete: 'CASCADE' })
  articleId!: number;
}
