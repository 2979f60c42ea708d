import { Article } from '../../articles/domain/article.js';

/** Fields that are derived from others, or have no versions. */
const LEFT_OUT = new Set([
  'id',
  'description',
  'mediaHtml',
  'renderingVersion',
  'wordsCount',
  'likesCount',
  'pageViewsCount',
  'publishDueTs',
  'publishAttempts',
  'publishError',
]);

/** An article at one of its versions, without what is rendered of it. JSON holds all of it. */
export type FormerState = Readonly<Record<string, unknown>>;

export function stateOf(article: Readonly<Article>): FormerState {
  const { placement, listicle } = article;
  const { authorIds, tags, sections, badges } = placement;
  const kept = Object.entries(article).filter(([name]) => !LEFT_OUT.has(name));
  return {
    ...Object.fromEntries(kept),
    listicle: listicle && {
      ...listicle,
      items: listicle.items.map((item) => ({ ...item, rendered: undefined })),
    },
    // Articles that were loaded know more of what they are assigned to than its ids.
    placement: {
      authorIds,
      tags: tags.map(({ slug, title, isPrimary }) => ({ slug, title, isPrimary })),
      sections: sections.map(({ sectionId, fullUrl, reason, isPrimary }) => ({
        sectionId,
        fullUrl,
        reason,
        isPrimary,
      })),
      badges: badges.map(({ badgeId, reason }) => ({ badgeId, reason })),
    },
  };
}

/** The article as it was; a column that is younger than the state has its default. */
export function articleOf(id: number, state: FormerState): Article {
  return Object.assign(new Article(), state, { id });
}
