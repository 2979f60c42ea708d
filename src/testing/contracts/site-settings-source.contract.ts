import { parseSiteSettings, type SiteSettingsSource } from '../../modules/site/site-settings-source.js';
import { NO_ADDITIONS, type SiteAdditions } from '../../modules/site/site-additions.js';
import { checksOf, type ContractCheck, type Make } from '../contract-check.js';
import { must, mustEqual } from '../expectations.js';

/** @param additions settings, rights and roles of the extension */
export function siteSettingsSourceContract(
  make: Make<SiteSettingsSource>,
  additions: SiteAdditions = NO_ADDITIONS,
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
      parseSiteSettings(source.load(), source.name, additions);
    },
    'answers with the same each time': (source) => {
      mustEqual(source.load(), structuredClone(source.load()), 'what load() answers, asked again,');
    },
  });
}
