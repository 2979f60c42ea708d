import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
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
  @ApiOperation({ summary: 'Whether the process runs' })
  @ApiResponse({ status: 200, description: 'It does' })
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Whether the service can take work: database, migrations, storage' })
  @ApiResponse({ status: 200, description: 'It can' })
  @ApiResponse({ status: 503, description: 'It cannot, or it is stopping' })
  async ready(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const health = await this.readiness.examine();
    if (health.status !== 'ok') response.status(503).set('Retry-After', '5');
    return health;
  }
}
