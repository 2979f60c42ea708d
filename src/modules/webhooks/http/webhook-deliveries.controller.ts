import { Controller, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { asCreation, isDryRun } from '../../../platform/http/writes/dry-run.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { WebhookDeliveriesService } from '../webhook-deliveries.service.js';
import { ListDeliveriesDto } from './webhook.dto.js';
import { DeliveryResponse, presentDelivery } from './webhook.presenter.js';

/** Deliveries to a webhook. */
@ApiResource('Webhooks')
@Controller('api/1.3/webhooks/:id')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveriesService) {}

  @Get('deliveries')
  @Requires('webhooks.write')
  @ApiOperation({
    operationId: 'listWebhookDeliveries',
    summary: 'List deliveries to a webhook, newest first',
    description: 'Of the time for which events are kept.',
  })
  @ApiOkResponse({ type: [DeliveryResponse] })
  @ApiProblems(404)
  async list(@IdParam() id: number, @Query() query: ListDeliveriesDto): Promise<DeliveryResponse[]> {
    const deliveries = await this.deliveries.list(id, query.limit ?? 20, query.before);
    return deliveries.map(presentDelivery);
  }

  @Post('deliveries/:delivery_id/replay')
  @HttpCode(200)
  @Requires('webhooks.write')
  @ApiOperation({
    operationId: 'replayWebhookDelivery',
    summary: 'Deliver once more',
    description: 'The same event, with the article as it was then.',
  })
  @ApiOkResponse({ type: DeliveryResponse })
  @ApiProblems(404)
  async replay(@IdParam() id: number, @IdParam('delivery_id') delivery: number): Promise<DeliveryResponse> {
    return presentDelivery(await this.deliveries.replay(id, delivery));
  }

  @Post('test')
  @HttpCode(200)
  @Requires('webhooks.write')
  @ApiOperation({
    operationId: 'testWebhook',
    summary: 'Send a test',
    description:
      'One signed message with the action `test`; the answer is what came of it. A dry run sends nothing.',
  })
  @ApiOkResponse({ type: DeliveryResponse })
  @ApiProblems(404)
  async test(
    @IdParam() id: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<DeliveryResponse> {
    const delivery = await this.deliveries.test(id, actor.authorId, isDryRun(request));
    return asCreation(presentDelivery(delivery));
  }
}
