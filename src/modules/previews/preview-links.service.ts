import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { NotFoundError } from '../../kernel/errors.js';
import type { Page } from '../../kernel/page.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { ArticlesService } from '../articles/articles.service.js';
import type { ArticleView } from '../articles/domain/article-view.js';
import type { Actor } from '../auth/domain/actor.js';
import { generateSecret, hashSecret } from '../auth/domain/key-secret.js';
import { PermalinksService } from '../permalinks/permalinks.service.js';
import type { PreviewLink } from './domain/preview-link.entity.js';
import { PreviewLinksRepository } from './domain/preview-links.repository.js';
import { frontendUrlOf, PreviewSettings } from './preview.settings.js';

export interface IssuedLink {
  readonly link: PreviewLink;
  /** Shown this once: it holds the token, of which only the hash is kept. */
  readonly url: string;
}

/** Links that show an article before it is published, to those who have no key. */
@Injectable()
export class PreviewLinksService {
  constructor(
    private readonly links: PreviewLinksRepository,
    private readonly articles: ArticlesService,
    private readonly permalinks: PermalinksService,
    private readonly settings: PreviewSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @param expiresIn seconds.
   * @throws NotFoundError, ForbiddenError when the actor may not edit the article
   */
  create(articleId: number, expiresIn: number, actor: Actor): Promise<IssuedLink> {
    return this.unitOfWork.run(async () => {
      const article = await this.articles.getEditable(articleId, actor);
      const token = generateSecret();
      const now = this.clock.now();
      await this.links.removeEnded(articleId, now);
      const link = await this.links.add({
        articleId,
        authorId: actor.authorId,
        hash: hashSecret(token),
        createdTs: now,
        expiresTs: now + expiresIn,
      });
      return { link, url: this.urlOf(article, token) };
    });
  }

  /** Newest first, without those that have ended. @throws NotFoundError, ForbiddenError */
  async list(articleId: number, page: Page, actor: Actor): Promise<PreviewLink[]> {
    await this.articles.getEditable(articleId, actor);
    return this.links.list(articleId, this.clock.now(), page);
  }

  /** @throws NotFoundError also for the link of another article; ForbiddenError */
  async revoke(articleId: number, id: number, actor: Actor): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.articles.getEditable(articleId, actor);
      if (await this.links.remove(articleId, id)) return;
      throw new NotFoundError('preview-link-not-found', `Article ${articleId} has no preview link ${id}.`);
    });
  }

  /** The article that a token opens now, null when it opens none. */
  articleOf(token: string): Promise<number | null> {
    return this.links.articleOf(hashSecret(token), this.clock.now());
  }

  private urlOf({ id, path }: ArticleView, token: string): string {
    const { frontendUrl } = this.settings;
    const page = this.permalinks.urlOf(path);
    const url = new URL(frontendUrl === null ? page : frontendUrlOf(frontendUrl, { id, path: pathIn(page) }));
    url.searchParams.set('preview', token);
    return url.href;
  }
}

const pathIn = (url: string): string => new URL(url).pathname;
