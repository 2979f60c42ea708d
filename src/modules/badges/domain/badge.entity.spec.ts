import { describe, expect, test } from '@jest/globals';
import { InvalidError } from '../../../kernel/errors.js';
import { Badge, BadgeCategory, type BadgeFields } from './badge.entity.js';

const link = { url: 'https://sponsor.example' };

function badgeOf(fields: BadgeFields = {}): Badge {
  const badge = new Badge();
  badge.edit({ name: 'Badge', imageId: 1, ...fields });
  return badge;
}

/** Names the fields that an edit is refused for. */
function refusal(badge: Badge, fields: BadgeFields): string[] {
  try {
    badge.edit(fields);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    return (error.errors ?? []).map(({ field }) => field);
  }
}

test('an edit leaves what it does not name, and clears what is null', () => {
  const badge = badgeOf({ description: 'Text', link, tags: ['a'], order: 3 });
  badge.edit({ name: 'Other' });
  expect(badge).toMatchObject({ name: 'Other', imageId: 1, description: 'Text', link, sortOrder: 3 });
  badge.edit({ description: null, link: null, tags: [] });
  expect(badge).toMatchObject({ name: 'Other', description: null, link: null, tags: [] });
});

describe('a sponsored badge', () => {
  const category = BadgeCategory.Sponsored;

  test.each<[missing: string[], fields: BadgeFields]>([
    [['description', 'link'], {}],
    [['link'], { description: 'Text' }],
    [['description'], { link }],
    [['description'], { link, description: '' }],
    [['description'], { link, description: ' \n' }],
    [[], { link, description: 'Text' }],
  ])('misses %j when it is made of %j', (missing, fields) => {
    expect(refusal(new Badge(), { category, ...fields })).toEqual(missing);
  });

  test('may have its description and link from before', () => {
    expect(refusal(badgeOf({ description: 'Text', link }), { category })).toEqual([]);
    expect(refusal(badgeOf({ description: 'Text' }), { category, link })).toEqual([]);
  });

  test('loses them only together with its category', () => {
    const nothing = { description: null, link: null };
    const made = () => badgeOf({ category, description: 'Text', link });
    expect(refusal(made(), { link: null })).toEqual(['link']);
    expect(refusal(made(), { description: null })).toEqual(['description']);
    expect(refusal(made(), nothing)).toEqual(['description', 'link']);
    expect(refusal(made(), { ...nothing, category: BadgeCategory.Normal })).toEqual([]);
  });
});

test('the bytes of its texts are counted with every edit', () => {
  const badge = badgeOf({ description: 'Ü', link: { a: 1 } });
  expect(badge.textBytes).toBe('[]'.length + 2 + '{"a":1}'.length);
  badge.edit({ description: null, link: null, tags: ['é'] });
  expect(badge.textBytes).toBe('["é"]'.length + 1);
});

test('tags are kept as sent, and told apart by their slugs', () => {
  const { tags, tagSlugs } = badgeOf({ tags: ['Été', 'ETE', ' ', 'New York', '☂'] });
  expect(tags).toEqual(['Été', 'ETE', ' ', 'New York', '☂']);
  expect(tagSlugs).toEqual(['ete', 'new-york', 'u2602']);
});
