import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../kernel/clock.js';
import { SiteSettings } from '../site/site.settings.js';
import { PermalinkSettings } from './permalink.settings.js';

/** The inputs of a permalink strategy. */
export interface PermalinkParts {
  readonly id: number;
  readonly basename: string;
  /** Full path of the primary section, `/news/politics`; null when there is none. */
  readonly sectionPath: string | null;
  readonly createdTs: UtcSeconds;
}

/** Makes the path of a post. Replaceable: a site may want another scheme than a pattern. */
export abstract class PermalinkStrategy {
  /** Whether paths of posts change with the URL of their section. */
  abstract readonly dependsOnSection: boolean;
  /** @returns a path that begins with a slash */
  abstract pathOf(parts: PermalinkParts): string;

  /**
   * The path of the AMP page, which depends on the section only where that of
   * the post does; null: below `/amp`.
   */
  ampPathOf?(parts: PermalinkParts): string | null;
}

const DATE = /\{(year|month|day)\}/;

/** The patterns `articles.permalink` and `articles.ampPermalink` of the site settings. */
@Injectable()
export class PatternPermalinkStrategy extends PermalinkStrategy {
  readonly dependsOnSection: boolean;
  private readonly pattern: string;
  private readonly ampPattern: string | null;
  private readonly calendar: Intl.DateTimeFormat;

  constructor({ permalink, ampPermalink }: PermalinkSettings, { timeZone }: SiteSettings) {
    super();
    this.pattern = permalink;
    this.ampPattern = ampPermalink;
    this.dependsOnSection = this.pattern.includes('{section}');
    this.calendar = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  }

  pathOf(parts: PermalinkParts): string {
    return this.filled(this.pattern, parts);
  }

  override ampPathOf(parts: PermalinkParts): string | null {
    return this.ampPattern === null ? null : this.filled(this.ampPattern, parts);
  }

  private filled(pattern: string, { id, basename, sectionPath, createdTs }: PermalinkParts): string {
    const date = DATE.test(pattern) ? this.dateOf(createdTs) : {};
    const tokens: Record<string, string | undefined> = {
      ...date,
      id: String(id),
      basename,
      section: (sectionPath ?? '').slice(1),
    };
    const path = pattern.replace(/\{(\w+)\}/g, (_token, name: string) => tokens[name] ?? '');
    return path.replace(/\/{2,}/g, '/');
  }

  /** Year, month and day in the time zone of the site. */
  private dateOf(createdTs: UtcSeconds): Record<string, string> {
    const parts = this.calendar.formatToParts(createdTs * 1000);
    return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  }
}
