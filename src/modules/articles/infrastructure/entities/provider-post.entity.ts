import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IntegerColumn } from '../../../../platform/database/columns.js';

/** External id of an article that is not removed. */
@Entity('provider_posts')
export class ProviderPost {
  @PrimaryColumn({ type: 'int' })
  providerId!: number;

  @PrimaryColumn({ type: 'varchar', length: 255 })
  providerPostId!: string;

  /** Length of the id: databases take texts for equal that differ in blanks at their ends. */
  @PrimaryColumn({ type: 'int' })
  bytes!: number;

  /** Null until the article is stored, in the same transaction. */
  @Index('provider_posts_by_article', { unique: true })
  @IntegerColumn({ nullable: true })
  @ForeignKey('articles', { name: 'provider_posts_article_id', onDelete: 'CASCADE' })
  articleId: number | null = null;
}
