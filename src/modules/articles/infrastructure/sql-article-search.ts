import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InvalidError } from '../../../kernel/errors.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { ArticleSearch, type SearchDocument, type SearchMatch } from '../article-search.js';
import { wordsOf, wordsOfPhrase } from '../domain/search-words.js';

/** Words of a phrase at most, each once. */
const MAX_WORDS = 300;
/** Rows of one statement. */
const STEP = 1000;
const HASH_BYTES = 6;

interface Indexed {
  readonly createdTs: number;
  readonly words: readonly number[];
}

const NOTHING: Indexed = { createdTs: 0, words: [] };

/**
 * An inverted index in a table, the same on both databases: a row for each word of each published article, sorted
 * by word and publication time, so that the newest articles with a word are found without looking at the others.
 */
@Injectable()
export class SqlArticleSearch extends ArticleSearch {
  constructor(private readonly database: Database) {
    super();
  }

  async put({ articleId, createdTs, texts }: SearchDocument): Promise<void> {
    const words = new Set<string>();
    for (const text of texts) for (const word of wordsOf(text)) words.add(word);
    await this.replace(articleId, { createdTs, words: keysOf(words) });
  }

  async remove(articleId: number): Promise<void> {
    await this.replace(articleId, NOTHING);
  }

  match(phrase: string): Promise<SearchMatch | null> {
    const words = keysOf(wordsOfPhrase(phrase));
    if (words.length > MAX_WORDS) {
      throw InvalidError.field('phrase', `must not hold more than ${MAX_WORDS} words`);
    }
    return Promise.resolve(words.length === 0 ? null : { words });
  }

  private async replace(articleId: number, next: Indexed): Promise<void> {
    const [row] = await this.database.rows<{ createdTs: number; words: string }>(
      'SELECT created_ts AS createdTs, words FROM article_search WHERE article_id = ?',
      [articleId],
    );
    if (!row && next === NOTHING) return;
    const before: Indexed = row
      ? { createdTs: Number(row.createdTs), words: row.words.split(' ').filter(Boolean).map(Number) }
      : NOTHING;
    const isMoved = before.createdTs !== next.createdTs;
    await this.delete(
      articleId,
      before.createdTs,
      isMoved ? before.words : without(before.words, next.words),
    );
    await this.insert(articleId, next.createdTs, isMoved ? next.words : without(next.words, before.words));
    if (next === NOTHING) {
      await this.database.execute('DELETE FROM article_search WHERE article_id = ?', [articleId]);
      return;
    }
    await this.database.upsert(
      'article_search',
      ['article_id', 'created_ts', 'words'],
      ['article_id'],
      [[articleId, next.createdTs, next.words.join(' ')]],
    );
  }

  private async delete(articleId: number, createdTs: number, words: readonly number[]): Promise<void> {
    for (const step of inSteps(words)) {
      await this.database.execute(
        `DELETE FROM article_words WHERE word IN (${placeholders(step)}) AND created_ts = ? AND article_id = ?`,
        [...step, createdTs, articleId],
      );
    }
  }

  private async insert(articleId: number, createdTs: number, words: readonly number[]): Promise<void> {
    for (const step of inSteps(words)) {
      // Numbers of ours, written out: thousands of parameters cost more than the rows.
      const rows = step.map((word) => `(${word}, ${createdTs}, ${articleId})`).join(', ');
      await this.database.execute(`INSERT INTO article_words (word, created_ts, article_id) VALUES ${rows}`);
    }
  }
}

/** Hashes of words, ascending: two transactions ask for the same locks in the same order. */
function keysOf(words: Iterable<string>): number[] {
  const keys = new Set<number>();
  for (const word of words) keys.add(createHash('sha1').update(word).digest().readUIntBE(0, HASH_BYTES));
  return [...keys].sort((one, other) => one - other);
}

function without(words: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others);
  return words.filter((word) => !known.has(word));
}

function* inSteps<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += STEP) yield items.slice(start, start + STEP);
}
