import { Injectable, Logger } from '@nestjs/common';
import { DomainEvents } from '../../kernel/events/domain-events.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { ActingAuthor } from '../changes/acting-author.js';
import { ChangeLog } from '../changes/change-log.js';
import {
  type ArticleHooks,
  ArticleKeeper,
  calledInTime,
  type HookedContent,
  mustBeWritable,
} from './article-hooks.js';
import { type Article, copyOf } from './domain/article.js';
import { readersOf } from './domain/article-policy.js';
import { ArticleChanged, type ArticleVerb } from './domain/article-events.js';
import { OwnFields } from './domain/own-fields.js';

/**
 * Tells of the changes of articles: hooks before and after each, the log of
 * changes, everybody else by an event.
 */
@Injectable()
export class ArticleNotifier {
  private readonly logger = new Logger(ArticleNotifier.name);
  private readonly hooks: ArticleHooks[] = [];

  constructor(
    private readonly events: DomainEvents,
    private readonly acting: ActingAuthor,
    private readonly log: ChangeLog,
    private readonly own: OwnFields,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  register(hooks: ArticleHooks): void {
    this.hooks.push(hooks);
  }

  async before(verb: ArticleVerb, article: Article, was: Readonly<Article> | null): Promise<void> {
    const authorId = this.acting.id;
    for (const hooks of this.hooks) {
      let shown = shownTo(hooks, article);
      let isOver = false;
      const write = ({ fields = {}, ...content }: HookedContent) => {
        if (isOver) {
          this.refuseLate(hooks);
          return;
        }
        mustBeWritable(hooks, article, content);
        article.write(content);
        article.writeFields(this.own.checked(fields));
        shown = shownTo(hooks, article);
      };
      const change = {
        ...{ verb, was: was && shownTo(hooks, was), authorId, write },
        get article() {
          return shown;
        },
      };
      await calledInTime(hooks, this.unitOfWork, 'before', () => hooks.before?.(change)).finally(
        () => (isOver = true),
      );
    }
  }

  /** An error thrown from a timer of a hook would end the process. */
  private refuseLate({ constructor: { name } }: ArticleHooks): void {
    this.logger.error(
      `The hook ${name}.before has written after its end: nothing was changed. Let it wait for what it has begun.`,
    );
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
    const authorId = this.acting.id;
    for (const hooks of this.hooks) {
      const before = was && shownTo(hooks, was);
      const change = { verb, article: shownTo(hooks, article), was: before, authorId };
      await calledInTime(hooks, this.unitOfWork, 'after', () => hooks.after?.(change));
    }
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

/** Hooks of extensions see a copy that cannot be changed: `write` checks what they change. */
const shownTo = (hooks: ArticleHooks, article: Readonly<Article>): Readonly<Article> =>
  hooks instanceof ArticleKeeper ? article : frozen(copyOf(article));

/** The value with all that is in it. Values of the article are replaced, and never changed where they are. */
function frozen<T extends object>(value: T): T {
  if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value) as unknown[])
    if (typeof part === 'object' && part !== null) frozen(part);
  return value;
}
