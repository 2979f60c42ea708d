import { Entity, PrimaryColumn } from 'typeorm';
import type { UtcSeconds } from '../../../../kernel/clock.js';
import { SecondsColumn, TextColumn } from '../../../../platform/database/columns.js';

/** A word of a published article: the inverted index, newest articles at the end of each word's range. */
@Entity('article_words', { withoutRowid: true })
export class ArticleWord {
  /** Hash of the word. */
  @PrimaryColumn({ type: 'bigint' })
  word!: number;

  @PrimaryColumn({ type: 'bigint' })
  createdTs!: UtcSeconds;

  @PrimaryColumn({ type: 'int' })
  articleId!: number;
}

/** The words of an article in the inverted index, kept so that they can be removed from it. */
@Entity('article_search')
export class ArticleSearchDocument {
  @PrimaryColumn({ type: 'int' })
  articleId!: number;

  @SecondsColumn()
  createdTs!: UtcSeconds;

  /** Hashes of its words, ascending, with blanks between them. */
  @TextColumn()
  words!: string;
}
