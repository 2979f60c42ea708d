import { describe, expect, test } from '@jest/globals';
import { ArticleStatus } from './article-record.js';
import { verbOf } from './article-events.js';

const { Draft, Published, Scheduled, Removed } = ArticleStatus;
const at = (status: ArticleStatus, scheduledAt: number | null = null) => ({ status, scheduledAt });

describe('the verb of a change', () => {
  test('of a new article is create, whatever its state', () => {
    expect([Draft, Published].map((status) => verbOf(null, at(status)))).toEqual(['create', 'create']);
  });

  test.each([
    ['edit', at(Draft), at(Draft)],
    ['edit', at(Published), at(Published)],
    ['edit', at(Scheduled, 10), at(Scheduled, 10)],
    ['publish', at(Draft), at(Published)],
    ['publish', at(Scheduled, 10), at(Published)],
    ['unpublish', at(Published), at(Draft)],
    ['schedule', at(Draft), at(Scheduled, 10)],
    ['schedule', at(Scheduled, 10), at(Scheduled, 20)],
    ['unschedule', at(Scheduled, 10), at(Draft)],
    ['remove', at(Published), at(Removed)],
    ['remove', at(Scheduled, 10), at(Removed)],
    ['restore', at(Removed), at(Draft)],
    ['restore', at(Removed), at(Published)],
  ])('is %s from %o to %o', (verb, was, now) => {
    expect(verbOf(was, now)).toBe(verb);
  });
});
