import { expect, test } from '@jest/globals';
import { permalinkSettings } from './permalink.settings.js';
import { siteSettings } from '../site/site.settings.js';
import { settingsOf } from '../../../test/support/settings.js';
import { PatternPermalinkStrategy } from './permalink-strategy.js';
import { isReserved, normalisePath } from './domain/path.js';

const pathOf = (permalink: string, sectionPath: string | null, timeZone = 'UTC') =>
  new PatternPermalinkStrategy(
    settingsOf(permalinkSettings, { permalink }),
    settingsOf(siteSettings, { timeZone }),
  ).pathOf({
    id: 12,
    basename: 'hello',
    sectionPath,
    createdTs: Date.UTC(2026, 11, 31, 23, 30) / 1000,
  });

test('the pattern is filled in, with the date of the site', () => {
  expect(pathOf('/{section}/{year}/{month}/{day}/{basename}', '/news/local')).toBe(
    '/news/local/2026/12/31/hello',
  );
  expect(pathOf('/{year}/{month}/{day}/{basename}', null, 'Asia/Tokyo')).toBe('/2027/01/01/hello');
  expect(pathOf('/{basename}-{id}', null)).toBe('/hello-12');
  expect(pathOf('/{section}/{basename}', null)).toBe('/hello');
});

test.each([
  ['news/Ä b/', '/news/Ä b'],
  ['//a///b', '/a/b'],
  ['/cafe\u0301', '/caf\u00e9'],
])('the path %j is stored as %j', (path, stored) => {
  expect(normalisePath(path, 'path')).toBe(stored);
});

test.each(['', '/', ' / ', '/a?b', '/a#b', '/a/../b', '/./a', '/a\u0000', `/${'a'.repeat(700)}`])(
  'the path %.20j is refused',
  (path) => {
    expect(() => normalisePath(path, 'path')).toThrow('path');
  },
);

test('the first segment decides whether a path is reserved', () => {
  expect(['/api', '/API/x', '/u/ann', '/robots.txt'].every(isReserved)).toBe(true);
  expect(['/apis', '/news/api', '/you'].some(isReserved)).toBe(false);
});
