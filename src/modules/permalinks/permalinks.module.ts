import { Module } from '@nestjs/common';
import { PathRegistry } from './domain/path-registry.js';
import { TypeormPathRegistry } from './infrastructure/typeorm-path-registry.js';
import { PermalinksService } from './permalinks.service.js';

@Module({
  providers: [PermalinksService, { provide: PathRegistry, useClass: TypeormPathRegistry }],
  exports: [PermalinksService],
})
export class PermalinksModule {}
