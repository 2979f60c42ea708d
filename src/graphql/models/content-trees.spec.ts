import { expect, test } from '@jest/globals';
import type { RequestContext } from '../request-context.js';
import { MediaModel } from './content-trees.js';

const node = (safeHtml: string) => new MediaModel({ kind: 'TEXT', code: '', safeHtml }, 'a', 'b');
const ended = { turn: () => Promise.reject(new Error('The time is up.')) } as unknown as RequestContext;

test('the conversion of a long text to AMP ends when the time of its request is up', async () => {
  await expect(node('<p>a</p>'.repeat(10_000)).amp(ended)).rejects.toThrow('The time is up.');
});

test('a short text is converted at once', () => {
  expect(node('<p>a</p>').amp(ended)).toBe('<p>a</p>');
});

test('a text is converted once, however often it is asked for', () => {
  const request = { turn: () => Promise.resolve() } as unknown as RequestContext;
  const long = node('<p>a</p>'.repeat(10_000));
  expect(long.amp(request)).toBe(long.amp(request));
});
