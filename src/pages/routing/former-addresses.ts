import { Injectable } from '@nestjs/common';
import { AuthorsService } from '../../modules/authors/authors.service.js';
import { CompatibilitySettings } from '../../modules/compatibility/compatibility.settings.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import { RedirectsService, type RedirectTarget } from '../../modules/redirects/redirects.service.js';

const PROFILE = /^\/community\/([^/]+)$/;

/** Where paths lead that are none of articles and sections. */
@Injectable()
export class FormerAddresses {
  constructor(
    private readonly redirects: RedirectsService,
    private readonly authors: AuthorsService,
    private readonly permalinks: PermalinksService,
    private readonly compatibility: CompatibilitySettings,
  ) {}

  /** Where an editor lets the path lead. @param path decoded, without a slash at its end */
  redirect(path: string): Promise<RedirectTarget | null> {
    return this.redirects.find(path);
  }

  /** URL of the author whose page predecessors had at the path; null when it is none of these. */
  async profile(path: string): Promise<string | null> {
    const [, name] = (this.compatibility.enabled ? PROFILE.exec(path) : null) ?? [];
    if (name === undefined) return null;
    const author = (await this.authors.findByName(name))?.name ?? (await this.authors.findRenamed(name));
    return author === null ? null : `${this.permalinks.urlOf(`/u/${author}`)}/`;
  }
}
