import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeysRepository } from './domain/api-keys.repository.js';
import { AccessGuard } from './http/access.guard.js';
import { RequestActors } from './http/request-actors.js';
import { RequestPreviews } from './http/request-previews.js';
import { SqlApiKeysRepository } from './infrastructure/sql-api-keys.repository.js';
import { PreviewTokens } from './preview-tokens.js';
import { KeysService } from './keys.service.js';
import { ApiKey } from './domain/api-key.entity.js';
import { SiteModule } from '../site/site.module.js';
import { Credentials } from '../../platform/http/request/credentials.js';
import { AuthSettings, authSettings } from './auth.settings.js';

/** Keys, in whose name requests act, and the guard before every route. */
@Global()
@Module({
  imports: [SiteModule.forFeature({ settings: [authSettings] }), TypeOrmModule.forFeature([ApiKey])],
  providers: [
    KeysService,
    PreviewTokens,
    RequestActors,
    RequestPreviews,
    { provide: ApiKeysRepository, useClass: SqlApiKeysRepository },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [KeysService, ApiKeysRepository, PreviewTokens, RequestActors, RequestPreviews],
})
export class AuthModule {
  /** @internal Nest makes it. */
  constructor({ allowQueryKey }: AuthSettings, credentials: Credentials) {
    credentials.readsQueryKeys = allowQueryKey;
  }
}
