import { MEGABYTE } from '../../kernel/units.js';
import type { SettingsOf } from './site-declarations.js';

/** The settings `limits`: of requests, whatever they ask for. */
export class LimitSettings {
  readonly maxBodyBytes!: number;
  /** Requests with one key on each instance; null for no limit. */
  readonly requestsPerMinute!: number | null;
}

export const limitSettings: SettingsOf<LimitSettings> = {
  group: 'limits',
  type: LimitSettings,
  properties: {
    maxBodyBytes: { type: 'integer', minimum: 1024, maximum: 7 * MEGABYTE, default: 5 * MEGABYTE },
    requestsPerMinute: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 1_000_000,
      default: null,
      description: 'that may be made with one key, on each instance',
    },
  },
};
