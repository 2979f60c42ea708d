import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { InvalidError } from '../../../kernel/errors.js';
import { chunksOf } from '../../../kernel/page.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { ArticleSearch, type SearchDocument, type SearchMatch } from '../listing/article-search.js';
import { wordsOf, wordsOfPhrase } from '../domain/search-words.js';

/** Words of a phrase at most, each once. */
const MAX_WORDS = 300;
/**
 * Different words of an article that are indexed, its first ones. Each is a row, and in scripts without
 * blanks a long text has hundreds of thousands. A novel in English has 20,000.
 */
const MAX_INDEXED = 50_000;
/** Rows of one statement. */
const BATCH = 1000;
const HASH_BYTES = 6;

/** The indexed words of an article. */
interface Indexed {
  readonly articleId: number;
  readonly createdTs: number;
  readonly words: readonly number[];
}

/**
 * An inverted index in a table, the same on both databases: a row for each word
 * of each published article, sorted by word and publication time, so that the
 * newest articles with a word are found without looking at the others.
 */
@Injectable()
export class SqlArticleSearch extends ArticleSearch {
  constructor(private readonly database: Database) {
    super();
  }

  async put(documents: readonly SearchDocument[]): Promise<void> {
    const before = await this.indexed(
      documents.filter(({ isNew }) => !isNew).map(({ articleId }) => articleId),
    );
    const after = documents.map(({ articleId, createdTs, texts }): Indexed => ({
      articleId,
      createdTs,
      words: keysOf(texts),
    }));
    const added: Indexed[] = [];
    for (const next of after) {
      const former = before.get(next.articleId);
      const isInPlace = former?.createdTs === next.createdTs;
      if (former) await this.delete(former, isInPlace ? without(former.words, next.words) : former.words);
      added.push({ ...next, words: isInPlace ? without(next.words, former.words) : next.words });
    }
    await this.insert(added);
    await this.database.deferUpsert(
      'article_search',
      ['article_id', 'created_ts', 'words'],
      ['article_id'],
      after.map(({ articleId, createdTs, words }) => [articleId, createdTs, words.join(' ')]),
    );
  }

  async remove(articleId: number): Promise<void> {
    const former = (await this.indexed([articleId])).get(articleId);
    if (!former) return;
    await this.delete(former, former.words);
    await this.database.defer('DELETE FROM article_search WHERE article_id = ?', [articleId]);
  }

  match(phrase: string): Promise<SearchMatch | null> {
    const words = hashes(wordsOfPhrase(phrase));
    if (words.length > MAX_WORDS) {
      throw InvalidError.field('phrase', `must not hold more than ${MAX_WORDS} words`);
    }
    return Promise.resolve(words.length === 0 ? null : { words });
  }

  private async indexed(articleIds: readonly number[]): Promise<Map<number, Indexed>> {
    if (articleIds.length === 0) return new Map();
    const rows = await this.database.rows<{ articleId: number; createdTs: number; words: string }>(
      `SELECT article_id AS articleId, created_ts AS createdTs, words FROM article_search
        WHERE article_id IN (${placeholders(articleIds)})`,
      articleIds,
    );
    return new Map(
      rows.map(({ articleId, createdTs, words }) => [
        articleId,
        { articleId, createdTs, words: words.split(' ').filter(Boolean).map(Number) },
      ]),
    );
  }

  private async delete({ articleId, createdTs }: Indexed, words: readonly number[]): Promise<void> {
    for (const batch of chunksOf(words, BATCH)) {
      await this.database.defer(
        `DELETE FROM article_words WHERE word IN (${placeholders(batch)}) AND created_ts = ? AND article_id = ?`,
        [...batch, createdTs, articleId],
      );
    }
  }

  private async insert(documents: readonly Indexed[]): Promise<void> {
    const rows = documents.flatMap(({ articleId, createdTs, words }) =>
      words.map((word) => [word, createdTs, articleId] as const),
    );
    // In the order of the index: neighbours share pages, and two transactions ask for locks in one order.
    rows.sort(([one], [other]) => one - other);
    for (const batch of chunksOf(rows, BATCH)) {
      // Numbers of ours, written out: thousands of parameters cost more than the rows.
      const values = batch.map((row) => `(${row.join(', ')})`).join(', ');
      await this.database.defer(`INSERT INTO article_words (word, created_ts, article_id) VALUES ${values}`);
    }
  }
}

function keysOf(texts: readonly string[]): number[] {
  const words = new Set<string>();
  for (const text of texts)
    for (const word of wordsOf(text)) {
      if (words.size === MAX_INDEXED) return hashes(words);
      words.add(word);
    }
  return hashes(words);
}

/** Texts are made of the same words again and again. */
const MAX_CACHED_KEYS = 20_000;
const keys = new LRUCache<string, number>({ max: MAX_CACHED_KEYS });

function hashes(words: ReadonlySet<string>): number[] {
  return [...new Set([...words].map(keyOf))];
}

function keyOf(word: string): number {
  const known = keys.get(word);
  if (known !== undefined) return known;
  const key = hash('sha1', word, 'buffer').readUIntBE(0, HASH_BYTES);
  keys.set(word, key);
  return key;
}

function without(words: readonly number[], others: readonly number[]): number[] {
  const known = new Set(others);
  return words.filter((word) => !known.has(word));
}
