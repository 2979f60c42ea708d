import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MigrationsModule } from '../../platform/database/migrating/migrations.module.js';
import { PermalinksModule } from '../permalinks/permalinks.module.js';
import type { RightDeclarations } from '../site/rights.js';
import { SiteModule } from '../site/site.module.js';
import { ImportObjections } from '../transfer/import-objections.js';
import { TransferModule } from '../transfer/transfer.module.js';
import { Redirect } from './domain/redirect.entity.js';
import { RedirectsRepository } from './domain/redirects.repository.js';
import { RedirectsController } from './http/redirects.controller.js';
import { Redirects1797400500000 } from './infrastructure/migrations/1797400500000-redirects.js';
import { objectionsBy, redirectsKind } from './infrastructure/redirects.transfer.js';
import { SqlRedirectsRepository } from './infrastructure/sql-redirects.repository.js';
import { RedirectChains } from './redirect-chains.js';
import { RedirectsService } from './redirects.service.js';

const RIGHTS = {
  'redirects.write': { allows: 'make and remove redirects', roles: ['Editor'] },
} as const satisfies RightDeclarations;

declare module '../site/rights.js' {
  interface Rights extends RightsIn<typeof RIGHTS> {}
}

@Module({
  imports: [
    SiteModule.forFeature({ rights: RIGHTS }),
    MigrationsModule.forFeature([Redirects1797400500000]),
    TransferModule.forFeature([redirectsKind]),
    TypeOrmModule.forFeature([Redirect]),
    PermalinksModule,
  ],
  controllers: [RedirectsController],
  providers: [
    RedirectsService,
    RedirectChains,
    { provide: RedirectsRepository, useClass: SqlRedirectsRepository },
  ],
  exports: [RedirectsService],
})
export class RedirectsModule {
  /** @internal Nest makes it. */
  constructor(objections: ImportObjections, chains: RedirectChains) {
    objections.register(redirectsKind.name, objectionsBy(chains));
  }
}
