import { describe, expect, test } from '@jest/globals';
import type { OwnField } from '../modules/articles/domain/own-fields.js';
import { defineExtension, type Extension } from './extension.js';
import { field } from './field.js';

const newsroom: Extension = { name: 'newsroom', compatibility: '^1.0.0' };

describe('defineExtension refuses', () => {
  const text = { type: 'string' } as const;
  test.each<[string, readonly OwnField[], RegExp]>([
    ['another beginning', [field('desk_level', text)], /"desk_level" must begin with "newsroom_"/],
    [
      'other letters',
      [field('newsroom_Level', text)],
      /"newsroom_Level" must be words of lower-case letters/,
    ],
    [
      'a name twice',
      [field('newsroom_a', text), field('newsroom_a', text)],
      /"newsroom_a" is declared twice/,
    ],
    ['no values', [field('newsroom_a', { type: 'enum', values: [] })], /must have 1 to 100 values/],
    ['a value twice', [field('newsroom_a', { type: 'enum', values: ['x', 'x'] })], /has a value twice/],
    [
      'a value of other letters',
      [field('newsroom_a', { type: 'enum', values: ['X-L'] })],
      /has the value "X-L"/,
    ],
    ['a long string', [field('newsroom_a', { type: 'string', maxLength: 256 })], /it must be 1 to 255/],
    ['a large range', [field('newsroom_a', { type: 'integer', max: 1e12 })], /has a range beyond 2147483647/],
    [
      'an option that there is not',
      [field('newsroom_a', { type: 'integer', minimum: 1, filter: true } as { type: 'integer' })],
      /"newsroom_a" has an option "minimum"; of type integer it has type, description, internal, filter, min, max/,
    ],
    [
      'an option of another type',
      [field('newsroom_a', { type: 'string', values: ['x'] } as { type: 'string' })],
      /has an option "values"; of type string it has type, description, internal, filter, maxLength/,
    ],
    ['a wrong range', [field('newsroom_a', { type: 'integer', min: 2, max: 1 })], /has a min above its max/],
    [
      'the name of a range',
      [
        field('newsroom_age_from', { type: 'string' }),
        field('newsroom_age', { type: 'integer', filter: true }),
      ],
      /"newsroom_age_from" is the name by which lists ask for a range of "newsroom_age"/,
    ],
    [
      'too many',
      Array.from({ length: 21 }, (_, n) => field(`newsroom_a${n}`, text)),
      /there are 21, and 20 at most/,
    ],
  ])('%s', (_name, fields, message) => {
    expect(() => defineExtension({ ...newsroom, fields })).toThrow(message);
  });

  test('a text that lists are filtered by, which the compiler refuses, too', () => {
    // @ts-expect-error -- a text has no filter
    const fields = [field('newsroom_a', { type: 'text', filter: true })];
    expect(() => defineExtension({ ...newsroom, fields })).toThrow(/is a text, by which no list can be/);
  });
});
