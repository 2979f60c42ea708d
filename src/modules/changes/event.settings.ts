import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `events`. */
export class EventSettings {
  /** Days for which changes are kept for consumers. */
  readonly retentionDays!: number;
}

export const eventSettings: SettingsOf<EventSettings> = {
  group: 'events',
  type: EventSettings,
  properties: {
    retentionDays: {
      type: 'integer',
      minimum: 1,
      maximum: 3650,
      default: 30,
      description: 'how long changes are kept for those who follow them',
    },
  },
};
