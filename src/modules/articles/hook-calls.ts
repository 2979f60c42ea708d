import { Logger } from '@nestjs/common';
import { OverloadedError } from '../../kernel/errors.js';
import type { UnitOfWork } from '../../kernel/unit-of-work.js';
import { type ArticleHooks, ArticleKeeper, type HookedContent } from './article-hooks.js';
import { Article, contentOf } from './domain/article.js';

/** As long as that others wait for the transaction: on SQLite every write does. */
const LIMIT_MS = 10_000;

const logger = new Logger('ArticleHooks');

/** A hook took too long; the same again would, too. */
export class SlowHookError extends OverloadedError {
  constructor() {
    super('hook-too-slow', 'A rule of this site took too long; try again later.');
  }
}

/**
 * Calls a hook, which may wait for other systems.
 *
 * @throws SlowHookError for one that takes too long, and whatever it throws
 */
export async function calledInTime(
  hooks: ArticleHooks,
  unitOfWork: Pick<UnitOfWork, 'runUntil'>,
  name: 'before' | 'after',
  call: () => void | PromiseLike<void>,
  limitMs = LIMIT_MS,
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

/** @throws Error for a change of what no hook may write: rendered texts, and what is no field of editors */
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
