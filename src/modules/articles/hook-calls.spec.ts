import { expect, test } from '@jest/globals';
import { ArticleHooks } from './article-hooks.js';
import { calledInTime, mustBeWritable } from './hook-calls.js';

class Rules extends ArticleHooks {}
const rules = new Rules();

test('a hook that never ends is given up, and one that fails in time fails as it does', async () => {
  const never = new Promise<void>(() => undefined);
  await expect(calledInTime(rules, 'before', () => never, 10)).rejects.toMatchObject({
    kind: 'overloaded',
    code: 'hook-too-slow',
  });
  const refusal = new Error('No.');
  await expect(calledInTime(rules, 'after', () => Promise.reject(refusal))).rejects.toBe(refusal);
  await calledInTime(rules, 'after', () => undefined);
  await calledInTime(rules, 'after', () => Promise.resolve());
});

test.each(['body', 'media', 'headlin', 'status', 'id', 'path'])('a hook may not write %s', (name) => {
  expect(() => {
    mustBeWritable(rules, { headline: 'H', [name]: 'x' });
  }).toThrow(`The hook Rules.before may not write "${name}".`);
});

test('a hook may write the fields of editors, and those of the extension', () => {
  const content = {
    headline: 'H',
    subheadline: null,
    imageId: 1,
    metaDescription: 'x',
    fields: { desk_a: 1 },
  };
  expect(() => {
    mustBeWritable(rules, content);
  }).not.toThrow();
});
