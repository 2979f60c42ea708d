import { Injectable } from '@nestjs/common';
import { AuthorsService } from '../../modules/authors/authors.service.js';
import { CompatibilitySettings } from '../../modules/compatibility/compatibility.settings.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import { RedirectsService, type RedirectTarget } from '../../modules/redirects/redirects.service.js';

const PROFILE = /^\/community\/([^/]+)$/;
const AUTHOR_FEED = /^\/feeds\/author\/([^/]+)\.rss$/;
const SECTION_FEED = /^(\/feeds)(\/.+)(\.rss)$/;

/** Targets of paths that belong to no article or section. */
@Injectable()
export class FormerAddresses {
  constructor(
    private readonly redirects: RedirectsService,
    private readonly authors: AuthorsService,
    private readonly permalinks: PermalinksService,
    private readonly compatibility: CompatibilitySettings,
  ) {}

  /** Redirect that an editor has set for the path. @param path decoded, without a slash at its end */
  redirect(path: string): Promise<RedirectTarget | null> {
    return this.redirects.find(path);
  }

  /** Prefix, path and suffix of a former URL of a section's feed; null for other paths. */
  sectionFeed(path: string): readonly string[] | null {
    return this.compatibility.enabled ? SECTION_FEED.exec(path) : null;
  }

  /** URL of the author whose page or feed predecessors had at the path; null when it is none of these. */
  async author(path: string): Promise<string | null> {
    if (!this.compatibility.enabled) return null;
    const [, name] = PROFILE.exec(path) ?? [];
    if (name !== undefined) {
      const author = (await this.authors.findByName(name))?.name ?? (await this.authors.findRenamed(name));
      return author === null ? null : `${this.permalinks.urlOf(`/u/${author}`)}/`;
    }
    const [, formerName] = AUTHOR_FEED.exec(path) ?? [];
    const author = formerName === undefined ? null : await this.authors.findRenamed(formerName);
    return author === null ? null : this.permalinks.urlOf(`/feeds/author/${author}.rss`);
  }
}
