import { expect, test } from '@jest/globals';
import { cleanByline } from './bylines.js';

test.each([
  [['By Ann Lee'], 'Ann Lee'],
  [['Ann Lee', 'ann lee', 'https://facebook.com/bob', 'Bob Ray'], 'Ann Lee, Bob Ray'],
  [['facebook.com/ann'], ''],
  [['By'], ''],
  [['admin', 'null', '-'], ''],
  [['Byron Lee'], 'Byron Lee'],
  [['May Smith'], 'May Smith'],
  [['Von Jane Doe', 'Por Ana Paz', 'Von Dutch'], 'Jane Doe, Ana Paz, Von Dutch'],
  [['Written by Ann Lee Edited by Bob Ray'], 'Written by Ann Lee Edited by Bob Ray'],
  [[3, null, {}], ''],
])('the byline of %j', (values, expected) => {
  expect(cleanByline(values)).toBe(expected);
});

test.each([
  'Ann Lee | March 3, 2024 10:00',
  'Posted by: Ann Lee, 2024-03-01',
  'Published March 15, 2024 by Ann Lee',
  'Friday, 15 March 2024 | By Ann Lee',
  'Ann Lee, on Friday, 15. März 2024',
  'Ann Lee Updated 3 hours ago',
  'Ann Lee • 5 min read • 1.2K shares',
  'Ann Lee · 12 comments · 10:15 AM EST',
  'Ann Lee | Staff Writer',
  'Ann Lee, Senior Political Correspondent',
  'Ann Lee, Health Editor at The News',
  'Ann Lee Associated Press Writer',
  'Ann Lee (Contributing Editor)',
  'Ann Lee ann.lee@news.example',
  'ann.lee@news.example (Ann Lee)',
  'Ann Lee <ann.lee@news.example> @annlee',
  'By Ann Lee in Paris',
  'Ann Lee for The Daily News',
  'Ann Lee Share Tweet',
  'Ann Lee Follow @annlee',
  'Ann Lee Ann Lee',
  'Ann Lee, ann lee',
  'By Ann Lee, By Ann Lee',
  'Ann Lee | Photographs by Bob Ray',
])('%s is Ann Lee', (text) => {
  expect(cleanByline([text])).toBe('Ann Lee');
});

test.each([
  'Kooman, F., Jong, Michiel de',
  'Smith, John, Smith, Anna',
  'Ann Lee, M.D. and Bob Ray',
  'José Ortega y Gasset',
  'John Writer',
  'Thomas Page',
  'Our Foreign Staff',
  'Miquel Col·lell',
  'Jean-Luc Dupont',
  '山田太郎',
])('%s stays', (text) => {
  expect(cleanByline([text])).toBe(text);
});

test.each(['Staff Writer', 'Updated March 3, 2024', '5 min read', 'ann@news.example', '15.03.2024'])(
  '%s names nobody',
  (text) => {
    expect(cleanByline([text])).toBe('');
  },
);
