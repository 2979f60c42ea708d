import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { readFromPrimary } from '../../../platform/concurrency/reads/read-target.js';
import { RequestGate } from '../../../platform/http/admission/request-gate.js';
import { Shutdown } from '../../../platform/http/server/graceful-shutdown.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
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
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangesResponse> {
    return readFromPrimary(() => this.pageOf(query, actor, response));
  }

  /** A token of the primary may be ahead of a replica, which would take it for one that never was. */
  private async pageOf(query: ReadChangesDto, actor: Actor, response: Response): Promise<ChangesResponse> {
    const page = await this.feed.read(query.toQuery(), actor, this.readerOf(response));
    return presentPage(page, query.include && (await this.resources.read(page.changes, actor)));
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
