import { expect, test } from '@jest/globals';
import { attributeValues, changeAttributes } from './tag-attributes.js';

const HOSTILE = '<img src="x" alt=" sizes=" title="x onerror=alert(1) " ismap />';

test('attributes are told from what looks like one in a value', () => {
  expect([...attributeValues(HOSTILE)]).toEqual([
    ['src', 'x'],
    ['alt', ' sizes='],
    ['title', 'x onerror=alert(1) '],
    ['ismap', ''],
  ]);
});

test('quotes are letters of a name, as to browsers', () => {
  const tag = `<img data-a"b=" sizes=" alt="y onerror=alert(1) " data-'="c">`;
  expect([...attributeValues(tag)]).toEqual([
    ['data-a"b', ' sizes='],
    ['alt', 'y onerror=alert(1) '],
    ["data-'", 'c'],
  ]);
});

test.each([
  [HOSTILE, HOSTILE],
  ['<img SIZES="1px" alt="a">', '<img sizes="2px" alt="a">'],
  ['<p>', '<p>'],
  [' class="a"', ' class="a"'],
  ['<a\n href="/x?a=b&amp;c"\ttitle="">', '<a\n href="/x?a=b&amp;c"\ttitle="">'],
])('%j is changed in its attributes alone', (tag, expected) => {
  const changed = changeAttributes(tag, ({ name, written }) => (name === 'sizes' ? ' sizes="2px"' : written));
  expect(changed).toBe(expected);
});

test('an attribute can be left out', () => {
  expect(
    changeAttributes('<a id="x" href="/" class="y">', ({ name, written }) => (name === 'id' ? '' : written)),
  ).toBe('<a href="/" class="y">');
});
