import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Environment } from '../config/environment.js';
import { Database } from '../database/database.js';
import { Shutdown } from './graceful-shutdown.js';
import { Public } from './public.js';

type Check = 'up' | 'down';

/** Tells a load balancer or an orchestrator whether to send work here. */
@Public()
@ApiTags('Operations')
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly environment: Environment,
    private readonly shutdown: Shutdown,
  ) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Whether the process runs' })
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Whether the service can take work: database, migrations, storage; 503 when not' })
  async ready(@Res({ passthrough: true }) response: Response) {
    const checks = {
      database: await check(() => this.database.rows('SELECT 1')),
      migrations: await check(() => this.database.rows('SELECT id FROM sections WHERE id = 0')),
      storage: await check(() => access(this.environment.DATA_DIR, constants.W_OK)),
    };
    const isReady = !this.shutdown.isUnderWay && Object.values(checks).every((state) => state === 'up');
    if (!isReady) response.status(503).set('Retry-After', '5');
    return { status: this.shutdown.isUnderWay ? 'stopping' : isReady ? 'ok' : 'failing', checks };
  }
}

async function check(attempt: () => Promise<unknown>): Promise<Check> {
  try {
    await attempt();
    return 'up';
  } catch {
    return 'down';
  }
}
