import type { INestApplicationContext } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { DomainError, InvalidError, TakenError } from '../../../kernel/errors.js';
import { chunksOf } from '../../../kernel/page.js';
import { ArticleSettings } from '../../../modules/articles/article.settings.js';
import { ArticlesService, type CreateOptions, Provider } from '../../../modules/articles/articles.service.js';
import { CreateArticleDto } from '../../../modules/articles/http/article.dto.js';
import { ArticleRenderer } from '../../../modules/articles/writing/article-renderer.js';
import type { ArticleInput } from '../../../modules/articles/writing/article-input.js';
import { Actor } from '../../../modules/auth/domain/actor.js';
import { AddedFields } from '../../../platform/http/request/added-fields.js';
import { ValidationPipe } from '../../../platform/http/request/validation.pipe.js';
import { kindOfWarning } from '../kind-of-warning.js';
import { reasonOf, RecordFailures } from '../record-failures.js';
import { retryWhileBusy } from '../retry-while-busy.js';
import { bodyOf } from './entry-body.js';
import { ImageFetcher } from './image-fetcher.js';
import type { ImportReport } from './import-report.js';
import type { ScratchIndex } from './scratch-index.js';
import type { CmsExport, EntryNote, SourceEntry, SourceImage, SourceSection } from './source-entry.js';
import { SourceAuthors } from './source-authors.js';
import { SourceSections } from './source-sections.js';
import { pathOf } from './source-url.js';

const CONCURRENCY = 8;
/** Longest body, as of requests. */
const MAX_BODY = 5_000_000;
const MAX_REASON = 200;

const NO_TIME: EntryNote = {
  reason: 'no-time',
  text: 'posts without a time that can be read are published as of this import',
};

export interface EntryImportOptions {
  readonly dryRun: boolean;
  /** Author of entries that have none. */
  readonly author: number;
}

/** Outcome of the import of an entry: its state, and warnings about what readers are not shown of it. */
type Outcome =
  | { readonly state: keyof ImportReport['states']; readonly warnings: readonly string[] }
  | { readonly failure: string }
  | 'there';

/** An entry with fields that name its authors and sections, or the failure to find or make these. */
interface RelatedEntry {
  readonly entry: SourceEntry;
  readonly fields: Readonly<Record<string, unknown>> | DomainError;
}

interface PreparedEntry {
  readonly input: ArticleInput;
  readonly options: CreateOptions;
}

/** Makes articles of entries of another system; each with all that belongs to it in one transaction. */
export class EntryImport {
  private readonly articles: ArticlesService;
  private readonly renderer: ArticleRenderer;
  private readonly clock: Clock;
  private readonly types: readonly string[];
  private readonly fields: ValidationPipe;
  private readonly actor: Actor;
  private readonly authors: SourceAuthors;
  private readonly sections: SourceSections;
  private readonly images: ImageFetcher;
  private readonly failures = new RecordFailures();

  constructor(
    app: INestApplicationContext,
    source: CmsExport,
    private readonly index: ScratchIndex,
    private readonly report: ImportReport,
    private readonly options: EntryImportOptions,
  ) {
    this.articles = app.get(ArticlesService);
    this.renderer = app.get(ArticleRenderer, { strict: false });
    this.clock = app.get<Clock>(Clock);
    this.types = app.get(ArticleSettings, { strict: false }).types;
    this.fields = new ValidationPipe(app.get(AddedFields, { strict: false }));
    this.actor = new Actor(options.author, 'import', ['*']);
    this.authors = new SourceAuthors(app, options.dryRun);
    this.sections = new SourceSections(app, source, options.dryRun);
    this.images = new ImageFetcher(app, this.actor, report, index, options.dryRun);
  }

  async addSections(sections: Iterable<SourceSection>): Promise<void> {
    for (const section of sections) await this.sections.idOf(section);
    this.report.sections = this.sections.made;
  }

  /** @returns lines that tell what failed */
  async run(entries: readonly SourceEntry[]): Promise<string[]> {
    const ids = entries.map(({ id }) => id);
    const known = await this.articles.knownProviderPostIds(Provider.Import, ids);
    const failures: string[] = [];
    const fresh = entries.filter(({ id }) => {
      const isNew = this.index.add('entry', id) && !known.has(id);
      if (!isNew) this.report.alreadyThere += 1;
      return isNew;
    });
    // One after the other, so that two entries of one author find the same.
    const related: RelatedEntry[] = [];
    for (const entry of fresh) related.push({ entry, fields: await this.relate(entry) });
    for (const group of chunksOf(related, CONCURRENCY)) {
      const outcomes = await Promise.all(group.map((one) => this.importOne(one)));
      // The report has the order of the file.
      for (const [index, { entry }] of group.entries())
        failures.push(...this.tell(entry, outcomes[index] ?? 'there'));
    }
    this.report.authors = this.authors.made;
    this.report.sections = this.sections.made;
    return failures;
  }

  private async relate(entry: SourceEntry): Promise<RelatedEntry['fields']> {
    try {
      return await this.relations(entry);
    } catch (error) {
      return this.failures.of(error);
    }
  }

  private async relations({ authors, sections }: SourceEntry): Promise<Record<string, unknown>> {
    const authorIds: (number | null)[] = [];
    for (const author of authors) authorIds.push(await this.authors.idOf(author));
    const sectionIds: number[] = [];
    for (const section of sections) sectionIds.push(await this.sections.idOf(section));
    const found = [...new Set(authorIds)].filter((id) => id !== null);
    return {
      ...(found.length > 0 && { roar_author_ids: found }),
      ...(sectionIds.length > 0 && !this.options.dryRun && { sections: [...new Set(sectionIds)] }),
    };
  }

  private async prepare(entry: SourceEntry, relations: Record<string, unknown>): Promise<PreparedEntry> {
    const { id, state, formerUrl, fields } = entry;
    if (entry.body.length > MAX_BODY)
      throw InvalidError.field('body', `must not be longer than ${MAX_BODY} characters`);
    const scheduledAt = typeof state === 'object' ? state.scheduledAt : undefined;
    const isLater = scheduledAt !== undefined && scheduledAt > this.clock.now();
    const sent = {
      ...fields,
      ...relations,
      type: typeof fields.type === 'string' && this.types.includes(fields.type) ? fields.type : undefined,
      body: (await bodyOf(entry, this.images)).toWellFormed(),
      ...(await this.lead(entry.leadImage)),
      ...(await this.social(entry.socialImage)),
      // The time at which it is published will be that of the schedule.
      created_ts: isLater ? undefined : fields.created_ts,
      provider_post_id: id,
    };
    const dto = this.fields.transform(wellFormed(sent), { type: 'body', metatype: CreateArticleDto });
    const path = formerUrl === null ? null : pathOf(formerUrl);
    return {
      input: { ...(dto as CreateArticleDto).toInput(), action: undefined },
      options: {
        providerId: Provider.Import,
        publishes: state === 'published',
        scheduledAt,
        formerPaths: path === null ? [] : [path],
      },
    };
  }

  private async lead(image: SourceImage | null): Promise<object> {
    if (!image) return {};
    const id = image.isExternal ? null : await this.images.idOf(image);
    return {
      ...(id === null ? { image_external: image.url } : { image_id: id }),
      ...(image.caption && { photo_caption: image.caption }),
    };
  }

  private async social(image: SourceImage | null): Promise<object> {
    const id = image && !image.isExternal ? await this.images.idOf(image) : null;
    return id === null ? {} : { social_teaser_image_id: id };
  }

  private async importOne({ entry, fields }: RelatedEntry): Promise<Outcome> {
    try {
      if (fields instanceof DomainError) throw fields;
      const { input, options } = await this.prepare(entry, fields);
      return await this.save(input, options);
    } catch (error) {
      return { failure: reasonOf(this.failures.of(error)) };
    }
  }

  private async save(input: ArticleInput, options: CreateOptions): Promise<Outcome> {
    const { publishes, scheduledAt = 0 } = options;
    const state =
      scheduledAt > this.clock.now() ? 'scheduled' : publishes || scheduledAt > 0 ? 'published' : 'drafts';
    if (this.options.dryRun) {
      const { warnings } = await retryWhileBusy(() => this.renderer.render(input));
      return { state, warnings };
    }
    let attempts = 0;
    try {
      const { warnings } = await retryWhileBusy(() => {
        attempts += 1;
        return this.articles.create(input, this.actor, options);
      });
      return { state, warnings };
    } catch (error) {
      if (!(error instanceof TakenError)) throw error;
      // Another import created it first, or an attempt that seemed to fail was committed.
      return attempts > 1 ? { state, warnings: [] } : 'there';
    }
  }

  private tell(entry: SourceEntry, outcome: Outcome): string[] {
    if (outcome === 'there') {
      this.report.alreadyThere += 1;
      return [];
    }
    if ('failure' in outcome) return [this.report.fail(entry, outcome.failure)];
    const { state, warnings } = outcome;
    this.report.imported += 1;
    this.report.states[state] += 1;
    const notes = [...entry.notes, ...warnings.map(noteOf)];
    if (state === 'published' && entry.fields.created_ts === undefined) notes.push(NO_TIME);
    for (const note of notes) this.report.changed(note, entry);
    return [];
  }
}

function noteOf(warning: string): EntryNote {
  const text = kindOfWarning(warning).slice(0, MAX_REASON);
  return { reason: text, text };
}

/** Texts that are cut in the middle of a character, by programs that count bytes. */
function wellFormed(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.toWellFormed() : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}
