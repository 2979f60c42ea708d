import {
  fault,
  Fault,
  readFlag,
  readIdOrNone,
  readInteger,
  readList,
  readObject,
  readOneOf,
  readShape,
  readString,
} from '../../../../platform/http/request/fields.js';
import type { SectionReference } from '../../../sections/sections.service.js';
import { ARTICLE_ACTIONS, type ArticleAction } from '../../writing/article-input.js';
import { LISTICLE_FLAGS, NUMERATIONS } from '../../domain/listicle.js';

/** Readers of the fields of an article that are more than a text or a number. */
export const readId = readInteger({ min: 1 });

export function readTag(value: unknown): string | Fault {
  const tag = readString(value);
  if (tag instanceof Fault) return tag;
  return tag.length > 255 ? fault('must not be longer than 255 characters') : tag;
}

export function readSection(value: unknown): SectionReference | Fault {
  if (typeof value === 'number') return readInteger({ min: 0 })(value);
  return typeof value === 'string' ? readString(value) : fault('must be a section id or title');
}

export function readPrimarySection(value: unknown): SectionReference | Fault | null {
  return value === '' ? null : readSection(value);
}

const PAGE_VIEWS = ['web', 'amp'] as const;

export const readPages = readList(
  readShape({ view: readOneOf(...PAGE_VIEWS), path: readString }, ['view', 'path']),
  20,
);

export const readListicle = readShape({
  items: readList(
    readShape({
      id: readId,
      headline: readString,
      headline_html: readString,
      manual_basename: readString,
      media: readString,
      is_image: readFlag,
      image_id: readIdOrNone,
      caption: readString,
      credit: readString,
      manual_image_crops: readObject,
      body: readString,
    }),
    500,
  ),
  settings: readShape({
    body_text_above: readFlag,
    layout_type: readInteger({ min: 1, max: 3 }),
    flags: readList(readOneOf(...LISTICLE_FLAGS), LISTICLE_FLAGS.length),
    numeration: readOneOf(...NUMERATIONS),
  }),
});

/** Schema of what `readPages` reads. */
export const pagesSchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['view', 'path'] as string[],
    properties: { view: { type: 'string', enum: [...PAGE_VIEWS] as string[] }, path: { type: 'string' } },
  },
} as const;

export function readAction(value: unknown): ArticleAction | null | Fault {
  if (value === '') return null;
  return readOneOf(...ARTICLE_ACTIONS)(value);
}

/** Schema of what `readListicle` reads. */
export const listicleSchema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'integer', description: 'of the item that is edited; without it the item is new' },
          headline: { type: 'string' },
          headline_html: { type: 'string', description: 'takes precedence over headline' },
          manual_basename: { type: 'string' },
          media: { type: 'string', description: 'usually a shortcode' },
          is_image: { type: 'boolean' },
          image_id: { type: 'integer' },
          caption: { type: 'string' },
          credit: { type: 'string' },
          manual_image_crops: { type: 'object', additionalProperties: true },
          body: { type: 'string' },
        },
      },
    },
    settings: {
      type: 'object',
      properties: {
        body_text_above: { type: 'boolean', default: false },
        layout_type: {
          type: 'integer',
          enum: [1, 2, 3],
          description: '1 listicle, 2 slideshow, 3 full screen',
        },
        flags: {
          type: 'array',
          items: { type: 'string', enum: [...LISTICLE_FLAGS] as string[] },
          description: 'ecommerce and multicolumn are of listicles, the others of slideshows',
        },
        numeration: {
          type: 'string',
          enum: [...NUMERATIONS] as string[],
          description: 'how items are counted',
        },
      },
    },
  },
} as const;

/** Schema of a section id or title. */
export const sectionSchema = { oneOf: [{ type: 'integer' }, { type: 'string' }] };
