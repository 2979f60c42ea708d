import { Injectable } from '@nestjs/common';
import type { ArticleView } from '../../modules/articles/domain/article-view.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import type { PageMap } from '../schema/particle.type.js';

/** URLs of posts and of their parts. */
@Injectable()
export class PostLinks {
  constructor(private readonly permalinks: PermalinksService) {}

  /** @param basename of an item of its listicle */
  pagesOf({ path, ampPath }: Pick<ArticleView, 'path' | 'ampPath'>, basename?: string): PageMap {
    const place = basename === undefined ? '' : `#item-${encodeURIComponent(basename)}`;
    const amp = this.permalinks.hasAmp ? this.permalinks.ampUrlOf(path, ampPath) : null;
    return {
      web: { href: this.permalinks.urlOf(path) + place },
      amp: amp === null ? null : { href: amp + place },
    };
  }
}
