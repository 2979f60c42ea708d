import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `revisions`. */
export class RevisionSettings {
  /** Former versions that are kept of each article; 0 keeps none. */
  readonly kept!: number;
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
  },
};
