import { Logger } from '@nestjs/common';
import { OverloadedError } from '../../kernel/errors.js';
import type { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Article, type ArticleContent, contentOf } from './domain/article.js';
import type { ArticleVerb } from './domain/article-events.js';
import type { OwnChanges } from './domain/own-fields.js';

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

/** Others wait for the transaction meanwhile; on SQLite, all writes do. */
const HOOK_LIMIT_MS = 10_000;

const logger = new Logger('ArticleHooks');

/** A hook took too long; the same again would, too. @internal */
export class SlowHookError extends OverloadedError {
  constructor() {
    super('hook-too-slow', 'A rule of this site took too long; try again later.');
  }
}

/**
 * Calls a hook, which may wait for other systems.
 *
 * @throws SlowHookError for one that takes too long, and what it throws itself. @internal
 */
export async function calledInTime(
  hooks: ArticleHooks,
  unitOfWork: Pick<UnitOfWork, 'runUntil'>,
  name: 'before' | 'after',
  call: () => void | PromiseLike<void>,
  limitMs = HOOK_LIMIT_MS,
): Promise<void> {
  // Statements have limits of their own.
  if (hooks instanceof ArticleKeeper) {
    await call();
    return;
  }
  const over = new AbortController();
  const running = unitOfWork.runUntil(over.signal, call);
  if (running === undefined) return;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const { name: className } = hooks.constructor;
    logger.error(`The hook ${className}.${name} takes longer than ${limitMs / 1000} s: nothing was changed.`);
    over.abort(new Error(`The hook ${className}.${name} was given up.`));
    late.reject(new SlowHookError());
  }, limitMs);
  await Promise.race([Promise.resolve(running), late.promise]).finally(() => {
    clearTimeout(timer);
  });
}

const RENDERED: readonly string[] = ['body', 'media'];
/** All but the headline have a value in a new article. */
const CONTENT = Object.keys(contentOf(Object.assign(new Article(), { headline: '' })));
/** Values of the fields of the extension have a check of their own. */
const WRITABLE = new Set(['fields', ...CONTENT.filter((name) => !RENDERED.includes(name))]);

/**
 * @throws Error for a change of what no hook may write: rendered texts, and what is no field of editors.
 * @internal
 */
export function mustBeWritable(
  hooks: ArticleHooks,
  article: Readonly<Article>,
  content: HookedContent,
): void {
  const known: Readonly<Record<string, unknown>> = { ...article };
  const wrong = Object.entries(content).find(
    ([name, value]) => !WRITABLE.has(name) && (!(name in known) || known[name] !== value),
  );
  if (wrong) throw new Error(`The hook ${hooks.constructor.name}.before may not write "${wrong[0]}".`);
}
