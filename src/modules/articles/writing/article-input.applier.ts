import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { InvalidError } from '../../../kernel/errors.js';
import type { Actor } from '../../auth/domain/actor.js';
import { AuthorsService } from '../../authors/authors.service.js';
import { BadgesService } from '../../badges/badges.service.js';
import type { SectionEntry } from '../../sections/domain/sections.repository.js';
import { SectionsService } from '../../sections/sections.service.js';
import { ArticleSettings } from '../article.settings.js';
import type { ArticleInput } from './article-input.js';
import { ArticleInputPreparer, type PreparedInput } from './article-input-preparer.js';
import { ArticleRenderer, show } from './article-renderer.js';
import type { Article } from '../domain/article.js';
import { editListicle } from '../domain/listicle.js';
import { placeBadges, placeSections, placeTags } from '../domain/placement.js';

/** Applies what a client sent to an article: checks it, and resolves what it refers to. */
@Injectable()
export class ArticleInputApplier {
  constructor(
    private readonly sections: SectionsService,
    private readonly authors: AuthorsService,
    private readonly badges: BadgesService,
    private readonly renderer: ArticleRenderer,
    private readonly settings: ArticleSettings,
    private readonly preparer: ArticleInputPreparer,
  ) {}

  /** The work that needs no transaction. */
  prepare(input: ArticleInput): Promise<PreparedInput> {
    return this.preparer.prepare(input);
  }

  /** The same for an edit, which may bring a former version back. */
  prepareEdit(id: number, sent: ArticleInput, actor: Actor): Promise<PreparedInput> {
    return this.preparer.prepareEdit(id, sent, actor);
  }

  /** Applies all of the input but the article's state and path. */
  async apply(
    { input, renderings }: PreparedInput,
    article: Article,
    actor: Actor,
    now: UtcSeconds,
  ): Promise<void> {
    const shownBefore = this.renderer.shownTo(actor, article);
    await this.renderer.check(input, article);
    article.write(input.content);
    article.writeFields(input.fields ?? {});
    const { listicle } = renderings;
    if (listicle !== undefined) {
      article.listicle = listicle && editListicle(article.listicle, listicle, article.version === 0);
    }
    show(article, renderings);
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
    const sent = sections.filter(({ reason }) => reason === 'sent');
    return this.sections.ofArticle(
      sent.map(({ sectionId }) => sectionId),
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
