import { ForbiddenError, NotFoundError } from '../../../kernel/errors.js';
import type { Actor } from '../../auth/domain/actor.js';
import type { Readers } from '../../changes/domain/audience.js';
import type { PageSettings } from '../../sections/domain/section.entity.js';
import type { Article } from './article.js';
import { ArticleStatus } from './article-record.js';

interface ReadableArticle {
  readonly id: number;
  readonly status: ArticleStatus;
  readonly createdBy: number;
}

interface Owned extends Pick<ReadableArticle, 'status' | 'createdBy'> {
  readonly placement: { readonly authorIds: readonly number[] };
}

interface SectionRules {
  readonly pageSettings: Partial<PageSettings>;
}

/** Readers of an article, by its state. */
export function readersOf({ status, createdBy, placement }: Owned): Readers {
  if (status === ArticleStatus.Removed) return null;
  return status === ArticleStatus.Published ? 'all' : [createdBy, ...placement.authorIds];
}

/** Whether it is published, or will be by itself. */
const isOut = ({ status }: ReadableArticle): boolean =>
  status === ArticleStatus.Published || status === ArticleStatus.Scheduled;

/** The permissions of an actor on an article, by the rights of its role. */
export class ArticlePolicy {
  constructor(private readonly actor: Actor) {}

  canRead(article: ReadableArticle, authorIds: readonly number[]): boolean {
    if (article.status === ArticleStatus.Removed) return false;
    return article.id === this.actor.previewed || this.canList(article, authorIds);
  }

  /** Removed articles are shown in lists that are asked for them, to those who may read drafts. */
  canList(article: ReadableArticle, authorIds: readonly number[]): boolean {
    if (article.status === ArticleStatus.Published) return this.actor.may('articles.read');
    return (
      this.actor.may('drafts.read') || (this.actor.may('drafts.read.own') && this.isOwn(article, authorIds))
    );
  }

  /** Whether the actor is one of these. */
  isAmong(readers: Readers): boolean {
    if (readers === null) return false;
    if (readers === 'all') return this.actor.may('articles.read');
    const isOwner = this.actor.may('drafts.read.own') && readers.includes(this.actor.authorId);
    return isOwner || this.actor.may('drafts.read');
  }

  /** An article that the actor may not even read does not exist for it. @throws NotFoundError */
  mustRead(article: ReadableArticle, authorIds: readonly number[]): void {
    if (!this.canRead(article, authorIds)) {
      throw new NotFoundError('article-not-found', `There is no article ${article.id}.`);
    }
  }

  /** @throws ForbiddenError */
  mustCreate(): void {
    if (!this.actor.mayAny(['drafts.write', 'drafts.write.own', 'drafts.write.community'])) {
      this.refuse('create articles');
    }
  }

  /** @throws ForbiddenError */
  mustPublish(): void {
    this.actor.mustBeAbleTo('articles.publish', 'publish, unpublish or schedule');
  }

  /** Drafts by the rights on drafts; what is published, or will be by itself, by the right to publish. */
  mustEdit(article: ReadableArticle, authorIds: readonly number[]): void {
    if (!this.canEdit(article, authorIds))
      this.refuse(isOut(article) ? 'change what is published or scheduled' : 'change this draft');
  }

  canEdit(article: ReadableArticle, authorIds: readonly number[]): boolean {
    return isOut(article) ? this.actor.may('articles.publish') : this.mayEditDraft(article, authorIds);
  }

  /** Whether the sections of a published article have to be looked at before it is changed. */
  isHeldByLocks(article: Article): boolean {
    return article.isPublished && !this.actor.may('articles.write.locked');
  }

  mustPassLocks(sections: readonly SectionRules[]): void {
    if (sections.some(({ pageSettings }) => pageSettings.lock_posts_after_publishing)) {
      throw new ForbiddenError('locked', 'A section of this post locks posts after publishing.');
    }
  }

  /** Whether the actor may write in sections that allow community posts only. */
  get isCommunityWriter(): boolean {
    return (
      this.actor.may('drafts.write.community') && !this.actor.mayAny(['drafts.write', 'drafts.write.own'])
    );
  }

  mustAllowCommunity(sections: readonly SectionRules[]): void {
    if (sections.length === 0 || !sections.every(({ pageSettings }) => pageSettings.allow_community_posts)) {
      throw new ForbiddenError('no-community-posts', 'Community posts go to sections that allow them.');
    }
  }

  private mayEditDraft(article: ReadableArticle, authorIds: readonly number[]): boolean {
    if (this.actor.may('drafts.write')) return true;
    return (
      this.actor.mayAny(['drafts.write.own', 'drafts.write.community']) && this.isOwn(article, authorIds)
    );
  }

  private isOwn({ createdBy }: ReadableArticle, authorIds: readonly number[]): boolean {
    return createdBy === this.actor.authorId || authorIds.includes(this.actor.authorId);
  }

  private refuse(deed: string): never {
    throw new ForbiddenError('forbidden', `The key's author (${this.actor.role}) may not ${deed}.`);
  }
}
