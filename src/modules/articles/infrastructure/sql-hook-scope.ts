import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { HookScope } from '../hook-calls.js';

@Injectable()
export class SqlHookScope extends HookScope {
  constructor(private readonly database: Database) {
    super();
  }

  runUntil<T>(signal: AbortSignal, work: () => T): T {
    return this.database.runUntil(signal, work);
  }
}
