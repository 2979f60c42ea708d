import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IntegerColumn, JsonColumn, SecondsColumn, TextColumn } from '../../../platform/database/columns.js';

/** A former version of an article. */
@Entity('article_revisions')
@Index('article_revisions_by_replaced', ['replacedTs'])
export class ArticleRevision {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'article_revisions_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  @PrimaryColumn({ type: 'int' })
  version!: number;

  /** Time of the version itself, not of its replacement. */
  @SecondsColumn()
  createdTs!: number;

  /** Time of the next version; null in rows of releases that did not note it. */
  @SecondsColumn({ nullable: true })
  replacedTs!: number | null;

  /** Null for the service itself, and where it was not known any more. */
  @IntegerColumn({ nullable: true })
  authorId!: number | null;

  /** Fields in which it differs from the version before. */
  @JsonColumn()
  fields!: readonly string[] | null;

  /** JSON of the article without its long texts, and the parts of these. */
  @TextColumn()
  state!: string | null;
}

/** A part of long texts of versions of an article, which many of them share. */
@Entity('revision_texts')
@Index('revision_texts_by_last', ['articleId', 'lastVersion'])
export class RevisionText {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('articles', { name: 'revision_texts_article_id', onDelete: 'CASCADE' })
  articleId!: number;

  /** Hash of the text: the first 128 bits of SHA-256, hexadecimal. */
  @PrimaryColumn({ type: 'varchar', length: 32 })
  hash!: string;

  /** The last version that has it: with that, it goes. */
  @IntegerColumn()
  lastVersion!: number;

  /** Deflated, base64. */
  @TextColumn()
  content!: string | null;
}
