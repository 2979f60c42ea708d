import type { SettingsOf } from '../../src/modules/site/site-declarations.js';
import { parseSiteSettings } from '../../src/modules/site/site-settings-source.js';

/**
 * The settings of one module, checked and completed as at the start.
 * @param given of its group in site.json
 */
export function settingsOf<T extends object>(declared: SettingsOf<T>, given: Partial<T> = {}): T {
  const alone = { settings: [declared], rights: {}, roles: {} };
  return parseSiteSettings({ [declared.group]: given }, 'test', alone).of(declared.type);
}
