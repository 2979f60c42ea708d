import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { diffTexts } from './text-diff.js';

const textOf = (from: string, to: string, op: string): string =>
  diffTexts(from, to)
    .filter((piece) => piece.op === 'equal' || piece.op === op)
    .map(({ text }) => text)
    .join('');

/** Texts of few characters have much in common, halves of characters beside each other too. */
const texts = fc.array(fc.constantFrom('a', 'b', ' ', '\n', '<p>', '𝄞', '𝄢', 'é'), { maxLength: 60 });

describe('the difference of two texts', () => {
  test('is made of the one and of the other', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [from, to] = [one.join(''), other.join('')];
        expect([textOf(from, to, 'delete'), textOf(from, to, 'insert')]).toEqual([from, to]);
        for (const { text } of diffTexts(from, to)) expect(text.isWellFormed()).toBe(true);
      }),
    );
  });

  test('is by words', () => {
    expect(diffTexts('The bridge is open now.', 'The bridge is closed now.')).toEqual([
      { op: 'equal', text: 'The bridge is ' },
      { op: 'delete', text: 'open' },
      { op: 'insert', text: 'closed' },
      { op: 'equal', text: ' now.' },
    ]);
    expect(diffTexts('same', 'same')).toEqual([{ op: 'equal', text: 'same' }]);
  });

  test.each([
    [
      'too many words',
      Array.from({ length: 2000 }, (_, n) => `a${n}`),
      Array.from({ length: 2000 }, (_, n) => `b${n}`),
    ],
    ['too many characters', ['a'.repeat(200_000)], ['b'.repeat(200_000)]],
  ])('of %s is one piece', (_, from, to) => {
    const [one, other] = [from.join(' '), to.join(' ')];
    expect(diffTexts(`Start ${one} end`, `Start ${other} end`)).toEqual([
      { op: 'equal', text: 'Start ' },
      { op: 'delete', text: one },
      { op: 'insert', text: other },
      { op: 'equal', text: ' end' },
    ]);
  });
});
