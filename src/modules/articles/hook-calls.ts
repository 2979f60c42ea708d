import { Logger } from '@nestjs/common';
import { OverloadedError } from '../../kernel/errors.js';
import type { ArticleHooks, HookedContent } from './article-hooks.js';
import { Article, contentOf } from './domain/article.js';

/** As long as that others wait for the transaction: on SQLite every write does. */
const LIMIT_MS = 10_000;

const logger = new Logger('ArticleHooks');

/**
 * Calls a hook, which may wait for other systems.
 *
 * @throws OverloadedError for one that takes too long, and whatever it throws
 */
export async function calledInTime(
  hooks: ArticleHooks,
  name: 'before' | 'after',
  call: () => void | Promise<void>,
  limitMs = LIMIT_MS,
): Promise<void> {
  const running = call();
  if (!(running instanceof Promise)) return;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const { name: className } = hooks.constructor;
    logger.error(`The hook ${className}.${name} takes longer than ${limitMs / 1000} s: nothing was changed.`);
    late.reject(new OverloadedError('hook-too-slow', 'A rule of this site took too long; try again later.'));
  }, limitMs);
  await Promise.race([running, late.promise]).finally(() => {
    clearTimeout(timer);
  });
}

const RENDERED: readonly string[] = ['body', 'media'];
/** All but the headline have a value in a new article. */
const CONTENT = Object.keys(contentOf(Object.assign(new Article(), { headline: '' })));
const WRITABLE = new Set(CONTENT.filter((name) => !RENDERED.includes(name)));

/** @throws Error for what no hook may write: texts that have been rendered, and what is no field */
export function mustBeWritable(hooks: ArticleHooks, content: HookedContent): void {
  const wrong = Object.keys(content).find((name) => name !== 'fields' && !WRITABLE.has(name));
  if (wrong !== undefined)
    throw new Error(`The hook ${hooks.constructor.name}.before may not write "${wrong}".`);
}
