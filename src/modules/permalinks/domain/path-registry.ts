/**
 * `current` and `amp` are pages of their article, `moved` redirects there,
 * `gone` belongs to a removed article, or to nobody.
 */
export type PathState = 'current' | 'amp' | 'moved' | 'gone';

export interface ArticlePathView {
  readonly path: string;
  readonly state: PathState;
}

/** Target of a path. */
export interface PathTarget {
  /** Null for the path of a section, and of nobody. */
  readonly articleId: number | null;
  readonly state: PathState | 'section';
  /** The article that was public at the path before its owner, which is no published article. */
  readonly formerId: number | null;
}

/**
 * The owner of a path: a page of an article, a section, or a redirect to an article. A path has one owner at
 * a time; a path that an article has left leads there until another article or a section takes it, and again
 * when that one shows nothing at it, or leaves it without a redirect.
 */
export abstract class PathRegistry {
  /** @returns false when the path is a page of another article, or of a section. */
  abstract claim(path: string, articleId: number, state: 'current' | 'amp'): Promise<boolean>;
  /**
   * Takes the path for a section, also from an article.
   *
   * @returns the article that had its page there and needs another path, null when there was none
   */
  abstract claimForSection(path: string, sectionId: number): Promise<number | null>;
  /** The section has moved away from the path, or is removed. */
  abstract leaveAsSection(path: string, sectionId: number): Promise<void>;
  /** The article has moved away from the path; with a redirect, the path goes on leading to it. */
  abstract leave(path: string, articleId: number, keepsRedirect: boolean): Promise<void>;
  /** The article is back: the paths that nobody has taken lead to it again. */
  abstract revive(articleId: number): Promise<void>;
  /** The article is removed: its paths are free for others. */
  abstract free(articleId: number): Promise<void>;
  /** Whether an article or a section has the path now. */
  abstract isPage(path: string): Promise<boolean>;
  /** null for a path that leads to no article, and never did. */
  abstract find(path: string): Promise<PathTarget | null>;
  /** The articles that paths lead to, and maybe others; those that no article has had are left out. */
  abstract findAll(paths: readonly string[]): Promise<ReadonlyMap<string, PathTarget>>;
  /** All paths that lead to the article, or did; sorted. */
  abstract pathsOf(articleId: number): Promise<ArticlePathView[]>;
}
