import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty } from '@nestjs/swagger';
import { ListField } from '../../../platform/http/request/fields.js';
import { IdParam } from '../../../platform/http/request/id.pipe.js';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import { EditorialOrderService } from '../../articles/placement/editorial-order.service.js';
import { readId } from '../../articles/http/fields/field-readers.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';

const MAX_PINS = 200;

class EditorialOrderDto {
  @ListField(readId, {
    items: { type: 'integer' },
    maxItems: MAX_PINS,
    required: true,
    description: 'posts at the head of the list, in order; [] for none',
    example: [12, 7],
  })
  post_ids!: number[];
}

class EditorialOrderResponse {
  @ApiProperty({ type: ['integer'] as never })
  post_ids!: number[];
}

/**
 * Editorial order of a section: the posts that stand before the newest. Section 0 is Home, the front page.
 */
@ApiResource('Sections')
@Controller('api/1.3/sections')
export class EditorialOrderController {
  constructor(private readonly order: EditorialOrderService) {}

  @Put(':id/order')
  @Requires('sections.write')
  @ApiOperation({
    summary: 'Set the posts at the head of the list of a section; 0 is Home',
    description: 'All of them, in their order. Each has to be in the section.',
  })
  @ApiOkResponse({ type: EditorialOrderResponse })
  @ApiProblems(404)
  async set(@IdParam() id: number, @Body() dto: EditorialOrderDto): Promise<EditorialOrderResponse> {
    return { post_ids: await this.order.set(id, dto.post_ids) };
  }

  @Get(':id/order')
  @Requires('articles.read')
  @ApiOperation({
    summary: 'Get the posts at the head of the list of a section; 0 is Home',
    description: 'Those that the key may read.',
  })
  @ApiOkResponse({ type: EditorialOrderResponse })
  @ApiProblems(404)
  async get(@IdParam() id: number, @CurrentActor() actor: Actor): Promise<EditorialOrderResponse> {
    return { post_ids: await this.order.get(id, actor) };
  }
}
