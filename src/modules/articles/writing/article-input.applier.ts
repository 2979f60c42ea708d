import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { InvalidError } from '../../../kernel/errors.js';
import type { Actor } from '../../auth/domain/actor.js';
import { AuthorsService } from '../../authors/authors.service.js';
import { BadgesService } from '../../badges/badges.service.js';
import type { ShowsMedia } from '../../content/rendering/content.service.js';
import type { SectionEntry } from '../../sections/domain/sections.repository.js';
import { SectionsService } from '../../sections/sections.service.js';
import { normalisePath } from '../../permalinks/domain/path.js';
import { CustomDataSettings, mustFitCustomData } from '../../site/custom-data.js';
import { ArticleSettings } from '../article.settings.js';
import type { ArticleInput } from './article-input.js';
import {
  ArticleRenderer,
  type ArticleRenderings,
  dropCropsOfReplacedImages,
  setRenderings,
} from './article-renderer.js';
import type { Article } from '../domain/article.js';
import { editListicle } from '../domain/listicle.js';
import { placeBadges, placeSections, placeTags, sentOf } from '../domain/placement.js';

/** An input after the work that needs no transaction. */
export interface PreparedInput {
  readonly input: ArticleInput;
  readonly renderings: ArticleRenderings;
  /** Name the parts of a former version that are gone since, and left out. */
  readonly warnings: readonly string[];
  /** The only version of the article that it may be applied to; null for any. */
  readonly basis: number | null;
}

/** The content of a former version, as an input that brings it back. */
export interface FormerContent extends Pick<PreparedInput, 'input' | 'warnings'> {
  /** The version of the article that it is brought back from. */
  readonly basis: number;
  /** Whether its texts may show an image or a document; all may by default. */
  readonly mayShow?: ShowsMedia;
}

/** Reads the content of a version of an article. @throws NotFoundError, ForbiddenError */
export type FormerContentReader = (id: number, revision: number, actor: Actor) => Promise<FormerContent>;

/**
 * Applies what a client sent to an article: renders and checks it before the transaction, and resolves in it
 * what it refers to.
 */
@Injectable()
export class ArticleInputApplier {
  private readFormer: FormerContentReader | null = null;

  constructor(
    private readonly sections: SectionsService,
    private readonly authors: AuthorsService,
    private readonly badges: BadgesService,
    private readonly renderer: ArticleRenderer,
    private readonly settings: ArticleSettings,
    private readonly customData: CustomDataSettings,
  ) {}

  /** Sets the reader of former versions, so that an edit can restore one. */
  readFormerBy(reader: FormerContentReader): void {
    this.readFormer = reader;
  }

  /** Renders, and checks whatever depends on the input alone; needs no transaction. */
  async prepare(input: ArticleInput, mayShow?: ShowsMedia): Promise<PreparedInput> {
    const { types } = this.settings;
    const { maxCustomDataBytes } = this.customData;
    if (input.type !== undefined && input.type !== null && !types.includes(input.type)) {
      throw InvalidError.field('type', `must be one of ${types.join(', ')}`);
    }
    mustFitCustomData('product', input.content.product, maxCustomDataBytes);
    mustFitCustomData('roar_specific_data', input.content.roarSpecificData, maxCustomDataBytes);
    input.content.pageList?.forEach(({ path }, index) => normalisePath(path, `page_list[${index}].path`));
    return { input, renderings: await this.renderer.render(input, mayShow), warnings: [], basis: null };
  }

  /**
   * The same for an edit, which may bring a former version back: its content, and over it what else is sent.
   *
   * @throws InvalidError for `revert` without a revision, or the reverse; NotFoundError, ForbiddenError
   */
  async prepareEdit(id: number, sent: ArticleInput, actor: Actor): Promise<PreparedInput> {
    const { action, revision, ...others } = sent;
    if (action !== 'revert') {
      if (revision === undefined) return this.prepare(sent);
      throw InvalidError.field('revision', 'goes with the action "revert" alone');
    }
    if (revision === undefined)
      throw InvalidError.field('revision', 'is missing: the one that is brought back');
    if (!this.readFormer) throw new Error('Nobody keeps former versions of articles.');
    const { input, warnings, basis, mayShow } = await this.readFormer(id, revision, actor);
    const content = { ...input.content, ...defined(others.content) };
    const fields = { ...input.fields, ...defined(others.fields ?? {}) };
    const prepared = await this.prepare({ ...input, ...defined(others), content, fields }, mayShow);
    return { ...prepared, warnings, basis };
  }

  /** Applies all of the input but the article's state and path. */
  async apply(
    { input, renderings }: PreparedInput,
    article: Article,
    actor: Actor,
    now: UtcSeconds,
  ): Promise<void> {
    const shownBefore = this.renderer.mediaShownBefore(actor, article);
    await this.renderer.mustHaveImages(input, article);
    dropCropsOfReplacedImages(input, article);
    article.write(input.content);
    article.writeFields(input.fields ?? {});
    const { listicle } = renderings;
    if (listicle !== undefined) {
      article.listicle = listicle && editListicle(article.listicle, listicle, article.version === 0);
    }
    setRenderings(article, renderings);
    await this.renderer.mustSee(shownBefore, article, actor);
    await this.renderer.bringUpToDate(article);
    article.setType(input.type, this.settings.types);
    article.setCreatedTs(input.createdTs);
    article.placement = {
      authorIds: await this.authorIds(input.authorIds, article, actor),
      tags: placeTags(article.placement.tags, input.tags, input.primaryTag),
      sections: await this.placeSections(input, article),
      badges: await this.placeBadges(input.badges, article),
    };
    article.touch(now, input.updatedTs, input.keepsUpdatedTs ?? false);
  }

  /** The sections that the article is in, those that its tags bring it into included. */
  sectionsOf({ placement: { sections, tags } }: Article): Promise<SectionEntry[]> {
    return this.sections.ofArticle(
      sentOf(sections).map(({ sectionId }) => sectionId),
      tags.map(({ slug }) => slug),
    );
  }

  private async authorIds(
    sent: readonly number[] | undefined,
    { placement, version }: Article,
    actor: Actor,
  ): Promise<readonly number[]> {
    if (sent === undefined) return version === 0 ? [actor.authorId] : placement.authorIds;
    if (sent.length === 0) return [actor.authorId];
    const ids = [...new Set(sent)];
    const added = ids.filter((id) => id !== actor.authorId && !placement.authorIds.includes(id));
    if (added.length > 0) await this.authors.mustExist(sent, 'roar_author_ids');
    return ids;
  }

  private async placeSections({ sections, primarySection }: ArticleInput, { placement }: Article) {
    const sent = sections && (await this.sections.resolve(sections, (index) => `sections[${index}]`));
    const [primary] =
      primarySection === undefined || primarySection === null
        ? []
        : await this.sections.resolve([primarySection], () => 'primary_section');
    if (sent && primary && !sent.some(({ id }) => id === primary.id)) {
      throw InvalidError.field('primary_section', 'must be among the sections');
    }
    return placeSections(placement.sections, sent, primarySection === null ? null : primary);
  }

  private async placeBadges(sent: readonly number[] | undefined, { placement }: Article) {
    const isKnown = (id: number) => placement.badges.some(({ badgeId }) => badgeId === id);
    if (sent && !sent.every(isKnown)) await this.badges.mustExist(sent, 'badges');
    return placeBadges(placement.badges, sent);
  }
}

function defined<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
}
