import { Injectable } from '@nestjs/common';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import { SiteSettings } from '../../modules/site/site-settings.js';
import type { Publication } from './sitemap-xml.js';

/** URLs, and who publishes what they lead to. */
@Injectable()
export class SitemapLinks {
  constructor(
    private readonly permalinks: PermalinksService,
    private readonly settings: SiteSettings,
  ) {}

  urlOf(path: string): string {
    return this.permalinks.urlOf(path);
  }

  profileUrl(name: string): string {
    return `${this.permalinks.urlOf(`/u/${name}`)}/`;
  }

  get publication(): Publication {
    return this.settings.site;
  }
}
