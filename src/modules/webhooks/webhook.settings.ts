import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `webhooks`. */
export class WebhookSettings {
  /** A webhook that has failed for so long is switched off. */
  readonly giveUpAfterHours!: number;
}

export const webhookSettings: SettingsOf<WebhookSettings> = {
  group: 'webhooks',
  type: WebhookSettings,
  properties: {
    giveUpAfterHours: {
      type: 'integer',
      minimum: 1,
      maximum: 720,
      default: 72,
      description: 'a webhook that has failed for so long is switched off',
    },
  },
};
