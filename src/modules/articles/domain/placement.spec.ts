import { describe, expect, test } from '@jest/globals';
import {
  type BadgePlacement,
  placeBadges,
  placeSections,
  placeTags,
  type SectionPlacement,
} from './placement.js';

describe('tags', () => {
  test('keep order and spelling, each once by its slug', () => {
    expect(placeTags([], ['Été', 'news', 'ete', ' '], undefined)).toEqual([
      { slug: 'ete', title: 'Été', isPrimary: false },
      { slug: 'news', title: 'news', isPrimary: false },
    ]);
  });

  test('are joined by the primary tag', () => {
    expect(placeTags([], ['news'], 'Lead').map(({ title, isPrimary }) => [title, isPrimary])).toEqual([
      ['news', false],
      ['Lead', true],
    ]);
  });

  test('keep a primary tag that is still among them, and lose one that is not', () => {
    const former = placeTags([], ['a', 'b'], 'a');
    expect(placeTags(former, ['b', 'a'], undefined).find(({ isPrimary }) => isPrimary)?.title).toBe('a');
    expect(placeTags(former, ['b'], undefined)).toEqual([{ slug: 'b', title: 'b', isPrimary: false }]);
    expect(placeTags(former, undefined, null).some(({ isPrimary }) => isPrimary)).toBe(false);
  });
});

describe('sections', () => {
  const byTag: SectionPlacement = { sectionId: 7, fullUrl: '/7', reason: 'tag', isPrimary: false };
  const section = (id: number) => ({ id, fullUrl: `/${id}` });
  const sent = (id: number, isPrimary = false) => ({
    sectionId: id,
    fullUrl: `/${id}`,
    reason: 'sent',
    isPrimary,
  });

  test('that a tag brought keep their reason when they are sent back, and stay when they are left out', () => {
    expect(placeSections([byTag], [section(7), section(8)], undefined)).toEqual([byTag, sent(8)]);
    expect(placeSections([byTag], [], undefined)).toEqual([byTag]);
  });

  test('are joined by the primary section, which null takes away', () => {
    const placed = placeSections([], undefined, section(3));
    expect(placed).toEqual([sent(3, true)]);
    expect(placeSections(placed, [section(4), section(3)], undefined)).toEqual([sent(4), sent(3, true)]);
    expect(placeSections(placed, undefined, null)).toEqual([sent(3)]);
  });
});

describe('badges', () => {
  const byTag: BadgePlacement = { badgeId: 7, reason: 'tag' };
  const sent = (badgeId: number): BadgePlacement => ({ badgeId, reason: 'sent' });

  test('are kept in the order sent, each once', () => {
    expect(placeBadges([], [3, 1, 3])).toEqual([sent(3), sent(1)]);
    expect(placeBadges([sent(3), sent(1)], [1, 2])).toEqual([sent(1), sent(2)]);
    expect(placeBadges([sent(3)], [])).toEqual([]);
  });

  test('that a tag brought keep their reason when they are sent back, and stay when they are left out', () => {
    expect(placeBadges([byTag], [8, 7])).toEqual([sent(8), byTag]);
    expect(placeBadges([sent(8), byTag], [])).toEqual([byTag]);
  });

  test('stay as they are when none are sent', () => {
    expect(placeBadges([sent(8), byTag], undefined)).toEqual([sent(8), byTag]);
  });
});
