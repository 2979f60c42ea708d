import { afterAll, describe, expect, test } from '@jest/globals';
import type { PageInput } from '../../page-reader.js';
import { type PageLimits, WorkerPageReader } from './worker-page-reader.js';

const URL_OF_PAGE = 'https://news.example/2024/story.html';
const LIMITS: PageLimits = { cpuMs: 8_000, articleCpuMs: 4_000, elapsedMs: 60_000, waitingMs: 60_000 };
class SmallPageReader extends WorkerPageReader {
  protected override readonly memoryMb = 128;
}

const reader = new WorkerPageReader();
const inputOf = (html: string): PageInput => ({
  bytes: new Uint8Array(Buffer.from(html)),
  contentType: 'text/html; charset=utf-8',
  url: URL_OF_PAGE,
});
const read = (html: string, limits?: PageLimits) => reader.read(inputOf(html), limits);
const PARAGRAPH = `<p>${'Some text of an article, which has commas, and goes on for a while. '.repeat(3)}</p>`;

afterAll(() => reader.beforeApplicationShutdown());

describe('limits', () => {
  const slow = PARAGRAPH.repeat(10_000);

  test('a page that takes too much work is too complex, and the next one is read', async () => {
    await expect(read(slow, { ...LIMITS, cpuMs: 5 })).rejects.toMatchObject({
      kind: 'unprocessable',
      code: 'page-too-complex',
    });
    expect(await read('<title>next')).toMatchObject({ title: 'next' });
  });

  test('a page whose article takes too much work has none, and says so', async () => {
    const hard = `<title>t</title>${`${'<div>'.repeat(100)}${PARAGRAPH}${'</div>'.repeat(100)}`.repeat(80)}`;
    const facts = await read(hard, { ...LIMITS, articleCpuMs: 1 });
    expect(facts).toMatchObject({ title: 't', article: null, isArticleUnread: true });
  });

  test('more pages than may wait are turned away', async () => {
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => read('<title>a')));
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(failures.length).toBe(8);
    for (const failure of failures) {
      expect(failure).toMatchObject({ kind: 'overloaded', code: 'scraper-busy', retryAfter: 2 });
    }
  });

  test('what exhausts the memory of a thread ends neither the process nor the next page', async () => {
    const hungry = new SmallPageReader();
    await expect(hungry.read(inputOf('<b title=x>x</b>'.repeat(100_000)))).rejects.toMatchObject({
      code: 'page-too-complex',
    });
    expect(await hungry.read(inputOf('<title>next'))).toMatchObject({ title: 'next' });
    await hungry.beforeApplicationShutdown();
  });

  test('a page that waits too long is turned away', async () => {
    const busy = [read(slow), read(slow)];
    await expect(read('<title>a', { ...LIMITS, waitingMs: 1 })).rejects.toMatchObject({
      code: 'scraper-busy',
    });
    await Promise.all(busy);
  });

  test('a page that gets no turn to be read is not too complex', async () => {
    await expect(read(slow, { ...LIMITS, elapsedMs: 1 })).rejects.toMatchObject({ code: 'scraper-busy' });
  });
});
