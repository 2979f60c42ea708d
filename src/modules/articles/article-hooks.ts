import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../kernel/events/domain-events.js';
import { ActingAuthor } from '../changes/acting-author.js';
import { ChangeLog } from '../changes/change-log.js';
import type { Article, ArticleContent } from './domain/article.js';
import { readersOf } from './domain/article-policy.js';
import { ArticleChanged } from './domain/article-events.js';
import type { ArticleVerb } from './domain/article-verb.js';
import { type OwnChanges, OwnFields } from './domain/own-fields.js';

/**
 * Fields that a hook may write, those of the extension by their names; HTML has
 * been made safe for readers before.
 */
export type HookedContent = Omit<ArticleContent, 'body' | 'media'> & { readonly fields?: OwnChanges };

/** A change of an article, in the transaction that saves it. */
export interface ArticleChange {
  readonly verb: ArticleVerb;
  /** As it will be saved; the id of a new one is 0 until it is. */
  readonly article: Readonly<Article>;
  /** As it was; null for a new one. */
  readonly was: Readonly<Article> | null;
  /** Author of the change; null for the service itself, as when a schedule is due. */
  readonly authorId: number | null;
}

/** A change that has not been saved yet. */
export interface PendingArticleChange extends ArticleChange {
  /** @throws InvalidError */
  write(content: HookedContent): void;
}

/**
 * Hooks of an extension that run with every change of an article, by any interface. A hook that throws rolls
 * the change back, and errors of `kernel/errors.ts` are shown to the client. Hooks may run twice for one
 * change: no effects outside of the database.
 */
export abstract class ArticleHooks {
  /** Runs before a change; not for a `move`, which follows from a section and cannot be refused. */
  before?(change: PendingArticleChange): void | Promise<void>;
  /** The article is stored, and not committed yet. */
  after?(change: ArticleChange): void | Promise<void>;
}

/** A change as keepers are told of it. @internal */
export interface KeptChange extends Pick<ArticleChange, 'verb' | 'was'> {
  readonly article: Pick<Article, 'id' | 'version'>;
}

/**
 * Keeps articles as they are at their changes, for a module of the service. Articles that leave a removed
 * section come many at a time, and to keepers alone. @internal
 */
export abstract class ArticleKeeper extends ArticleHooks {
  /** The articles are stored, and not committed yet. */
  abstract keep(changes: readonly KeptChange[]): Promise<void>;

  override after(change: ArticleChange): Promise<void> {
    return this.keep([change]);
  }
}

/**
 * Tells of the changes of articles: hooks before and after each, the log of
 * changes, everybody else by an event.
 */
@Injectable()
export class ArticleNotifier {
  private readonly hooks: ArticleHooks[] = [];

  constructor(
    private readonly events: DomainEvents,
    private readonly acting: ActingAuthor,
    private readonly log: ChangeLog,
    private readonly own: OwnFields,
  ) {}

  register(hooks: ArticleHooks): void {
    this.hooks.push(hooks);
  }

  async before(verb: ArticleVerb, article: Article, was: Readonly<Article> | null): Promise<void> {
    const write = ({ fields = {}, ...content }: HookedContent) => {
      article.write(content);
      article.writeFields(this.own.checked(fields));
    };
    for (const hooks of this.hooks)
      await hooks.before?.({ verb, article, was, authorId: this.acting.id, write });
  }

  /** @param fields that clients know, in which the article differs from what it was */
  async after(
    verb: ArticleVerb,
    article: Article,
    was: Readonly<Article> | null,
    fields: readonly string[],
  ): Promise<void> {
    const { id, version } = article;
    const audience = { before: was && readersOf(was), after: readersOf(article) };
    await this.log.note('article', { id, verb, version, fields, audience });
    for (const hooks of this.hooks) await hooks.after?.({ verb, article, was, authorId: this.acting.id });
    await this.events.publish(new ArticleChanged(id, verb, version, fields));
  }

  /** Tells keepers and the log of articles that have left a removed section, one version ago. */
  async afterLeaving(articles: readonly Readonly<Article>[]): Promise<void> {
    const changes = articles.map((was) => {
      const article = { id: was.id, version: was.version + 1 };
      return { verb: 'edit' as const, article, was };
    });
    const noted = changes.map(({ verb, article, was }) => {
      const audience = { before: readersOf(was), after: readersOf(was) };
      return { ...article, verb, fields: ['sections'], audience };
    });
    await this.log.note('article', ...noted);
    for (const hooks of this.hooks) if (hooks instanceof ArticleKeeper) await hooks.keep(changes);
  }
}
