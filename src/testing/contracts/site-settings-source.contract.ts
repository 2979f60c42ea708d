import { declarationsOf, type Extension } from '../../extension/extension.js';
import { NO_EXTENSION } from '../../extension/load-extension.js';
import { parseSiteSettings, type SiteSettingsSource } from '../../modules/site/site-settings-source.js';
import { checksOf, type ContractCheck, type Make } from '../contract-check.js';
import { must, mustEqual } from '../expectations.js';

/** @param extension whose settings, rights and roles the source knows */
export function siteSettingsSourceContract(
  make: Make<SiteSettingsSource>,
  extension: Extension = NO_EXTENSION,
): ContractCheck[] {
  return checksOf(make, {
    'has a name': ({ name }) => {
      must(name.trim() !== '', 'name must say what faults of the settings are found in');
    },
    'answers with plain JSON': (source) => {
      const settings = source.load();
      mustEqual(JSON.parse(JSON.stringify(settings ?? null)), settings, 'what load() answers, as JSON,');
    },
    'answers with settings that the service takes': (source) => {
      parseSiteSettings(source.load(), source.name, declarationsOf(extension));
    },
    'answers with the same each time': (source) => {
      mustEqual(source.load(), structuredClone(source.load()), 'what load() answers, asked again,');
    },
  });
}
