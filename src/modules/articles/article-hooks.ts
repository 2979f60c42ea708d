import { Logger } from '@nestjs/common';
import { OverloadedError } from '../../kernel/errors.js';
import { faultOfText, faultOfValuesIn } from '../../kernel/text.js';
import type { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Article, type ArticleContent, contentOf } from './domain/article.js';
import { IMAGE_SLOTS } from './domain/article-images.js';
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
  /** Changes nothing once the hook has ended, which the log tells then. @throws InvalidError */
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
const WRITABLE = new Set(CONTENT.filter((name) => !RENDERED.includes(name)));

/** A kind of values: what clients may send, as they are stored. */
interface Kind {
  readonly name: string;
  readonly has: (value: unknown) => boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string' && faultOfText(value) === null;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isStorable = (value: unknown): boolean =>
  isObject(value) && isJson(value) && faultOfValuesIn(value) === null;
const isPage = (value: unknown): boolean => isObject(value) && isText(value.view) && isText(value.path);
const orNull = (name: string, has: Kind['has']): Kind => ({
  name: `${name} or null`,
  has: (value) => value === null || has(value),
});

/** Objects of hooks may hold themselves, those of clients cannot. */
function isJson(value: object): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

const TEXT = orNull('a text', isText);
const ID = orNull('a whole number', (value) => Number.isInteger(value) && Number(value) > 0);
const OBJECT = orNull('an object', isStorable);
/** Kinds of the fields that are no texts, or not null. */
const KINDS: Readonly<Record<string, Kind>> = {
  headline: {
    name: 'a text that is not empty',
    has: (value) => isText(value) && String(value).trim() !== '',
  },
  pageList: orNull(
    'a list of objects with the texts view and path,',
    (value) => Array.isArray(value) && value.every(isPage),
  ),
  ...Object.fromEntries(
    IMAGE_SLOTS.flatMap(({ id, crops }) => [[id, ID] as const, [crops, OBJECT] as const]),
  ),
  product: OBJECT,
  roarSpecificData: OBJECT,
  partnernewsArticle: { name: 'true or false', has: (value) => typeof value === 'boolean' },
};

/**
 * @throws Error for a change of what no hook may write: rendered texts, and what is no field of editors; and
 *   for a value of another kind than its field has. @internal
 */
export function mustBeWritable(
  hooks: ArticleHooks,
  article: Readonly<Article>,
  content: HookedContent,
): void {
  const known: Readonly<Record<string, unknown>> = { ...article };
  for (const [name, value] of Object.entries(content)) {
    // Values of the fields of the extension have a check of their own.
    if (name === 'fields' || value === undefined || (name in known && known[name] === value)) continue;
    const hook = `The hook ${hooks.constructor.name}.before`;
    if (!WRITABLE.has(name)) throw new Error(`${hook} may not write "${name}".`);
    const kind = KINDS[name] ?? TEXT;
    if (!kind.has(value)) throw new Error(`${hook} has to write as "${name}" ${kind.name}.`);
  }
}
