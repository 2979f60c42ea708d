import type { INestApplicationContext } from '@nestjs/common';
import { InvalidError, TakenError } from '../../kernel/errors.js';
import { chunksOf } from '../../kernel/page.js';
import { ArticlesService, Provider } from '../../modules/articles/articles.service.js';
import type { ArticleInput } from '../../modules/articles/writing/article-input.js';
import { Actor } from '../../modules/auth/domain/actor.js';
import { AuthorsService } from '../../modules/authors/authors.service.js';
import { SectionsService } from '../../modules/sections/sections.service.js';
import { AddedFields } from '../../platform/http/request/added-fields.js';
import { ValidationPipe } from '../../platform/http/request/validation.pipe.js';
import { ImportedArticleDto } from './imported-article.dto.js';
import { kindOfWarning } from './kind-of-warning.js';
import { reasonOf, RecordFailures } from './record-failures.js';
import { retryWhileBusy } from './retry-while-busy.js';

/** One line of the file. */
export interface ImportLine {
  readonly number: number;
  readonly bytes: number;
  /** `provider_post_id`, by which an article is known again. */
  readonly id: string | null;
  /** Null when the line could not be read; then `fault` says why. */
  readonly record: Readonly<Record<string, unknown>> | null;
  readonly fault?: string;
}

export interface ImportResult {
  readonly line: ImportLine;
  readonly outcome: 'imported' | 'skipped' | 'failed';
  readonly message?: string;
}

const CONCURRENCY = 8;
/** Names of fields that are told; a file may have any number. */
const MAX_HINTS = 20;

export interface ArticleImportOptions {
  readonly dryRun: boolean;
  /** Author of the articles without a byline. */
  readonly author: number;
  /** Waits before another attempt. */
  readonly wait?: (seconds: number) => Promise<unknown>;
}

/** Imports articles in batches: fields as the API's, `byline` names the author, `site` the section. */
export class ArticleImport {
  private readonly articles: ArticlesService;
  private readonly authors: AuthorsService;
  private readonly sections: SectionsService;
  private readonly fields: ValidationPipe;
  private readonly actor: Actor;
  private readonly isDryRun: boolean;
  private readonly wait: ((seconds: number) => Promise<unknown>) | undefined;
  private readonly seen = new Set<string>();
  private readonly counts = new Map<string, number>();
  private readonly failures = new RecordFailures();

  constructor(app: INestApplicationContext, options: ArticleImportOptions) {
    this.articles = app.get(ArticlesService);
    this.authors = app.get(AuthorsService);
    this.sections = app.get(SectionsService);
    this.fields = new ValidationPipe(app.get(AddedFields, { strict: false }));
    this.actor = new Actor(options.author, 'import', ['*']);
    this.isDryRun = options.dryRun;
    this.wait = options.wait;
  }

  /** Remarks about fields that are ignored and what readers are not shown, with the numbers of lines. */
  get hints(): ReadonlyMap<string, number> {
    return this.counts;
  }

  /** @returns a result for each line, in no particular order */
  async run(lines: readonly ImportLine[]): Promise<ImportResult[]> {
    const ids = lines.flatMap(({ id }) => (id === null ? [] : [id]));
    const known = await this.articles.knownProviderPostIds(Provider.Import, ids);
    // Ids of earlier batches are known by now, unless nothing is written.
    if (!this.isDryRun) this.seen.clear();
    const results: ImportResult[] = [];
    // Ids of lines before: whether these are there is known once they have been saved.
    const again: ImportLine[] = [];
    const ready: { line: ImportLine; input: ArticleInput }[] = [];
    // One after the other up to here, so that two articles of one byline find the same author.
    for (const line of lines) {
      try {
        const isSeen = line.id !== null && this.seen.has(line.id);
        if (isSeen && !this.isDryRun) {
          again.push(line);
          continue;
        }
        if (isSeen || (line.id !== null && known.has(line.id))) {
          results.push({ line, outcome: 'skipped' });
          continue;
        }
        const input = await retryWhileBusy(() => this.prepare(line), this.wait);
        for (const hint of input.hints ?? []) this.count(hint);
        ready.push({ line, input });
        if (line.id !== null) this.seen.add(line.id);
      } catch (error) {
        results.push(this.failure(line, error));
      }
    }
    for (const group of chunksOf(ready, CONCURRENCY)) {
      results.push(...(await Promise.all(group.map(({ line, input }) => this.save(line, input)))));
    }
    return again.length === 0 ? results : [...results, ...(await this.run(again))];
  }

  private async prepare({ record, fault, id }: ImportLine): Promise<ArticleInput> {
    if (record === null) throw new InvalidError('unreadable', fault ?? 'cannot be read');
    if (id === null || id === '')
      throw InvalidError.field('provider_post_id', 'is required, to know the article again');
    const dto = this.fields.transform(record, { type: 'body', metatype: ImportedArticleDto });
    const { byline, site } = dto as ImportedArticleDto;
    const input = (dto as ImportedArticleDto).toInput();
    const title = input.sections === undefined ? site : null;
    if (this.isDryRun) {
      if (title) await this.sections.mustBePossible(title);
      return input;
    }
    return {
      ...input,
      action: undefined,
      ...(byline && { authorIds: [(await this.authors.findOrCreateByline(byline)).id] }),
      ...(title && { sections: [(await this.sections.findOrCreateByTitle(title)).id] }),
    };
  }

  private count(hint: string): void {
    const known = this.counts.get(hint);
    if (known !== undefined || this.counts.size < MAX_HINTS) this.counts.set(hint, (known ?? 0) + 1);
  }

  private async save(line: ImportLine, input: ArticleInput): Promise<ImportResult> {
    if (this.isDryRun) return { line, outcome: 'imported' };
    let attempts = 0;
    try {
      const { warnings } = await retryWhileBusy(() => {
        attempts += 1;
        return this.articles.create(input, this.actor, { publishes: true, providerId: Provider.Import });
      }, this.wait);
      for (const kind of new Set(warnings.map(kindOfWarning))) this.count(kind);
      return { line, outcome: 'imported' };
    } catch (error) {
      // Another import created it first, or an attempt that seemed to fail was committed.
      if (error instanceof TakenError) return { line, outcome: attempts > 1 ? 'imported' : 'skipped' };
      return this.failure(line, error);
    }
  }

  private failure(line: ImportLine, error: unknown): ImportResult {
    return { line, outcome: 'failed', message: reasonOf(this.failures.of(error)) };
  }
}
