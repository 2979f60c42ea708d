import type { SettingsOf } from '../site/site-declarations.js';

/** The setting `compatibility`: what the service does for clients of its predecessors. */
export class CompatibilitySettings {
  /** All of it; `"compatibility": false` switches it off. */
  readonly enabled!: boolean;
  /** Whether posts have the fields that they had there, too. */
  readonly postFields!: boolean;
}

export const compatibilitySettings: SettingsOf<CompatibilitySettings> = {
  group: 'compatibility',
  type: CompatibilitySettings,
  shorthand: 'enabled',
  properties: {
    enabled: {
      type: 'boolean',
      default: true,
      description: 'whether clients of older versions of the API, and their texts and URLs, are served',
    },
    postFields: {
      type: 'boolean',
      default: false,
      description: 'whether posts have the fields that a predecessor gave them, such as image600x and brief',
    },
  },
};
