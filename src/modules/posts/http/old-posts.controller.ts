import { Controller, Get } from '@nestjs/common';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { ArticlesService } from '../../articles/articles.service.js';
import { ArticlePresenter } from '../../articles/http/article.presenter.js';
import type { ArticleResponse } from '../../articles/http/article.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { OldAnswers } from '../../compatibility/http/old-answers.js';

/** Version 1.2 of a post. */
@OldAnswers()
@Controller('api/1.2/posts')
export class OldPostsController {
  constructor(
    private readonly articles: ArticlesService,
    private readonly presenter: ArticlePresenter,
  ) {}

  @Get(':id')
  @Requires('articles.read')
  async get(@IdParam() id: number, @CurrentActor() actor: Actor): Promise<ArticleResponse> {
    return this.presenter.present(await this.articles.get(id, actor), { withDraftUrl: false });
  }
}
