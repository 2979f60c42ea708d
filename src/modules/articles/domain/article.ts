import type { UtcSeconds } from '../../../kernel/clock.js';
import { ConflictError, InvalidError, NotFoundError } from '../../../kernel/errors.js';
import { mustBeWebUrl } from '../../../kernel/web-url.js';
import { ArticleRecord, ArticleStatus } from './article-record.js';
import type { OwnChanges, OwnValues } from './own-fields.js';
import { NOWHERE, type Placement } from './placement.js';

/** Columns that follow from verbs, rules or readers. */
const STATE_FIELDS = [
  'id',
  'status',
  'version',
  'providerId',
  'providerPostId',
  'createdBy',
  'insertedTs',
  'createdTs',
  'isCreatedTsFixed',
  'updatedTs',
  'firstPublishedTs',
  'lastPublishedTs',
  'scheduledAt',
  'publishDueTs',
  'publishAttempts',
  'publishError',
  'type',
  'isTypeFixed',
  'path',
  'ampPath',
  'basename',
  'listicle',
  'description',
  'mediaHtml',
  'renderingVersion',
  'wordsCount',
  'likesCount',
  'pageViewsCount',
] as const satisfies readonly (keyof ArticleRecord)[];
type StateField = (typeof STATE_FIELDS)[number];

/** The fields that an editor writes; undefined leaves a field as it is, null clears it. */
export type ArticleContent = {
  readonly [F in Exclude<keyof ArticleRecord, StateField>]?: ArticleRecord[F] | undefined;
};

/** All that an editor has written of an article. */
export function contentOf(article: Readonly<Article>): ArticleContent {
  const others: readonly string[] = [...STATE_FIELDS, 'placement', 'fields'];
  return Object.fromEntries(Object.entries(article).filter(([name]) => !others.includes(name)));
}

export interface Origin {
  readonly providerId: number;
  readonly providerPostId: string | null;
  readonly createdBy: number;
}

/**
 * THE article: a draft, a scheduled post and a post are states of it. Its verbs
 * guard the ways from one state to the next.
 */
export class Article extends ArticleRecord {
  placement: Placement = NOWHERE;
  /** Values of the fields of the extension. */
  fields: OwnValues = {};

  static draft(origin: Origin, now: UtcSeconds): Article {
    const article = new Article();
    Object.assign(article, origin);
    article.version = 0;
    article.insertedTs = now;
    article.createdTs = now;
    article.updatedTs = now;
    return article;
  }

  get isPublished(): boolean {
    return this.status === ArticleStatus.Published;
  }

  get isScheduled(): boolean {
    return this.status === ArticleStatus.Scheduled;
  }

  get isRemoved(): boolean {
    return this.status === ArticleStatus.Removed;
  }

  /** Whether readers may have seen it under its path. */
  get wasPublic(): boolean {
    return this.firstPublishedTs !== null;
  }

  /** @throws InvalidError for an address that does not lead to the web */
  write(content: ArticleContent): void {
    mustBeWebUrl('image_external', content.imageExternal, this.imageExternal);
    mustBeWebUrl('video', content.video, this.video);
    for (const [field, value] of Object.entries(content)) {
      if (value !== undefined) (this as Record<string, unknown>)[field] = value;
    }
  }

  writeFields(changes: OwnChanges): void {
    const written = Object.entries(changes).filter(([, value]) => value !== undefined);
    this.fields = { ...this.fields, ...(Object.fromEntries(written) as OwnValues) };
  }

  /** @param type null returns to the default: image, video or page, by what the article has */
  setType(type: string | null | undefined, allowed: readonly string[]): void {
    if (type === null) this.isTypeFixed = false;
    else if (type !== undefined && type !== this.type) {
      this.isTypeFixed = true;
      this.type = type;
    }
    if (!this.isTypeFixed) this.type = this.defaultType(allowed);
  }

  /**
   * A time equal to the one shown was not set by the client, but sent back; null returns to the default rule.
   */
  setCreatedTs(at: UtcSeconds | null | undefined): void {
    if (at === null) {
      this.isCreatedTsFixed = false;
      this.createdTs = this.firstPublishedTs ?? this.insertedTs;
    } else if (at !== undefined && (this.version === 0 || at !== this.createdTs)) {
      this.isCreatedTsFixed = true;
      this.createdTs = at;
    }
  }

  /** @param keep leaves the saved time where no other is sent */
  touch(now: UtcSeconds, sent: UtcSeconds | null | undefined, keep: boolean): void {
    this.version += 1;
    if (sent !== undefined && sent !== null && sent !== this.updatedTs) this.updatedTs = sent;
    else if (!keep) this.updatedTs = now;
  }

  mustKeepProviderPostId(sent: string | null | undefined): void {
    if (sent !== undefined && sent !== this.providerPostId) {
      throw InvalidError.field('provider_post_id', 'can be set on creation only');
    }
  }

  publish(now: UtcSeconds): void {
    this.mustNotBeRemoved();
    if (this.isPublished) return;
    this.status = ArticleStatus.Published;
    if (this.firstPublishedTs === null && !this.isCreatedTsFixed) this.createdTs = now;
    this.firstPublishedTs ??= now;
    this.lastPublishedTs = now;
    this.clearSchedule();
  }

  /** A published article cannot be scheduled; a scheduled one is scheduled anew. */
  schedule(at: UtcSeconds, now: UtcSeconds): void {
    this.mustNotBeRemoved();
    if (this.isPublished)
      throw new ConflictError('already-published', 'A published post cannot be scheduled.');
    if (at <= now) throw InvalidError.field('scheduled_at', 'must be in the future');
    this.clearSchedule();
    this.status = ArticleStatus.Scheduled;
    this.scheduledAt = at;
    this.publishDueTs = at;
  }

  unschedule(): void {
    if (!this.isScheduled) throw notScheduled(this.id);
    this.status = ArticleStatus.Draft;
    this.clearSchedule();
  }

  /** The scheduled time has come: it is the publication time, unless a client has set another. */
  publishAsScheduled(now: UtcSeconds): void {
    const { scheduledAt } = this;
    if (!this.isScheduled || scheduledAt === null) throw notScheduled(this.id);
    if (this.firstPublishedTs === null && !this.isCreatedTsFixed) this.createdTs = scheduledAt;
    this.firstPublishedTs ??= scheduledAt;
    this.publish(now);
  }

  unpublish(): void {
    this.mustNotBeRemoved();
    if (this.isScheduled)
      throw new ConflictError(
        'scheduled',
        'The article is scheduled; DELETE of the scheduled post ends that.',
      );
    if (this.isPublished) this.status = ArticleStatus.Draft;
  }

  remove(): void {
    this.status = ArticleStatus.Removed;
    this.clearSchedule();
  }

  restore(): void {
    if (!this.isRemoved) throw new ConflictError('not-removed', 'The article is not removed.');
    this.status = ArticleStatus.Draft;
  }

  private clearSchedule(): void {
    this.scheduledAt = null;
    this.publishDueTs = null;
    this.publishAttempts = 0;
    this.publishError = null;
  }

  private mustNotBeRemoved(): void {
    if (this.isRemoved) throw new ConflictError('removed', 'The article is removed.');
  }

  private defaultType(allowed: readonly string[]): string {
    const wanted = this.imageId !== null || this.imageExternal ? 'image' : this.video ? 'video' : 'page';
    return allowed.includes(wanted) ? wanted : (allowed[0] ?? wanted);
  }
}

export const notScheduled = (id: number): NotFoundError =>
  new NotFoundError('not-scheduled', `The article ${id} is not scheduled.`);

/** The article with the values that it has now. */
export const copyOf = (article: Readonly<Article>): Article => Object.assign(new Article(), article);
