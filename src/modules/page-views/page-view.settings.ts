import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `pageViews`. */
export class PageViewSettings {
  /** Days that the hours of page views are kept; the count of each article stays for ever. */
  readonly retentionDays!: number;
}

export const pageViewSettings: SettingsOf<PageViewSettings> = {
  group: 'pageViews',
  type: PageViewSettings,
  properties: {
    retentionDays: {
      type: 'integer',
      minimum: 1,
      maximum: 3650,
      default: 90,
      description: 'days that the hours of page views are kept, and the longest period of a ranking',
    },
  },
};
