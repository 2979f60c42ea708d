import { Injectable } from '@nestjs/common';
import { type Article, type ArticleContent, contentOf } from '../articles/domain/article.js';
import { IMAGE_SLOTS } from '../articles/domain/article-images.js';
import { type ArticleView, authorIdsOf } from '../articles/domain/article-view.js';
import type { ListicleInput } from '../articles/domain/listicle.js';
import { ArticlesService } from '../articles/articles.service.js';
import { sentOf } from '../articles/domain/placement.js';
import { ArticleFinder } from '../articles/listing/article-finder.js';
import { ArticleRenderer } from '../articles/writing/article-renderer.js';
import type { ArticleInput } from '../articles/writing/article-input.js';
import type { FormerContent } from '../articles/writing/article-input.applier.js';
import type { Actor } from '../auth/domain/actor.js';
import { ImagesService } from '../media/images/images.service.js';
import { leftOut, RevertRules } from './revert-rules.js';
import { RevisionsService } from './revisions.service.js';

/** The lists of an article that clients send. */
type Lists = Pick<ArticleInput, 'authorIds' | 'badges' | 'sections' | 'primarySection'>;

/** Brings the content of former versions back: neither state, nor ids, nor times. */
@Injectable()
export class RevertsService {
  constructor(
    private readonly revisions: RevisionsService,
    private readonly articles: ArticlesService,
    private readonly finder: ArticleFinder,
    private readonly images: ImagesService,
    private readonly rules: RevertRules,
    private readonly renderer: ArticleRenderer,
  ) {}

  /**
   * An input that makes the article what it was; what is gone since is left out, and media that the actor
   * does not see, as they are of the former version that the actor is shown.
   * @throws NotFoundError, ForbiddenError
   */
  async revertInput(id: number, revision: number, actor: Actor): Promise<FormerContent> {
    const present = await this.articles.getEditable(id, actor);
    const basis = present.version;
    const former = revision === basis ? null : await this.revisions.former(id, revision);
    if (!former) return { input: { content: {} }, warnings: [], basis };
    const view = await this.finder.viewOfFormer(former);
    const images = await this.images.byId(imagesOf(former));
    const mayShow = await this.renderer.renderFormer(former, present, actor);
    const warnings: string[] = [];
    const isGone = (field: string, imageId: number | null) => {
      const gone = imageId !== null && !(images.has(imageId) && mayShow({ kind: 'image', id: imageId }));
      if (gone) warnings.push(leftOut(field, `image ${imageId}`));
      return gone;
    };
    const slots = IMAGE_SLOTS.filter((slot) => isGone(slot.idField, former[slot.id]));
    const cleared = slots.flatMap((slot) => [slot.id, slot.crops]).map((name) => [name, null] as const);
    const listicle = listicleOf(former, present, isGone);
    const input: ArticleInput = {
      content: {
        ...contentOf(former),
        ...(Object.fromEntries(cleared) as ArticleContent),
        manualBasename: this.rules.basenameOf(former),
      },
      listicle,
      fields: this.rules.fieldsOf(former, present),
      type: this.rules.typeOf(former, warnings),
      tags: former.placement.tags.map(({ title }) => title),
      primaryTag: former.placement.tags.find(({ isPrimary }) => isPrimary)?.title ?? null,
      ...listsOf(former, view, warnings),
    };
    return { input, warnings, basis, mayShow };
  }
}

const imagesOf = (article: Article): (number | null)[] => [
  ...IMAGE_SLOTS.map((slot) => article[slot.id]),
  ...(article.listicle?.items ?? []).map((item) => item.image_id),
];

/** Items that are gone since are new ones. */
function listicleOf(
  { listicle }: Article,
  present: ArticleView,
  isGone: (field: string, imageId: number | null) => boolean,
): ListicleInput | null {
  if (!listicle) return null;
  const known = new Set(present.listicle?.items.map(({ id }) => id));
  const items = listicle.items.map((item, index) => ({
    ...item,
    rendered: undefined,
    id: known.has(item.id) ? item.id : null,
    ...(isGone(`listicle.items[${index}].image_id`, item.image_id) && {
      image_id: null,
      manual_image_crops: null,
    }),
  }));
  return { items, settings: listicle.settings };
}

/** Its authors, sections and badges, without those that are gone and those that tags bring by themselves. */
function listsOf({ placement }: Article, view: ArticleView, warnings: string[]): Lists {
  const present = (field: string, kind: string, ids: readonly number[], found: readonly number[]) => {
    const gone = ids.filter((id) => !found.includes(id));
    warnings.push(...gone.map((id) => leftOut(field, `${kind} ${id}`)));
    return ids.filter((id) => found.includes(id));
  };
  const sent = sentOf(placement.sections);
  const sections = present(
    'sections',
    'section',
    sent.map(({ sectionId }) => sectionId),
    view.sections.map(({ sectionId }) => sectionId),
  );
  const primary = sent.find(({ isPrimary }) => isPrimary)?.sectionId ?? null;
  const authorIds = present('roar_author_ids', 'author', placement.authorIds, authorIdsOf(view));
  const badges = sentOf(placement.badges).map(({ badgeId }) => badgeId);
  return {
    sections,
    primarySection: primary !== null && sections.includes(primary) ? primary : null,
    badges: present(
      'badges',
      'badge',
      badges,
      view.badges.map(({ badgeId }) => badgeId),
    ),
    // An empty list would stand for whoever reverts.
    authorIds: authorIds.length > 0 ? authorIds : undefined,
  };
}
