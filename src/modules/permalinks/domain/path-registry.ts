/**
 * Which article a path leads to. A path has one article at a time; a path that an article has left leads there
 * until another article takes it.
 */
export abstract class PathRegistry {
  /** @returns false when the path is the current one of another article. */
  abstract claim(path: string, articleId: number): Promise<boolean>;
  /** The article has moved away from the path; with a redirect, the path goes on leading to it. */
  abstract leave(path: string, articleId: number, keepsRedirect: boolean): Promise<void>;
  /** The article is back: the paths that nobody has taken lead to it again. */
  abstract revive(articleId: number): Promise<void>;
  /** The article is removed: its paths are free for others. */
  abstract free(articleId: number): Promise<void>;
}
