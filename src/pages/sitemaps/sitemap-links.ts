import { Injectable } from '@nestjs/common';
import { AuthorPresenter } from '../../modules/authors/http/author.presenter.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import { SiteSettings } from '../../modules/site/site.settings.js';
import type { Publication } from './sitemap-xml.js';

/** URLs, and who publishes what they lead to. */
@Injectable()
export class SitemapLinks {
  constructor(
    private readonly permalinks: PermalinksService,
    private readonly authors: AuthorPresenter,
    private readonly settings: SiteSettings,
  ) {}

  urlOf(path: string): string {
    return this.permalinks.urlOf(path);
  }

  profileUrl(name: string): string {
    return this.authors.profileUrl({ name });
  }

  get publication(): Publication {
    return this.settings;
  }
}
