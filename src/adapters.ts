import type { Provider } from '@nestjs/common';
import { ArticleSearch } from './modules/articles/article-search.js';
import { SqlArticleSearch } from './modules/articles/infrastructure/sql-article-search.js';
import { Authenticator, KeyAuthenticator } from './modules/auth/authenticator.js';
import { HtmlSanitizer, LibraryHtmlSanitizer } from './modules/content/html-sanitizer.js';
import { PatternPermalinkStrategy, PermalinkStrategy } from './modules/permalinks/permalink-strategy.js';
import { FileSiteSettingsSource, SiteSettingsSource } from './modules/site/site-settings-source.js';
import { SiteSettings } from './modules/site/site-settings.js';
import { Environment } from './platform/config/environment.js';

/**
 * Every replaceable part with its default: the whole extension surface. An extension binds the same token to
 * another class (see docs/extending.md).
 */
export const defaultAdapters = [
  { provide: ArticleSearch, useClass: SqlArticleSearch },
  { provide: Authenticator, useClass: KeyAuthenticator },
  { provide: HtmlSanitizer, useClass: LibraryHtmlSanitizer },
  {
    provide: PermalinkStrategy,
    useFactory: (settings: SiteSettings) => new PatternPermalinkStrategy(settings),
    inject: [SiteSettings],
  },
  {
    provide: SiteSettingsSource,
    useFactory: ({ SITE_SETTINGS }: Environment) => new FileSiteSettingsSource(SITE_SETTINGS),
    inject: [Environment],
  },
] as const satisfies readonly Provider[];
