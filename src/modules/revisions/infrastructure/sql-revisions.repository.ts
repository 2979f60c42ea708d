import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { chunksOf, type Page } from '../../../kernel/page.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { parseJson } from '../../../platform/database/columns.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { lockRow } from '../../../platform/database/rows/lock-row.js';
import { packed, unpacked } from '../../../platform/database/rows/packed-text.js';
import { joined, raw, sql } from '../../../platform/database/sql.js';
import type { FormerState } from '../domain/former-state.js';
import { restore, type Shortened, shorten } from '../domain/long-texts.js';
import {
  type PresentVersion,
  type ReplacedVersion,
  type Revision,
  RevisionsRepository,
} from '../domain/revisions.repository.js';

/** Up to so many parts are written without a look at which are stored already: the look costs more. */
const MAX_UNCHECKED = 4;
/** Parts in one statement: together they fit into a packet. */
const BATCH = 64;

interface RevisionRow extends Omit<Revision, 'changed'> {
  readonly articleId: number;
  readonly fields: string | null;
}

@Injectable()
export class SqlRevisionsRepository extends RevisionsRepository {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  async add(replaced: ReplacedVersion, kept: number): Promise<void> {
    const { articleId, version, insertedTs, createdBy, updatedTs, replacedTs, state } = replaced;
    const parts = new Map<string, string>();
    const shortened = shorten(state, (part) => {
      const hash = createHash('sha256').update(part).digest('hex').slice(0, 32);
      parts.set(hash, part);
      return hash;
    });
    // The log of changes still knows who has made the latest versions; the first is in no log.
    const isFirst = version === 1;
    await this.database.defer(
      `INSERT INTO article_revisions (article_id, version, replaced_ts, created_ts, author_id, fields, state)
       SELECT ?, ?, ?, COALESCE(MAX(c.created_ts), ?), COALESCE(MAX(c.author_id), ?), MAX(c.fields), ?
         FROM resource_changes c WHERE c.resource = 'article' AND c.resource_id = ? AND c.version = ?`,
      [
        articleId,
        version,
        replacedTs,
        isFirst ? insertedTs : updatedTs,
        isFirst ? createdBy : null,
        JSON.stringify(shortened),
        articleId,
        version,
      ],
    );
    await this.keepTexts(replaced, parts);
    if (version > kept) await this.forget(articleId, version - kept);
  }

  async listMany(
    articles: readonly PresentVersion[],
    { limit, offset }: Page,
  ): Promise<ReadonlyMap<number, Revision[]>> {
    if (articles.length === 0 || limit === 0) return new Map();
    // A statement of its own for each, in one: so many rows of each, through the primary key.
    const histories = articles.map(
      ({ id, version }, index) =>
        sql`SELECT * FROM (SELECT article_id AS articleId, version AS revision, created_ts AS createdTs,
                                  author_id AS authorId, fields FROM article_revisions
                            WHERE article_id = ${id} AND version < ${version}
                            ORDER BY version DESC LIMIT ${limit} OFFSET ${offset}
                          ) ${raw(`history_${index}`)}`,
    );
    const rows = await this.database.select<RevisionRow>(joined(histories, ' UNION ALL '));
    rows.sort((one, other) => other.revision - one.revision);
    const revisions = rows.map(({ articleId, fields, ...revision }) => ({
      articleId,
      revision: { ...revision, changed: (parseJson(fields) ?? []) as readonly string[] },
    }));
    return new Map(
      [...Map.groupBy(revisions, ({ articleId }) => articleId)].map(([id, ofArticle]) => [
        id,
        ofArticle.map(({ revision }) => revision),
      ]),
    );
  }

  async find(articleId: number, revision: number): Promise<FormerState | null> {
    const [row] = await this.database.rows<{ state: string }>(
      'SELECT state FROM article_revisions WHERE article_id = ? AND version = ?',
      [articleId, revision],
    );
    if (!row) return null;
    const shortened = parseJson(row.state) as Shortened;
    const hashes = [...new Set(shortened.long.flatMap(([, parts]) => parts))];
    const texts = await this.texts(articleId, hashes);
    // The version has been dropped since its row was read.
    if (hashes.some((hash) => !texts.has(hash))) return null;
    return restore(shortened, (hash) => texts.get(hash) ?? '') as FormerState;
  }

  async forgetReplaced(before: UtcSeconds, limit: number): Promise<number> {
    const old = await this.database.rows<{ articleId: number; version: number }>(
      `SELECT article_id AS articleId, version FROM article_revisions
        WHERE replaced_ts < ? ORDER BY replaced_ts LIMIT ?`,
      [before, limit],
    );
    for (const [articleId, ofArticle] of Map.groupBy(old, (one) => one.articleId)) {
      const last = Math.max(...ofArticle.map(({ version }) => version));
      await this.unitOfWork.run(async () => {
        // A change of the article may be about to share a text that would go with these versions.
        await lockRow(this.database, 'articles', articleId);
        await this.forget(articleId, last);
      });
    }
    return old.length;
  }

  private async keepTexts(
    { articleId, version }: ReplacedVersion,
    parts: ReadonlyMap<string, string>,
  ): Promise<void> {
    const isLong = parts.size > MAX_UNCHECKED;
    const known = isLong ? await this.known(articleId, [...parts.keys()]) : [];
    if (known.length > 0)
      await this.database.defer(
        `UPDATE revision_texts SET last_version = ? WHERE article_id = ? AND hash IN (${placeholders(known)})`,
        [version, articleId, ...known],
      );
    const stored = new Set(known);
    const missing = [...parts.keys()].filter((hash) => !stored.has(hash));
    for (const hashes of chunksOf(missing, BATCH)) {
      const rows = hashes.map((hash) => [articleId, hash, version, packed(parts.get(hash) ?? '')]);
      const upsert = ['revision_texts', COLUMNS, KEYS, rows] as const;
      // Deferred statements travel in one packet, which long texts may exceed.
      await (isLong ? this.database.upsert(...upsert) : this.database.deferUpsert(...upsert));
    }
  }

  private async known(articleId: number, hashes: readonly string[]): Promise<string[]> {
    const rows = await this.database.rows<{ hash: string }>(
      `SELECT hash FROM revision_texts WHERE article_id = ? AND hash IN (${placeholders(hashes)})`,
      [articleId, ...hashes],
    );
    return rows.map(({ hash }) => hash);
  }

  private async texts(articleId: number, hashes: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (hashes.length === 0) return new Map();
    const rows = await this.database.rows<{ hash: string; content: string }>(
      `SELECT hash, content FROM revision_texts WHERE article_id = ? AND hash IN (${placeholders(hashes)})`,
      [articleId, ...hashes],
    );
    return new Map(rows.map(({ hash, content }) => [hash, unpacked(content)]));
  }

  /** Versions up to this one, and the texts that no later one has. */
  private async forget(articleId: number, version: number): Promise<void> {
    for (const condition of ['article_revisions WHERE version', 'revision_texts WHERE last_version'])
      await this.database.defer(`DELETE FROM ${condition} <= ? AND article_id = ?`, [version, articleId]);
  }
}

const COLUMNS = ['article_id', 'hash', 'last_version', 'content'];
const KEYS = ['article_id', 'hash'];
