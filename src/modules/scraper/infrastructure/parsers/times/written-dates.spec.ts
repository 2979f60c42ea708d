import { expect, test } from '@jest/globals';
import { dateInAddress, dateOfLine, isPlausible, writtenDate } from './written-dates.js';

test.each([
  ['March 15, 2024', '2024-03-15'],
  ['Mar. 15th, 2024, 10:15', '2024-03-15'],
  ['15 March 2024', '2024-03-15'],
  ['15th of March 2024', '2024-03-15'],
  ['15. März 2024', '2024-03-15'],
  ['1er février 2024', '2024-02-01'],
  ['15 de marzo de 2024', '2024-03-15'],
  ['2024-03-15', '2024-03-15'],
  ['2024年3月15日', '2024-03-15'],
  ['15.03.2024', '2024-03-15'],
  ['3/15/2024', '2024-03-15'],
  ['03.03.2024', '2024-03-03'],
  ['03.04.2024', ''],
  ['February 30, 2024', ''],
  ['2024-13-01', ''],
  ['March 2024', undefined],
  ['Summer 15, 2024', undefined],
])('the date of %s', (text, expected) => {
  expect(writtenDate(text)?.date).toBe(expected);
});

test.each([
  ['Published March 15, 2024 by Ann Lee', '2024-03-15'],
  ['By Ann Lee March 15, 2024', '2024-03-15'],
  ['Berlin, Freitag, 15. März 2024', '2024-03-15'],
  ['Ann Lee | 15 March 2024 | 5 min read', '2024-03-15'],
  ['Last updated March 15, 2024', ''],
  ['Copyright March 15, 2024', ''],
  ['The attack of March 15, 2024', ''],
  ['We came to the harbour on March 15, 2024.', ''],
])('the date that the line "%s" is there to tell', (line, expected) => {
  expect(dateOfLine(line)).toBe(expected);
});

test.each([
  ['/2024/03/15/a-story', '2024-03-15'],
  ['/news/2024/3/5', '2024-03-05'],
  ['/world/2024/mar/15/a-story', '2024-03-15'],
  ['/2024-03-15-a-story.html', '2024-03-15'],
  ['/2024/03/a-story', ''],
  ['/2024/02/30/a-story', ''],
  ['/2024/03/151/a-story', ''],
  ['/12024/03/15/', ''],
  ['/?d=/2024/03/15/', ''],
])('the date in the address %s', (path, expected) => {
  expect(dateInAddress(`https://news.example${path}`)).toBe(expected);
});

test('a page is not of before 1990, nor of more than a day ahead', () => {
  const now = Date.parse('2024-03-15T12:00:00Z');
  expect(
    ['1989-12-31', '1990-01-01', '2024-03-16T09:00:00Z', '2024-03-17', 'x', ''].map((time) =>
      isPlausible(time, now),
    ),
  ).toEqual([false, true, true, false, false, false]);
});
