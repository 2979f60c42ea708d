import type { Provider } from '@nestjs/common';
import { Clock, SystemClock } from './kernel/clock.js';
import { ArticleSearch } from './modules/articles/listing/article-search.js';
import { SqlArticleSearch } from './modules/articles/infrastructure/sql-article-search.js';
import { Authenticator, KeyAuthenticator } from './modules/auth/authenticator.js';
import { PasswordHasher, ScryptPasswordHasher } from './modules/authors/domain/password-hasher.js';
import { HtmlSanitizer, LibraryHtmlSanitizer } from './modules/content/sanitising/html-sanitizer.js';
import { DocumentInspector } from './modules/media/documents/document-inspector.js';
import { ImageProcessor } from './modules/media/images/image-processor.js';
import { FileDocumentInspector } from './modules/media/infrastructure/documents/file-document-inspector.js';
import { SharpImageProcessor } from './modules/media/infrastructure/sharp-image-processor.js';
import { PatternPermalinkStrategy, PermalinkStrategy } from './modules/permalinks/permalink-strategy.js';
import { FileSiteSettingsSource, SiteSettingsSource } from './modules/site/site-settings-source.js';
import { FileStorage } from './modules/storage/file-storage.js';
import { openStorage } from './modules/storage/storage.module.js';
import { TempFiles } from './modules/storage/temp-files.js';
import { PageTheme } from './pages/models/page-theme.js';
import { PlainTheme } from './pages/theme/plain-theme.js';
import { Environment } from './platform/config/environment.js';

/**
 * Every replaceable port with its default adapter. An extension binds the same token to another class (see
 * docs/extending.md).
 */
export const defaultAdapters = [
  { provide: ArticleSearch, useClass: SqlArticleSearch },
  { provide: Authenticator, useClass: KeyAuthenticator },
  { provide: PasswordHasher, useClass: ScryptPasswordHasher },
  { provide: Clock, useClass: SystemClock },
  { provide: PageTheme, useClass: PlainTheme },
  { provide: FileStorage, useFactory: openStorage, inject: [Environment, TempFiles] },
  { provide: DocumentInspector, useClass: FileDocumentInspector },
  { provide: HtmlSanitizer, useClass: LibraryHtmlSanitizer },
  { provide: ImageProcessor, useClass: SharpImageProcessor },
  { provide: PermalinkStrategy, useClass: PatternPermalinkStrategy },
  {
    provide: SiteSettingsSource,
    useFactory: ({ SITE_SETTINGS }: Environment) => new FileSiteSettingsSource(SITE_SETTINGS),
    inject: [Environment],
  },
] as const satisfies readonly Provider[];
