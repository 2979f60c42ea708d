/*
 * All that an extension may import: `import { defineExtension } from 'content-publishing-service'`. These
 * exports change with the version of EXTENSION_API alone.
 */

// Loads all modules before anything is declared; for the compiler, they add their rights to the interface
// Rights.
import './app.module.js';

// The extension itself.
export { createApp } from './bootstrap/application.js';
export { start } from './bootstrap/start.js';
export { runCli } from './cli/run-cli.js';
export {
  bind,
  type Binding,
  defineExtension,
  type Extension,
  EXTENSION_API,
  ExtensionError,
  type ExtensionSettings,
} from './extension/extension.js';
export { type CommandDeclaration, ExtensionCommand } from './extension/extension-command.js';
export { field } from './extension/field.js';
export type {
  OwnChanges,
  OwnField,
  OwnFieldOptions,
  OwnValue,
  OwnValues,
} from './modules/articles/domain/own-fields.js';

// Ports, which `bind` takes, and defaults that can be extended.
export {
  ArticleSearch,
  type SearchDocument,
  type SearchMatch,
} from './modules/articles/listing/article-search.js';
export { Authenticator } from './modules/auth/authenticator.js';
export { PasswordHasher } from './modules/authors/domain/password-hasher.js';
export { RequestAuthenticator } from './modules/auth/request-authenticator.js';
export { AuthorIdentities } from './modules/authors/author-identities.js';
export type { NewcomerFields } from './modules/authors/newcomer.js';
export type { Identity } from './modules/authors/domain/identities.repository.js';
export { HtmlSanitizer } from './modules/content/sanitising/html-sanitizer.js';
export type { Sanitized } from './modules/content/sanitising/sanitize.worker.js';
export type { Area, Point } from './modules/media/domain/crops.js';
export type { DocumentType } from './modules/media/domain/document.entity.js';
export type { ImageFacts } from './modules/media/domain/image.entity.js';
export { DocumentInspector } from './modules/media/documents/document-inspector.js';
export {
  ImageProcessor,
  type ImageSource,
  type Rendition,
  type WebFormat,
} from './modules/media/images/image-processor.js';
export { FileDocumentInspector } from './modules/media/infrastructure/documents/file-document-inspector.js';
export { type PermalinkParts, PermalinkStrategy } from './modules/permalinks/permalink-strategy.js';
export { SiteSettingsSource } from './modules/site/site-settings-source.js';
export { type ByteRange, FileStorage } from './modules/storage/file-storage.js';
export type {
  ListicleModel,
  ListModel,
  MissingModel,
  PageModel,
  PostModel,
} from './pages/models/page-models.js';
export { PageTheme, type ThemeFile } from './pages/models/page-theme.js';

// Changes of articles, and what else happens.
export {
  type ArticleChange,
  ArticleHooks,
  type HookedContent,
  type PendingArticleChange,
} from './modules/articles/article-hooks.js';
export { ArticleStatus } from './modules/articles/domain/article-record.js';
export { ArticleChanged } from './modules/articles/domain/article-events.js';
export type { ArticleVerb } from './modules/articles/domain/article-events.js';
export { AuthorChanged } from './modules/authors/domain/author-events.js';
export { BadgeChanged } from './modules/badges/domain/badge-events.js';
export { ImageChanged } from './modules/media/domain/image-events.js';
export {
  SectionChanged,
  SectionRemoved,
  SectionsMoved,
  SectionsRemoved,
} from './modules/sections/domain/section-events.js';
export { DomainEvent, DomainEvents } from './kernel/events/domain-events.js';

// Changes that are committed, and work by the clock.
export type { ChangedResource, ChangeVerb } from './modules/changes/change-log.js';
export type { CommittedEvent } from './modules/changes/events/committed-event.js';
export { type Consumption, type EventHandler, OnCommitted } from './modules/changes/events/on-committed.js';
export { Job, type JobDeclaration, type JobRun } from './platform/schedule/job.js';

// Providers that can be injected everywhere.
export { Clock, type UtcSeconds } from './kernel/clock.js';
export { type PeerHandler, Peers } from './kernel/peers.js';
export { UnitOfWork } from './kernel/unit-of-work.js';
export type { Right, Rights } from './modules/site/rights.js';
export { Environment } from './platform/config/environment.js';
export { Database } from './platform/database/database.js';
export { raw, Sql, sql } from './platform/database/sql.js';
export { BackgroundWork } from './platform/schedule/background-work.js';
export { Metrics } from './platform/telemetry/metrics.js';

// Settings of the site, which can be injected everywhere.
export { ArticleSettings } from './modules/articles/article.settings.js';
export { AuthSettings } from './modules/auth/auth.settings.js';
export { AuthorSettings } from './modules/authors/author.settings.js';
export { EventSettings } from './modules/changes/event.settings.js';
export { ContentSettings } from './modules/content/content.settings.js';
export { MediaSettings } from './modules/media/media.settings.js';
export { PageViewSettings } from './modules/page-views/page-view.settings.js';
export { PermalinkSettings } from './modules/permalinks/permalink.settings.js';
export { ScraperSettings } from './modules/scraper/scraper.settings.js';
export { CustomDataSettings } from './modules/site/custom-data.js';
export { LimitSettings } from './modules/site/limit.settings.js';
export { RoleSettings } from './modules/site/role.settings.js';
export { SiteSettings } from './modules/site/site.settings.js';

// Modules whose services an extension uses.
export { ArticlesModule } from './modules/articles/articles.module.js';
export { ArticlesService } from './modules/articles/articles.service.js';
export { AuthorsModule } from './modules/authors/authors.module.js';
export { ContentModule } from './modules/content/content.module.js';
export { ScraperModule } from './modules/scraper/scraper.module.js';
export type { FetchedPage, Findings, PageParser } from './modules/scraper/page-parser.js';
export { PageParsers } from './modules/scraper/page-parsers.js';
export { type Embed, embedHtml, embedOf } from './modules/content/embeds/embeds.js';
export { formatShortcode, parseShortcode, type Shortcode } from './modules/content/domain/shortcode.js';
export {
  ShortcodeRenderer,
  type ShortcodeResult,
  Shortcodes,
} from './modules/content/shortcodes/shortcodes.js';

// Doors, tables, errors.
export { Actor } from './modules/auth/domain/actor.js';
export { CurrentActor, Requires } from './modules/auth/http/access.js';
export {
  FlagField,
  IdField,
  IntegerField,
  ListField,
  ObjectField,
  ObjectListField,
  type Reader,
  readFlag,
  readInteger,
  readString,
  SecondsField,
  StringField,
} from './platform/http/request/fields.js';
export { IdParam } from './platform/http/request/id.pipe.js';
export { ApiResource } from './platform/http/response/problem.response.js';
export { Public } from './platform/http/server/public.js';
export {
  CountColumn,
  FlagColumn,
  IntegerColumn,
  JsonColumn,
  KeyColumn,
  SecondsColumn,
  TextColumn,
} from './platform/database/columns.js';
export {
  ConflictError,
  DomainError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  OverloadedError,
  TooLargeError,
  UnauthenticatedError,
  UnprocessableError,
} from './kernel/errors.js';
export { attributes, escapeHtml, html, raw as rawHtml } from './kernel/html.js';
