import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `auth`. */
export class AuthSettings {
  /** Whether `?api_key=` is accepted besides the header. */
  readonly allowQueryKey!: boolean;
}

export const authSettings: SettingsOf<AuthSettings> = {
  group: 'auth',
  type: AuthSettings,
  properties: { allowQueryKey: { type: 'boolean', default: false } },
};
