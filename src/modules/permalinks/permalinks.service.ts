import { Injectable } from '@nestjs/common';
import { ConflictError } from '../../kernel/errors.js';
import { slugify } from '../../kernel/slug.js';
import { Environment } from '../../platform/config/environment.js';
import type { CustomPage } from './domain/custom-page.js';
import { encodePath, isReserved, normalisePath } from './domain/path.js';
import { PathRegistry } from './domain/path-registry.js';
import { type PermalinkParts, PermalinkStrategy } from './permalink-strategy.js';

export interface Permalink {
  readonly path: string;
  readonly basename: string;
}

const ATTEMPTS = 20;
const MAX_BASENAME = 200;

/** Gives articles their paths, and makes URLs of paths. */
@Injectable()
export class PermalinksService {
  constructor(
    private readonly registry: PathRegistry,
    private readonly strategy: PermalinkStrategy,
    private readonly environment: Environment,
  ) {}

  /** The slug that an article would like to have; never empty. */
  basename(manual: string | null, headline: string): string {
    return slugify(manual ?? '', MAX_BASENAME) || slugify(headline, MAX_BASENAME) || 'article';
  }

  /** The path that an article would like to have. */
  wantedPath(parts: PermalinkParts, pages: readonly CustomPage[]): string {
    const index = pages.findIndex(({ view }) => view === 'web');
    const custom = pages[index];
    return custom ? normalisePath(custom.path, `page_list[${index}].path`) : this.strategy.pathOf(parts);
  }

  /**
   * Takes the wanted path for the article, or the nearest one that is free: the id is appended to what is taken
   * or reserved. Runs in the transaction that saves the article.
   */
  async claim(parts: PermalinkParts, pages: readonly CustomPage[]): Promise<Permalink> {
    const wanted = this.wantedPath(parts, pages);
    const hasCustomPath = pages.some(({ view }) => view === 'web');
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const ending = suffix(attempt, parts.id);
      const basename = parts.basename + ending;
      const named = hasCustomPath ? wanted : this.strategy.pathOf({ ...parts, basename });
      const showsEnding = named !== wanted && !isReserved(named);
      const path = showsEnding ? named : withEnding(named, ending);
      if (!isReserved(path) && (await this.registry.claim(path, parts.id))) {
        return { path, basename: named === wanted ? parts.basename : basename };
      }
    }
    throw new ConflictError('path-taken', `No free path like ${wanted} was found.`);
  }

  leave(path: string, articleId: number, keepsRedirect: boolean): Promise<void> {
    return this.registry.leave(path, articleId, keepsRedirect);
  }

  revive(articleId: number): Promise<void> {
    return this.registry.revive(articleId);
  }

  free(articleId: number): Promise<void> {
    return this.registry.free(articleId);
  }

  urlOf(path: string): string {
    return this.environment.PUBLIC_BASE_URL + encodePath(path);
  }
}

/** The ending goes to the end of a path, or of its first segment where that is what is reserved. */
function withEnding(path: string, ending: string): string {
  if (!isReserved(path)) return path + ending;
  const [, first = '', ...rest] = path.split('/');
  return ['', first + ending, ...rest].join('/');
}

/** Nothing, then `-<id>`, then `-<id>-2` … */
function suffix(attempt: number, id: number): string {
  if (attempt === 0) return '';
  return attempt === 1 ? `-${id}` : `-${id}-${attempt}`;
}
