import { Global, Module } from '@nestjs/common';
import { IdempotencyInterceptor } from './http/idempotent.js';
import { SqlRememberedAnswers } from './infrastructure/sql-remembered-answers.js';
import { RememberedAnswers } from './remembered-answers.js';

/** Creates that can be retried. Global: the interceptor is resolved in the module of each controller. */
@Global()
@Module({
  providers: [IdempotencyInterceptor, { provide: RememberedAnswers, useClass: SqlRememberedAnswers }],
  exports: [IdempotencyInterceptor, RememberedAnswers],
})
export class IdempotencyModule {}
