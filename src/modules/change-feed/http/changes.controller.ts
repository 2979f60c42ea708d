import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { readFromPrimary } from '../../../platform/concurrency/reads/read-target.js';
import { RequestGate } from '../../../platform/http/admission/request-gate.js';
import { Shutdown } from '../../../platform/http/server/graceful-shutdown.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { Requires } from '../../auth/http/access.js';
import { RequestActors } from '../../auth/http/request-actors.js';
import { ChangedResourceReaders } from '../../changes/changed-resources.js';
import { ChangeFeed, type WaitingReader } from '../change-feed.service.js';
import { ChangesResponse, presentPage, ReadChangesDto } from './changes.dto.js';

/** Integration, chapter "Change feed". */
@ApiResource('Changes')
@Controller('api/1.3/changes')
export class ChangesController {
  constructor(
    private readonly feed: ChangeFeed,
    private readonly resources: ChangedResourceReaders,
    private readonly actors: RequestActors,
    private readonly gate: RequestGate,
    private readonly shutdown: Shutdown,
  ) {}

  @Get()
  @Requires('articles.read')
  @ApiOperation({
    operationId: 'listChanges',
    summary: 'Read what has changed, in order',
    description:
      'Every committed change of a post, section, author, badge, image or document once, deletions included, as far as the key may read it; a post that the key can no longer read is told as removed. Keep `next`, and go on with it. A token after which changes are not kept any more is answered with 410 (`changes-gone`): begin again with `after=now`, and read the lists anew.',
  })
  @ApiOkResponse({ type: ChangesResponse })
  @ApiProblems(410)
  read(
    @Query() query: ReadChangesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangesResponse> {
    // A token of the primary may be ahead of a replica, which would take it for one that never was.
    return readFromPrimary(() => this.pageOf(query, () => this.actorOf(request), this.readerOf(response)));
  }

  private async pageOf(
    query: ReadChangesDto,
    getActor: () => Promise<Actor>,
    reader: WaitingReader,
  ): Promise<ChangesResponse> {
    const page = await this.feed.read(query.toQuery(), getActor, reader);
    const actor = await getActor();
    return presentPage(page, query.include && (await this.resources.read(page.changes, actor)));
  }

  /** @throws UnauthenticatedError, ForbiddenError */
  private async actorOf(request: Request): Promise<Actor> {
    const actor = await this.actors.getActor(request);
    actor.mustBeAbleTo('articles.read', 'read changes');
    return actor;
  }

  private readerOf(response: Response): WaitingReader {
    return {
      onWait: () => {
        this.gate.letWait(response);
      },
      isUrgent: () => this.shutdown.isUnderWay,
    };
  }
}
