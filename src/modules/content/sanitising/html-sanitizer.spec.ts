import { afterAll, describe, expect, test } from '@jest/globals';
import { Environment } from '../../../platform/config/environment.js';
import { contentSettings } from '../content.settings.js';
import { settingsOf } from '../../../../test/support/settings.js';
import { LibraryHtmlSanitizer } from './html-sanitizer.js';

const sanitizer = new LibraryHtmlSanitizer(settingsOf(contentSettings), Environment.from({}));
afterAll(() => sanitizer.beforeApplicationShutdown());

const LIMITS = { cpuMs: 60_000, elapsedMs: 100_000, waitingMs: 100_000 };
const article = '<p>Some text of an article, and <b>more</b> of it.</p>'.repeat(8_000);
/** Takes minutes: the work grows with the square of the length. */
const hostile = '<b>'.repeat(800_000);
const BUSY = { kind: 'overloaded', code: 'rendering-busy', retryAfter: 2 };

describe('a long text', () => {
  test('is made safe however many others come at once', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => sanitizer.sanitize([article])));
    expect(all.map(([safe]) => safe?.html === article)).toEqual(Array(30).fill(true));
  });

  test('that takes too much work is too complex, on a calm machine, too', async () => {
    const limits = { ...LIMITS, cpuMs: 100 };
    await expect(sanitizer.sanitize([hostile], limits)).rejects.toMatchObject({
      kind: 'invalid',
      code: 'too-complex',
    });
    expect(await sanitizer.sanitize([article], LIMITS)).toMatchObject([{ html: article }]);
  });

  test('whose turn does not come in time may come again', async () => {
    const hostiles = [1, 2].map(() => sanitizer.sanitize([hostile], { ...LIMITS, cpuMs: 500 }));
    const waiting = sanitizer.sanitize([article], { ...LIMITS, waitingMs: 1 });
    const outcomes = await Promise.allSettled([waiting, ...hostiles]);
    expect(outcomes).toMatchObject([
      { reason: BUSY },
      { reason: { code: 'too-complex' } },
      { reason: { code: 'too-complex' } },
    ]);
  });

  test('on a machine that gives it no time may come again', async () => {
    const starved = sanitizer.sanitize([hostile], { ...LIMITS, elapsedMs: 1 });
    await expect(starved).rejects.toMatchObject(BUSY);
  });

  test('beyond those that may wait may come again', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 105 }, () => sanitizer.sanitize([article.slice(0, 40_000)])),
    );
    const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refused).toHaveLength(3);
    for (const error of refused) expect(error).toMatchObject(BUSY);
  });
});
