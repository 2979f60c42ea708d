/**
 * Without the other modules, which a worker of the tests has loaded.
 *
 * @jest-environment ./test/runner/own-realm.mjs
 */
import { expect, test } from '@jest/globals';
import { siteDeclarations } from './site.module.js';

test('the site itself has the settings of no other module, and no rights', () => {
  const { settings, rights } = siteDeclarations();
  expect(settings.map(({ group, type }) => [group, type.name])).toEqual([
    ['site', 'SiteSettings'],
    ['limits', 'LimitSettings'],
    ['http', 'HttpSettings'],
    ['articles', 'CustomDataSettings'],
  ]);
  expect(rights).toEqual({});
});
