import { Global, Module } from '@nestjs/common';
import { IdempotencyJob } from './idempotency.job.js';
import { SqlRememberedAnswers } from './infrastructure/sql-remembered-answers.js';
import { RememberedAnswers } from './remembered-answers.js';

/** Writes that can be sent again. Global: the interceptor is one of the whole application. */
@Global()
@Module({
  providers: [IdempotencyJob, { provide: RememberedAnswers, useClass: SqlRememberedAnswers }],
  exports: [RememberedAnswers],
})
export class IdempotencyModule {}
