import { tagSlug } from '../../../kernel/slug.js';

/** Why something was assigned to an article: a client sent it, or a tag of the article's brought it. */
export type AssignmentReason = 'sent' | 'tag';

export interface TagPlacement {
  readonly slug: string;
  /** The client's spelling. */
  readonly title: string;
  readonly isPrimary: boolean;
}

export interface SectionPlacement {
  readonly sectionId: number;
  /** `/news/politics` */
  readonly fullUrl: string;
  readonly reason: AssignmentReason;
  readonly isPrimary: boolean;
}

/** A section as it is given to {@link placeSections}. */
export interface PlacedSection {
  readonly id: number;
  readonly fullUrl: string;
}

export interface BadgePlacement {
  readonly badgeId: number;
  readonly reason: AssignmentReason;
}

/** Placements that a client has sent, without those that follow from tags. */
export const sentOf = <T extends { readonly reason: AssignmentReason }>(placements: readonly T[]): T[] =>
  placements.filter(({ reason }) => reason === 'sent');

/** The section that the article's path may name: the primary one, else the first that was sent. */
export function leadingSection(sections: readonly SectionPlacement[]): SectionPlacement | undefined {
  const sent = sentOf(sections);
  return sent.find(({ isPrimary }) => isPrimary) ?? sent[0];
}

/** Sections, tags, badges and authors of an article; every list in its order. */
export interface Placement {
  readonly authorIds: readonly number[];
  readonly tags: readonly TagPlacement[];
  readonly sections: readonly SectionPlacement[];
  readonly badges: readonly BadgePlacement[];
}

export const NOWHERE: Placement = { authorIds: [], tags: [], sections: [], badges: [] };

/**
 * Tags as sent, each once: tags are equal when their slugs are. The primary tag joins them. A primary tag
 * that was not sent again stays only if it is still among them.
 */
export function placeTags(
  former: readonly TagPlacement[],
  titles: readonly string[] | undefined,
  primary: string | null | undefined,
): TagPlacement[] {
  const all = new Map<string, string>();
  for (const title of titles ?? former.map((tag) => tag.title)) {
    const slug = tagSlug(title);
    if (slug !== '' && !all.has(slug)) all.set(slug, title);
  }
  const primarySlug =
    primary === undefined
      ? former.find((tag) => tag.isPrimary)?.slug
      : primary === null
        ? ''
        : tagSlug(primary);
  if (primary && primarySlug && !all.has(primarySlug)) all.set(primarySlug, primary);
  return [...all].map(([slug, title]) => ({ slug, title, isPrimary: slug === primarySlug }));
}

/**
 * Sections as sent, with the primary one among them. A section that is there
 * because of a tag keeps that reason when a client sends it back, and is not
 * lost when a client leaves it out; to make it the primary one is to send it.
 */
export function placeSections(
  former: readonly SectionPlacement[],
  sent: readonly PlacedSection[] | undefined,
  primary: PlacedSection | null | undefined,
): SectionPlacement[] {
  const known = new Map(former.map((placement) => [placement.sectionId, placement]));
  const kept = former.filter(({ reason }) => sent === undefined || reason === 'tag');
  const all = new Map((sent ?? []).map(({ id, fullUrl }) => [id, fullUrl]));
  for (const { sectionId, fullUrl } of kept) all.set(sectionId, fullUrl);
  if (primary) all.set(primary.id, primary.fullUrl);
  const primaryId =
    primary === undefined ? former.find(({ isPrimary }) => isPrimary)?.sectionId : primary?.id;
  return [...all].map(([sectionId, fullUrl]) => ({
    sectionId,
    fullUrl,
    reason: sectionId === primaryId ? 'sent' : (known.get(sectionId)?.reason ?? 'sent'),
    isPrimary: sectionId === primaryId,
  }));
}

/** Badges as sent, each once. Those that are there because of a tag keep that reason, as sections do. */
export function placeBadges(
  former: readonly BadgePlacement[],
  sent: readonly number[] | undefined,
): BadgePlacement[] {
  const known = new Map(former.map(({ badgeId, reason }) => [badgeId, reason]));
  const kept = former.filter(({ reason }) => sent === undefined || reason === 'tag');
  const all = new Set([...(sent ?? []), ...kept.map(({ badgeId }) => badgeId)]);
  return [...all].map((badgeId) => ({ badgeId, reason: known.get(badgeId) ?? 'sent' }));
}
