import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PathRegistry } from './domain/path-registry.js';
import { SqlPathRegistry } from './infrastructure/sql-path-registry.js';
import { PermalinksService } from './permalinks.service.js';
import { ArticlePath } from './infrastructure/article-path.entity.js';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { FormerHolders1797900000000 } from './infrastructure/migrations/1797900000000-former-holders.js';
import { SectionRegistry1796000100000 } from './infrastructure/migrations/1796000100000-section-registry.js';
import { SiteModule } from '../site/site.module.js';
import { permalinkSettings } from './permalink.settings.js';
import { pathsKind } from './infrastructure/paths.transfer.js';
import { TransferModule } from '../transfer/transfer.module.js';

@Module({
  imports: [
    SiteModule.forFeature({ settings: [permalinkSettings] }),
    MigrationsModule.forFeature([SectionRegistry1796000100000, FormerHolders1797900000000]),
    TransferModule.forFeature([pathsKind]),
    TypeOrmModule.forFeature([ArticlePath]),
  ],
  providers: [PermalinksService, { provide: PathRegistry, useClass: SqlPathRegistry }],
  exports: [PermalinksService],
})
export class PermalinksModule {}
