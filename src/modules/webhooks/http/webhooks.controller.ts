import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiEmptyResponse } from '../../../platform/http/response/empty.response.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { Requires } from '../../auth/http/access.js';
import { WebhooksService } from '../webhooks.service.js';
import { CreateWebhookDto, EditWebhookDto } from './webhook.dto.js';
import { presentWebhook, WebhookResponse } from './webhook.presenter.js';

/** Integration, chapter "Webhooks". */
@ApiResource('Webhooks')
@Controller('api/1.3/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post()
  @HttpCode(200)
  @Requires('webhooks.write')
  @ApiOperation({
    summary: 'Create a webhook',
    description: 'The answer has the `secret`, which is not shown again.',
  })
  @ApiOkResponse({ type: WebhookResponse })
  async create(@Body() dto: CreateWebhookDto): Promise<WebhookResponse> {
    return presentWebhook(await this.webhooks.create(dto.toInput()), true);
  }

  @Put(':id')
  @Requires('webhooks.write')
  @ApiOperation({
    summary: 'Edit a webhook',
    description: 'A `secret` of null makes a new one, which this answer has.',
  })
  @ApiOkResponse({ type: WebhookResponse })
  @ApiProblems(404)
  async edit(@IdParam() id: number, @Body() dto: EditWebhookDto): Promise<WebhookResponse> {
    return presentWebhook(await this.webhooks.edit(id, dto.toInput()), dto.secret === null);
  }

  @Delete(':id')
  @Requires('webhooks.write')
  @ApiOperation({ summary: 'Remove a webhook', description: 'What has not been delivered never is.' })
  @ApiEmptyResponse()
  @ApiProblems(404)
  async remove(@IdParam() id: number): Promise<object> {
    await this.webhooks.remove(id);
    return {};
  }

  @Get()
  @Requires('webhooks.write')
  @ApiOperation({ summary: 'List all webhooks', description: 'By id, without their secrets.' })
  @ApiOkResponse({ type: [WebhookResponse] })
  async list(): Promise<WebhookResponse[]> {
    return (await this.webhooks.list()).map((webhook) => presentWebhook(webhook));
  }

  @Get(':id')
  @Requires('webhooks.write')
  @ApiOperation({ summary: 'Get a webhook', description: 'Without its secret.' })
  @ApiOkResponse({ type: WebhookResponse })
  @ApiProblems(404)
  async get(@IdParam() id: number): Promise<WebhookResponse> {
    return presentWebhook(await this.webhooks.get(id));
  }
}
