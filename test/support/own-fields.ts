import { defineExtension } from '../../src/extension/extension.js';
import { field } from '../../src/extension/field.js';

export const LEVELS = ['easy', 'medium', 'very_hard'] as const;

/** A field of each type, of an extension `newsroom`. */
export const readingLevel = field('newsroom_reading_level', {
  type: 'enum',
  values: LEVELS,
  filter: true,
  description: 'how hard it is to read',
});
export const desk = field('newsroom_desk', { type: 'string', maxLength: 20, filter: true });
export const minutes = field('newsroom_minutes', { type: 'integer', min: 0, max: 600, filter: true });
export const isExclusive = field('newsroom_is_exclusive', { type: 'boolean', filter: true });
export const note = field('newsroom_note', { type: 'text', internal: true });
export const slogan = field('newsroom_slogan', { type: 'string' });

export const newsroom = defineExtension({
  name: 'newsroom',
  compatibility: '^1.0.0',
  fields: [readingLevel, desk, minutes, isExclusive, note, slogan],
});

/** Nothing is set. */
export const UNSET = {
  newsroom_reading_level: null,
  newsroom_desk: null,
  newsroom_minutes: null,
  newsroom_is_exclusive: null,
  newsroom_note: null,
  newsroom_slogan: null,
};

export const SET = {
  newsroom_reading_level: 'very_hard',
  newsroom_desk: 'Politics',
  newsroom_minutes: 0,
  newsroom_is_exclusive: false,
  newsroom_note: 'Ask “Ann” first.\n'.repeat(100),
  newsroom_slogan: 'Read on',
};
