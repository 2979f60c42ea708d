import { expect, test } from '@jest/globals';
import type { UnitOfWork } from '../../kernel/unit-of-work.js';
import { ArticleHooks, calledInTime, mustBeWritable } from './article-hooks.js';
import { Article } from './domain/article.js';

class Rules extends ArticleHooks {}
const rules = new Rules();
const unitOfWork: Pick<UnitOfWork, 'runUntil'> = { runUntil: (_signal, work) => work() };

test('a hook that never ends is given up, and one that fails in time fails as it does', async () => {
  const never = new Promise<void>(() => undefined);
  await expect(calledInTime(rules, unitOfWork, 'before', () => never, 10)).rejects.toMatchObject({
    kind: 'overloaded',
    code: 'hook-too-slow',
  });
  const refusal = new Error('No.');
  await expect(calledInTime(rules, unitOfWork, 'after', () => Promise.reject(refusal))).rejects.toBe(refusal);
  await calledInTime(rules, unitOfWork, 'after', () => undefined);
  let isOver = false;
  const thenable = {
    then(done: () => void) {
      isOver = true;
      done();
    },
  };
  await calledInTime(rules, unitOfWork, 'after', () => thenable as PromiseLike<void>);
  expect(isOver).toBe(true);
});

test.each(['body', 'media', 'headlin', 'status', 'id', 'path'])('a hook may not write %s', (name) => {
  expect(() => {
    mustBeWritable(rules, new Article(), { headline: 'H', [name]: 'x' });
  }).toThrow(`The hook Rules.before may not write "${name}".`);
});

test('a hook may write the fields of editors, and those of the extension', () => {
  const content = {
    headline: 'H',
    subheadline: null,
    imageId: 1,
    metaDescription: 'x',
    ogTitle: undefined,
    manualImageCrops: {},
    product: { a: ['b'] },
    pageList: [{ view: 'web', path: '/a' }],
    partnernewsArticle: true,
    fields: { desk_a: 1 },
  };
  const article = Object.assign(new Article(), { body: 'B', path: '/p' });
  expect(() => {
    mustBeWritable(rules, article, Object.assign({}, article, content));
  }).not.toThrow();
});

const CIRCLE = {};
Object.assign(CIRCLE, { of: CIRCLE });

test.each<[string, string, readonly unknown[]]>([
  ['headline', 'a text that is not empty', [null, '', '  ', 5, ['a'], { a: 1 }]],
  ['subheadline', 'a text or null', [5, true, ['a'], { a: 1 }, new Date(0), 'a\0b', 'a\ud800']],
  ['pageList', 'a list of objects with the texts view and path, or null', ['x', {}, [1], [{ view: 'web' }]]],
  ['imageId', 'a whole number or null', ['1', 1.5, NaN, -1, {}]],
  ['manualImageCrops', 'an object or null', ['x', 1, [], true]],
  ['product', 'an object or null', ['x', [], { a: [{ '\0': 1 }] }, { a: ['\ud800'] }, CIRCLE]],
  ['roarSpecificData', 'an object or null', [5]],
  ['partnernewsArticle', 'true or false', ['yes', 1, null]],
])('a hook has to write as %s %s', (name, kind, values) => {
  for (const value of values)
    expect(() => {
      mustBeWritable(rules, Object.assign(new Article(), { headline: 'H' }), { [name]: value });
    }).toThrow(`The hook Rules.before has to write as "${name}" ${kind}.`);
});
