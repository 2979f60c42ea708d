import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IntegerColumn, KeyColumn } from '../../../platform/database/columns.js';
import type { PathState } from '../domain/path-registry.js';

/** A path of the site: of an article, present or past, or of a section. */
@Entity('article_paths')
export class ArticlePath {
  @PrimaryColumn({ type: 'varchar', length: 700 })
  path!: string;

  /** Null for the path of a section. */
  @Index('article_paths_by_article')
  @IntegerColumn({ nullable: true })
  @ForeignKey('articles', { name: 'article_paths_article_id', onDelete: 'CASCADE' })
  articleId: number | null = null;

  /** Null for the path of an article. */
  @Index('article_paths_by_section')
  @IntegerColumn({ nullable: true })
  @ForeignKey('sections', { name: 'article_paths_section_id', onDelete: 'CASCADE' })
  sectionId: number | null = null;

  /**
   * The article that the path leads to while its owner shows nothing. No foreign key: its check would lock
   * the article after the path.
   */
  @Index('article_paths_by_former')
  @IntegerColumn({ nullable: true })
  formerArticleId: number | null = null;

  @KeyColumn(10)
  state!: PathState | 'section';
}
