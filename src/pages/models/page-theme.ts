import type { ListicleModel, ListModel, MissingModel, PageModel, PostModel } from './page-models.js';

/** A file that pages of a theme load. */
export interface ThemeFile {
  /** Below `/res/theme/`; changes with the content. */
  readonly name: string;
  readonly contentType: string;
  readonly content: string;
}

/**
 * Makes pages of what they show. Replaceable: a site brings a theme of its own.
 *
 * A page must not have scripts or style sheets of its own but in files of the theme: the
 * Content-Security-Policy lets no others run.
 */
export abstract class PageTheme {
  abstract readonly files: readonly ThemeFile[];
  abstract post(page: PageModel, post: PostModel): string;
  /** AMP HTML: no files of the theme, its styles inline. */
  abstract ampPost(page: PageModel, post: PostModel): string;
  abstract list(page: PageModel, list: ListModel): string;
  abstract missing(page: PageModel, missing: MissingModel): string;
  /** A listicle, to be put where the body has a place for it. @param locale of the site, BCP 47 */
  abstract listicle(listicle: ListicleModel, locale: string): string;
}
