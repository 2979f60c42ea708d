import { inspect } from 'node:util';
import { Injectable, Logger } from '@nestjs/common';
import { ConflictError, InvalidError } from '../../kernel/errors.js';
import { idEnding, slugify, withoutIdEnding } from '../../kernel/slug.js';
import { Environment } from '../../platform/config/environment.js';
import type { CustomPage } from './domain/custom-page.js';
import {
  ampPathBelow,
  encodePath,
  isBelowAmp,
  isLikeFeed,
  isReserved,
  normalisePath,
  pathIn,
  pathOrNull,
  webPathOf,
} from './domain/path.js';
import { type ArticlePathView, PathRegistry, type PathTarget } from './domain/path-registry.js';
import { PermalinkSettings } from './permalink.settings.js';
import { type PermalinkParts, PermalinkStrategy } from './permalink-strategy.js';

export interface Permalink {
  readonly path: string;
  readonly basename: string;
}

const ATTEMPTS = 20;
const MAX_BASENAME = 200;
/** Characters that a stored path may have. */
const MAX_PATH = 700;
/** Characters that an ending may have. */
const MAX_ENDING = 20;

/** Gives articles their paths, and makes URLs of paths. */
@Injectable()
export class PermalinksService {
  private readonly logger = new Logger(PermalinksService.name);

  constructor(
    private readonly registry: PathRegistry,
    private readonly strategy: PermalinkStrategy,
    private readonly environment: Environment,
    private readonly settings: PermalinkSettings,
  ) {}

  /** The slug that an article would like to have; never empty. */
  basename(manual: string | null, headline: string): string {
    return slugify(manual ?? '', MAX_BASENAME) || slugify(headline, MAX_BASENAME) || 'article';
  }

  /** The path that an article would like to have. */
  wantedPath(parts: PermalinkParts, pages: readonly CustomPage[]): string {
    const index = pages.findIndex(({ view }) => view === 'web');
    const custom = pages[index];
    return custom ? normalisePath(custom.path, `page_list[${index}].path`) : this.pathOf(parts);
  }

  /**
   * Takes the wanted path for the article, or the nearest one that is free: the id is appended to what is
   * taken or reserved. Runs in the transaction that saves the article.
   */
  async claim(parts: PermalinkParts, pages: readonly CustomPage[]): Promise<Permalink> {
    const wanted = this.wantedPath(parts, pages);
    const hasCustomPath = pages.some(({ view }) => view === 'web');
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const ending = idEnding(parts.id, attempt);
      const basename = hasCustomPath ? parts.basename + ending : this.fitting(parts, ending);
      const named = hasCustomPath ? wanted : this.pathOf({ ...parts, basename });
      const showsEnding = named !== wanted && !isReserved(named);
      const path = showsEnding ? named : withEnding(named, ending);
      if (!isReserved(path) && !isLikeFeed(path) && (await this.registry.claim(path, parts.id, 'current'))) {
        return { path, basename: named === wanted ? parts.basename : basename };
      }
    }
    throw new ConflictError('path-taken', `No free path like ${wanted} was found.`);
  }

  /**
   * The basename with its ending, cut so that the path fits: patterns may name
   * it, and long sections, more than once.
   */
  private fitting(parts: PermalinkParts, ending: string): string {
    let name = parts.basename;
    while (name.length > 1 && this.pathOf({ ...parts, basename: name + ending }).length > MAX_PATH)
      name = slugify(name, name.length - 1) || name.slice(0, -1);
    return name + ending;
  }

  /** The path of an article whose parts may have changed by themselves; the present one if it still fits. */
  async follow(parts: PermalinkParts, pages: readonly CustomPage[], path: string): Promise<Permalink> {
    const wanted = this.wantedPath(parts, pages);
    return isLike(path, wanted, parts.id) ? { path, basename: parts.basename } : this.claim(parts, pages);
  }

  /** The path of an AMP page of its own that an article would like to have; null: below `/amp`. */
  wantedAmpPath(parts: PermalinkParts, pages: readonly CustomPage[]): string | null {
    const index = pages.findIndex(({ view }) => view === 'amp');
    const custom = pages[index];
    if (custom) return normalisePath(custom.path, `page_list[${index}].path`);
    const path: unknown = this.strategy.ampPathOf?.(parts) ?? null;
    if (path === null) return null;
    if (typeof path === 'string' && path.length > MAX_PATH - MAX_ENDING) return null;
    return this.checked(path) ?? this.passedOver(path, null);
  }

  private pathOf(parts: PermalinkParts): string {
    const path: unknown = this.strategy.pathOf(parts);
    return this.checked(path) ?? this.passedOver(path, `/${parts.basename}`);
  }

  private checked(path: unknown): string | null {
    return typeof path === 'string' ? pathOrNull(path) : null;
  }

  /** A strategy of an extension may answer anything, and no post must be lost by it. */
  private passedOver<T>(path: unknown, instead: T): T {
    this.logger.error(`The permalink strategy answers ${inspect(path)}, which is no path.`);
    return instead;
  }

  /** The same for its AMP page. */
  async followAmp(parts: PermalinkParts, pages: readonly CustomPage[], path: string | null) {
    const wanted = this.wantedAmpPath(parts, pages);
    if (wanted === null || (path !== null && isLike(path, wanted, parts.id))) return path;
    return this.claimAmp(wanted, parts.id);
  }

  /** Takes the path for the article's AMP page, or the nearest one that is free. */
  async claimAmp(wanted: string, articleId: number): Promise<string> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const ending = idEnding(articleId, attempt);
      const path = isBelowAmp(wanted) ? wanted + ending : withEnding(wanted, ending);
      const isFree = (isBelowAmp(path) || !isReserved(path)) && !isLikeFeed(path);
      if (isFree && (await this.registry.claim(path, articleId, 'amp'))) return path;
    }
    throw new ConflictError('path-taken', `No free path like ${wanted} was found.`);
  }

  /**
   * Takes the path of a section, whoever has it: a section never fails because of a post. Runs in the
   * transaction that saves the section.
   *
   * @returns the article that had its page there and needs another path, null when there was none
   */
  claimForSection(path: string, sectionId: number): Promise<number | null> {
    return this.registry.claimForSection(path, sectionId);
  }

  leaveAsSection(path: string, sectionId: number): Promise<void> {
    return this.registry.leaveAsSection(path, sectionId);
  }

  /** Whether paths of posts change with the URL of their section. */
  get dependsOnSection(): boolean {
    return this.strategy.dependsOnSection;
  }

  /** Target of a path as it is stored: decoded, one slash at its beginning, none at its end. */
  find(path: string): Promise<PathTarget | null> {
    return this.registry.find(path);
  }

  /**
   * The articles that paths and URLs of this site lead to, as readers have them: with or without slashes,
   * encoded or not, of web or AMP pages, present or former.
   */
  async articlesAt(addresses: readonly string[]): Promise<number[]> {
    const paths = addresses.flatMap((address) => pathIn(address, this.environment.PUBLIC_BASE_URL) ?? []);
    const web = paths.filter(isBelowAmp).map(webPathOf);
    const found = await this.registry.findAll([...new Set([...paths, ...web])]);
    const targets = paths.map((path) => found.get(path) ?? (isBelowAmp(path) && found.get(webPathOf(path))));
    const idsOf = ({ articleId, formerId }: PathTarget) => [articleId ?? [], formerId ?? []].flat();
    return [...new Set(targets.flatMap((target) => (target ? idsOf(target) : [])))];
  }

  pathsOf(articleId: number): Promise<ArticlePathView[]> {
    return this.registry.pathsOf(articleId);
  }

  leave(path: string, articleId: number, keepsRedirect: boolean): Promise<void> {
    return this.registry.leave(path, articleId, keepsRedirect);
  }

  /**
   * Lets a path lead to the article that it has never had its page at, unless the path leads somewhere
   * already or is the service's own. Part of the unit of work that saves the article.
   *
   * @returns whether the path leads to the article now
   */
  async addFormer(path: string, articleId: number): Promise<boolean> {
    const target = await this.registry.find(path);
    if (target) return target.articleId === articleId;
    if (isReserved(path) || isLikeFeed(path) || !(await this.registry.claim(path, articleId, 'current')))
      return false;
    await this.registry.leave(path, articleId, true);
    return true;
  }

  revive(articleId: number): Promise<void> {
    return this.registry.revive(articleId);
  }

  free(articleId: number): Promise<void> {
    return this.registry.free(articleId);
  }

  /** Whether an article or a section has the path now. */
  isPage(path: string): Promise<boolean> {
    return this.registry.isPage(path);
  }

  /** A path as it is stored. @throws InvalidError for what is no path, and for one of the service itself */
  ownPath(text: string, field: string): string {
    const path = normalisePath(text, field);
    if (isReserved(path) || isLikeFeed(path))
      throw InvalidError.field(field, 'is a path of the service itself');
    return path;
  }

  /** The path in a URL of this site, or in a path of it, as it is stored; null for other sites. */
  pathIn(address: string): string | null {
    return pathIn(address, this.environment.PUBLIC_BASE_URL);
  }

  urlOf(path: string): string {
    return this.environment.PUBLIC_BASE_URL + encodePath(path);
  }

  /** Whether the site has AMP pages. */
  get hasAmp(): boolean {
    return this.settings.ampEnabled;
  }

  /** @param ampPath of the article's own AMP page, if it has one */
  ampUrlOf(path: string, ampPath: string | null): string {
    return this.urlOf(ampPath ?? ampPathBelow(path));
  }
}

/** Whether an article is where it would like to be, or as near to that as was free. */
const isLike = (path: string, wanted: string, id: number): boolean =>
  path === wanted || withoutIdEnding(path, id) === wanted;

/** The ending goes to the end of a path, or of its first segment where that is what is reserved. */
function withEnding(path: string, ending: string): string {
  if (!isReserved(path)) return path + ending;
  const [, first = '', ...rest] = path.split('/');
  const named = ['', first + ending, ...rest].join('/');
  // One that is like a feed's, too, has another at its end.
  return isLikeFeed(named) ? named + ending : named;
}
