import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeysRepository } from './domain/api-keys.repository.js';
import { AccessGuard } from './http/access.guard.js';
import { TypeormApiKeysRepository } from './infrastructure/typeorm-api-keys.repository.js';
import { KeysService } from './keys.service.js';

/** Keys, and the guard before every route. */
@Global()
@Module({
  providers: [
    KeysService,
    { provide: ApiKeysRepository, useClass: TypeormApiKeysRepository },
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [KeysService, ApiKeysRepository],
})
export class AuthModule {}
