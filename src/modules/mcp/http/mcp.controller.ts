import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ReadsOnly } from '../../../platform/http/writes/dry-run.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, RequiresKey } from '../../auth/http/access.js';
import { MCP_PATH } from '../mcp-path.js';
import { McpEndpoint } from './mcp-endpoint.js';

/**
 * Integration, chapter "Agents". A protocol of its own, which describes itself:
 * it is not in the API description.
 */
@ApiExcludeController()
@Controller(MCP_PATH)
export class McpController {
  constructor(private readonly endpoint: McpEndpoint) {}

  @Post()
  @HttpCode(200)
  @RequiresKey()
  // A tool writes by a request of its own.
  @ReadsOnly()
  async receive(
    @Req() request: Request,
    @CurrentActor() actor: Actor,
    @Res() response: Response,
  ): Promise<void> {
    await this.endpoint.answer(request, actor, response);
  }
}
