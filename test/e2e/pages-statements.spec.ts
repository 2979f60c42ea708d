import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { FocalPointDetector } from '../../src/modules/media/focal-point/focal-point.detector.js';
import { createImages } from '../support/images.js';
import { statementsOf } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

const MANY = 20;

let service: Service;
const sections = { few: 0, many: 0 };
const paths = { few: '', many: '' };
beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
  // A focal point that is found in the background clears all that is kept.
  jest.spyOn(service.app.get(FocalPointDetector), 'enqueue').mockReturnValue(undefined);
  await createImages(service, 3);
  for (const [index, size] of (['few', 'many'] as const).entries()) {
    sections[size] = await create('1.3/sections', { title: size, url: size, status: 2 });
    await create('1.1/authors', { name: `writer-${size}`, image_id: 3 });
    await create('1.3/badges', { name: `Badge ${size}`, image_id: 1, tags: [size] });
    for (let n = 0; n < (size === 'few' ? 1 : MANY); n++) await publish(size, index + 2, n);
  }
});
afterAll(() => service.stop());

const create = async (door: string, fields: object): Promise<number> =>
  (await service.post(`/api/${door}`, fields).expect(200)).body.id;

async function publish(size: 'few' | 'many', authorId: number, n: number): Promise<void> {
  const count = size === 'few' ? 1 : MANY;
  const items = Array.from({ length: count }, (_, at) => ({
    headline: `Item ${at}`,
    image_id: (at % 3) + 1,
  }));
  const { body } = await service
    .post('/api/1.3/posts', {
      headline: `Story ${size} ${n}`,
      image_id: (n % 3) + 1,
      sections: [sections[size]],
      roar_author_ids: [authorId],
      tags: [size, ...Array.from({ length: count }, (_, at) => `${size} ${at}`)],
      body: '<p>[cms-image 1]</p>'.repeat(count),
      listicle: { items },
    })
    .expect(200);
  paths[size] = `/${body.slug}`;
}

/** Views of programs are not counted, which takes statements. */
const read = (path: string) => service.as(null).get(path).set('user-agent', 'Googlebot/2.1').expect(200);

/** A change of anything clears all that is kept. */
const forget = () =>
  service.put(`/api/1.3/sections/${sections.few}`, { title: 'few', url: 'few', status: 2 }).expect(200);

const statementsDuring = async (work: () => Promise<unknown>): Promise<number> =>
  (await statementsOf(service, work)).length;

/** The least of some tries: how many articles there are is asked for once a minute. */
async function leastStatements(work: () => Promise<unknown>): Promise<number> {
  const tries: number[] = [];
  for (let n = 0; n < 3; n++) {
    await forget();
    tries.push(await statementsDuring(work));
  }
  return Math.min(...tries);
}

const costOf = (path: string) => leastStatements(() => read(path));

describe('A page takes as many statements for twenty as for one', () => {
  test.each([
    ['a post', (size: 'few' | 'many') => paths[size], 11],
    ['its AMP page', (size: 'few' | 'many') => `/amp${paths[size]}`, 12],
    ['a section', (size: 'few' | 'many') => `/${size}`, 8],
    ['a tag', (size: 'few' | 'many') => `/tag/${size}`, 10],
    ['a feed', (size: 'few' | 'many') => `/tag/${size}/feed.xml`, 8],
    ['an author', (size: 'few' | 'many') => `/u/writer-${size}/`, 8],
  ])('%s', async (_what, pathOf, most) => {
    const [few, many] = [await costOf(pathOf('few')), await costOf(pathOf('many'))];
    expect(few).toBeGreaterThan(1);
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(most);
  });
});

describe('While the clock stands, a page takes', () => {
  let clock: jest.SpiedFunction<() => number>;
  beforeEach(async () => {
    await forget();
    clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
  });
  afterEach(() => {
    clock.mockRestore();
  });

  const advance = (milliseconds: number) => {
    clock.mockReturnValue(performance.now() + milliseconds);
    // A cache looks at the clock once in a millisecond.
    return delay(5);
  };

  test('no statements while it is kept, which is for a second', async () => {
    expect(await statementsDuring(() => read('/many'))).toBeGreaterThan(0);
    await advance(990);
    expect(await statementsDuring(() => read('/many'))).toBe(0);
    await advance(20);
    expect(await statementsDuring(() => read('/many'))).toBeGreaterThan(0);
  });

  test('its statements once for all who come', async () => {
    const all = () => Promise.all(Array.from({ length: 50 }, () => read(paths.many)));
    expect(await leastStatements(all)).toBeLessThanOrEqual(12);
  });
});
