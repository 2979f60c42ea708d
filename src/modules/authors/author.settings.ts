import { compileCustomSchema } from '../site/custom-schema.js';
import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `authors`, but for the rights of roles. */
export class AuthorSettings {
  /** JSON Schema of `specific_data`; without one, any object is taken. */
  readonly specificDataSchema!: Readonly<Record<string, unknown>> | null;
  /** Path or URL of the picture of authors who have none. */
  readonly defaultAvatar!: string;
}

export const authorSettings: SettingsOf<AuthorSettings> = {
  group: 'authors',
  type: AuthorSettings,
  properties: {
    specificDataSchema: { type: ['object', 'null'], default: null },
    defaultAvatar: { type: 'string', minLength: 1, default: '/res/avatars/default' },
  },
  faultsOf({ specificDataSchema }) {
    if (specificDataSchema === null) return [];
    try {
      compileCustomSchema(specificDataSchema);
      return [];
    } catch (error) {
      return [`specificDataSchema: ${(error as Error).message}`];
    }
  },
};
