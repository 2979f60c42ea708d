import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { PageDto } from '../../../platform/http/request/page.dto.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { SENT_NAMES } from '../../articles/http/article.dto.js';
import { ArticlePresenter } from '../../articles/http/article.presenter.js';
import { ArticleResponse } from '../../articles/http/article.response.js';
import { ExtraFields } from '../../articles/http/fields/extra-fields.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { RevisionsService } from '../revisions.service.js';
import {
  CompareRevisionsDto,
  ComparisonResponse,
  presentComparison,
  presentRevision,
  RevisionResponse,
} from './revisions.dto.js';

/** Decisions, chapter "Faults, history: details". */
@ApiResource('Posts')
@Controller('api/1.3/posts/:id/revisions')
@Requires('articles.publish', 'drafts.write', 'drafts.write.own', 'drafts.write.community')
export class RevisionsController {
  private readonly compared: ReadonlySet<string>;

  constructor(
    private readonly revisions: RevisionsService,
    private readonly presenter: ArticlePresenter,
    extra: ExtraFields,
  ) {
    const own = extra.sent.map(({ name }) => name);
    const names = ['status', ...SENT_NAMES, 'basename', 'post_url', 'scheduled_at', ...own];
    this.compared = new Set(names.filter((name) => name !== 'updated_ts'));
  }

  @Get()
  @ApiOperation({
    operationId: 'listRevisions',
    summary: 'List the versions of an article, newest first',
    description:
      'For those who may edit it. The present one is among them; `revisions.kept` former ones are kept.',
  })
  @ApiOkResponse({ type: [RevisionResponse] })
  @ApiProblems(404)
  async list(
    @IdParam() id: number,
    @Query() query: PageDto,
    @CurrentActor() actor: Actor,
  ): Promise<RevisionResponse[]> {
    return (await this.revisions.list(id, query.toPage(), actor)).map(presentRevision);
  }

  @Get('compare')
  @ApiOperation({
    operationId: 'compareRevisions',
    summary: 'Say in which fields two versions of an article differ',
    description: 'Fields that clients send, the state and the URL; texts with a difference by words.',
  })
  @ApiOkResponse({ type: ComparisonResponse })
  @ApiProblems(404)
  async compare(
    @IdParam() id: number,
    @Query() { from, to }: CompareRevisionsDto,
    @CurrentActor() actor: Actor,
  ): Promise<ComparisonResponse> {
    const { from: former, to: later } = await this.revisions.compare(id, { from, to }, actor);
    const presentation = { withDraftUrl: false, fields: this.compared };
    return presentComparison(
      this.presenter.present(former, presentation),
      this.presenter.present(later, presentation),
    );
  }

  @Get(':revision')
  @ApiOperation({
    operationId: 'getRevision',
    summary: 'Get an article as it was at a version',
    description:
      'The post object. Authors, sections, badges and images are as they are now; those that are gone are left out. `PUT` of the post or draft with `{"action": "revert", "revision": n}` brings the content back.',
  })
  @ApiOkResponse({ type: ArticleResponse })
  @ApiProblems(404)
  async get(
    @IdParam() id: number,
    @IdParam('revision') revision: number,
    @CurrentActor() actor: Actor,
  ): Promise<ArticleResponse> {
    const article = await this.revisions.get(id, revision, actor);
    return this.presenter.present(article, { withDraftUrl: false });
  }
}
