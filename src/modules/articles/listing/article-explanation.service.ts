import { Injectable } from '@nestjs/common';
import { withoutIdEnding } from '../../../kernel/slug.js';
import type { Actor } from '../../auth/domain/actor.js';
import { BadgesService } from '../../badges/badges.service.js';
import type { PathState } from '../../permalinks/domain/path-registry.js';
import type { PermalinkParts } from '../../permalinks/permalink-strategy.js';
import { PermalinksService } from '../../permalinks/permalinks.service.js';
import { SectionsService } from '../../sections/sections.service.js';
import { ArticlesService } from '../articles.service.js';
import type { ArticleView } from '../domain/article-view.js';
import {
  type BadgePlacement,
  leadingSection,
  type SectionPlacement,
  type TagPlacement,
} from '../domain/placement.js';

export interface SectionExplanation extends SectionPlacement {
  readonly title: string;
  /** Tags of the article that would bring it into the section by themselves. */
  readonly tags: readonly string[];
}

export interface BadgeExplanation extends BadgePlacement {
  readonly name: string;
  /** Tags of the article that would bring the badge by themselves. */
  readonly tags: readonly string[];
}

export interface PathExplanation {
  readonly url: string;
  readonly state: PathState;
  readonly why: string;
}

export interface Explanation {
  readonly sections: readonly SectionExplanation[];
  readonly badges: readonly BadgeExplanation[];
  readonly paths: readonly PathExplanation[];
}

/** Says why an article is where it is. */
@Injectable()
export class ArticleExplanationService {
  constructor(
    private readonly articles: ArticlesService,
    private readonly sections: SectionsService,
    private readonly badges: BadgesService,
    private readonly permalinks: PermalinksService,
  ) {}

  /** @throws NotFoundError also when the actor may not read it */
  async explain(id: number, actor: Actor): Promise<Explanation> {
    const article = await this.articles.get(id, actor);
    const [tagsOfSections, tagsOfBadges, paths] = await Promise.all([
      this.sections.tagSlugsOf(article.sections.map(({ sectionId }) => sectionId)),
      this.badges.tagSlugsOf(article.badges.map(({ badgeId }) => badgeId)),
      this.permalinks.pathsOf(id),
    ]);
    return {
      sections: article.sections.map((section) => ({
        ...section,
        tags: titlesOf(article.tags, tagsOfSections.get(section.sectionId) ?? []),
      })),
      badges: article.badgeDetails.map(({ badgeId, reason, badge }) => ({
        badgeId,
        reason,
        name: badge.name,
        tags: titlesOf(article.tags, tagsOfBadges.get(badgeId) ?? []),
      })),
      paths: paths.map(({ path, state }) => ({
        url: this.permalinks.urlOf(path),
        state,
        why: this.whyPath(article, path, state),
      })),
    };
  }

  private whyPath(article: ArticleView, path: string, state: PathState): string {
    if (state === 'moved') return 'The article was here before; readers are led to where it is now.';
    const pages = article.pageList ?? [];
    const parts = this.partsOf(article);
    const wanted =
      state === 'amp'
        ? this.permalinks.wantedAmpPath({ ...parts, basename: article.basename }, pages)
        : this.permalinks.wantedPath(parts, pages);
    const view = state === 'amp' ? 'amp' : 'web';
    const source = pages.some((page) => page.view === view)
      ? `It is the first ${view} path of page_list.`
      : 'It follows the permalink pattern of the site.';
    if (wanted === null || path === wanted) return source;
    const hasId = path.startsWith(wanted) && withoutIdEnding(path, article.id) !== path;
    return hasId
      ? `${source} ${wanted} was taken or is reserved, so the id was appended.`
      : `${source} It stays as it was made, although that would make ${wanted} now.`;
  }

  private partsOf({ id, createdTs, sections, ...article }: ArticleView): PermalinkParts {
    // The basename carries the id where the id was appended to it.
    const basename = this.permalinks.basename(article.manualBasename, article.headline);
    const kept = withoutIdEnding(article.basename, id);
    const sectionPath = leadingSection(sections)?.fullUrl ?? null;
    return { id, createdTs, sectionPath, basename: kept === basename ? basename : article.basename };
  }
}

function titlesOf(tags: readonly TagPlacement[], slugs: readonly string[]): string[] {
  return tags.filter(({ slug }) => slugs.includes(slug)).map(({ title }) => title);
}
