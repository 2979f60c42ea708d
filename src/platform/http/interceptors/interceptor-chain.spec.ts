import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { describe, expect, test } from '@jest/globals';
import { lastValueFrom, map, of, type Observable } from 'rxjs';
import { type ChainedInterceptor, InterceptorChain } from './interceptor-chain.js';

const context = (type: string) => ({ getType: () => type }) as ExecutionContext;
const HTTP = context('http');

/** Puts its name around the answer. */
function wrapping(name: string, concerns = true): ChainedInterceptor {
  return {
    concerns: () => concerns,
    intercept: (_context, next: CallHandler<string>) =>
      next.handle().pipe(map((answer) => `${name}(${answer})`)),
  };
}

const run = (interceptors: ChainedInterceptor[], handle: () => Observable<unknown>, within = HTTP) =>
  lastValueFrom(new InterceptorChain(interceptors).intercept(within, { handle }));

describe('A chain of interceptors', () => {
  test('runs those that a request concerns, the first one outermost', async () => {
    const chain = [wrapping('a'), wrapping('b', false), wrapping('c')];
    expect(await run(chain, () => of('answer'))).toBe('a(c(answer))');
  });

  test('asks none about what is not HTTP', async () => {
    expect(await run([wrapping('a')], () => of('answer'), context('graphql'))).toBe('answer');
  });

  test('takes interceptors that answer later, and those that answer themselves', async () => {
    const later: ChainedInterceptor = {
      concerns: () => true,
      intercept: (_context, next) => Promise.resolve(next.handle()),
    };
    const itself: ChainedInterceptor = { concerns: () => true, intercept: () => of('own') };
    expect(await run([later, wrapping('a')], () => of('answer'))).toBe('a(answer)');
    const handle = (): never => {
      throw new Error('Nobody asks the route.');
    };
    expect(await run([later, itself], handle)).toBe('own');
  });

  test('calls the route in the context that an interceptor sets, also after one that answers later', async () => {
    const storage = new AsyncLocalStorage<string>();
    const setting: ChainedInterceptor = {
      concerns: () => true,
      intercept: (_context, next) => storage.run('set', () => next.handle()),
    };
    const later: ChainedInterceptor = {
      concerns: () => true,
      intercept: async (_context, next) => {
        await Promise.resolve();
        return next.handle();
      },
    };
    const handle = () => of(storage.getStore());
    expect(await run([later, setting, later, wrapping('a')], handle)).toBe('a(set)');
  });
});
