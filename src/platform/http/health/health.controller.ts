import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RETRY_AFTER } from '../response/problem.response.js';
import { Public } from '../server/public.js';
import { type Health, Readiness } from './readiness.js';

/** Tells a load balancer or an orchestrator whether to send work here. */
@Public()
@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getLiveness',
    summary: 'Whether the process runs',
    description: 'For an orchestrator, which restarts a process that does not answer.',
  })
  @ApiResponse({ status: 200, description: 'It does' })
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'getReadiness',
    summary: 'Whether the service can take work: database, migrations, storage',
    description: 'For a load balancer, which sends work elsewhere while this is 503.',
  })
  @ApiResponse({ status: 200, description: 'It can' })
  @ApiResponse({ status: 503, description: 'It cannot, or it is stopping', headers: RETRY_AFTER })
  async ready(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const health = await this.readiness.examine();
    if (health.status !== 'ok') response.status(503).set('Retry-After', '5');
    return health;
  }
}
