import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `revisions`. */
export class RevisionSettings {
  /** Former versions that are kept of each article; 0 keeps none. */
  readonly kept!: number;
  /** Days for which a version is kept after it was replaced; 0 sets no limit. */
  readonly keptDays!: number;
}

export const revisionSettings: SettingsOf<RevisionSettings> = {
  group: 'revisions',
  type: RevisionSettings,
  properties: {
    kept: {
      type: 'integer',
      minimum: 0,
      maximum: 1000,
      default: 100,
      description: 'former versions that are kept of each article; 0 keeps none from then on',
    },
    keptDays: {
      type: 'integer',
      minimum: 0,
      maximum: 36_500,
      default: 0,
      description: 'days for which a former version is kept after it was replaced; 0 sets no limit',
    },
  },
};
