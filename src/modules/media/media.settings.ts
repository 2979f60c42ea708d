import { MEGABYTE } from '../../kernel/units.js';
import type { SettingsOf } from '../site/site-declarations.js';
import type { CropRatio } from './domain/image-sizes.js';

/** 7 days. */
export const MAX_SIGNED_SECONDS = 604_800;
const SIZE = { type: 'string', pattern: '^[1-9]\\d{0,3}x[1-9]\\d{0,3}$' };
const DEFAULT_RATIOS: readonly CropRatio[] = [
  { title: 'Super Wide', code: '3x1', sizes: ['1200x400', '600x200'] },
  { title: 'Wide', code: '2x1', sizes: ['1200x600', '600x300'] },
  { title: 'Medium', code: '3x2', sizes: ['1200x800', '600x400'] },
  { title: 'Square', code: '1x1', sizes: ['600x600', '300x300'] },
  { title: 'Tall', code: '9x16', sizes: ['700x1245'] },
  { title: 'Widescreen', code: '16x9', sizes: ['1245x700'] },
];

/** The settings `media`. */
export class MediaSettings {
  readonly ratios!: readonly CropRatio[];
  /** Limit of one file. */
  readonly maxUploadBytes!: number;
  readonly maxUploadFiles!: number;
  readonly maxPixels!: number;
  /** Access to files that nothing public shows: by their URL, or by a signed URL that expires. */
  readonly unpublished!: 'unguessable' | 'signed';
  /** Life of signed URLs in answers, seconds. */
  readonly signedUrlSeconds!: number;
}

export const mediaSettings: SettingsOf<MediaSettings> = {
  group: 'media',
  type: MediaSettings,
  properties: {
    ratios: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['title', 'code', 'sizes'],
        properties: {
          title: { type: 'string', minLength: 1 },
          code: SIZE,
          sizes: { type: 'array', items: SIZE, minItems: 1 },
        },
      },
      default: DEFAULT_RATIOS,
      description: 'crops that every image gets',
    },
    maxUploadBytes: { type: 'integer', minimum: 1024, default: 50 * MEGABYTE, description: 'of one file' },
    maxUploadFiles: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    maxPixels: { type: 'integer', minimum: 1, default: 100_000_000 },
    unpublished: {
      type: 'string',
      enum: ['unguessable', 'signed'],
      default: 'unguessable',
      description:
        'whether the URL of a file that nothing public shows opens it for ever, or only a signed one, for a while',
    },
    signedUrlSeconds: {
      type: 'integer',
      minimum: 60,
      maximum: MAX_SIGNED_SECONDS,
      default: 3600,
      description: 'for how long signed URLs in answers open a file',
    },
  },
};
