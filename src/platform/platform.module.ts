import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, SystemClock } from '../kernel/clock.js';
import { DomainEvents } from '../kernel/domain-events.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import { Environment } from './config/environment.js';
import { closeDataSources, type Entity } from './database/data-sources.js';
import { MetricsEndpoint } from './telemetry/metrics-endpoint.js';
import { Metrics } from './telemetry/metrics.js';
import { BackgroundWork } from './schedule/background-work.js';
import { Database } from './database/database.js';
import { DatabaseProbe } from './database/database-probe.js';
import { openDatabase } from './database/open-database.js';
import { StatementCounter } from './database/statement-counter.js';
import { RequestGate } from './http/admission/request-gate.js';
import { RequestSources } from './http/admission/request-sources.js';
import { EarlyAnswers } from './http/early-answers.js';
import { HealthChecks } from './http/health-checks.js';
import { Shutdown } from './http/graceful-shutdown.js';
import { Methods } from './http/methods.js';
import { OutboundClient } from './outbound/outbound-client.js';
import { TypeormUnitOfWork } from './database/typeorm-unit-of-work.js';

export interface PlatformOptions {
  readonly environment: Environment;
  readonly entities: readonly Entity[];
}

/** What every module stands on: environment, database, unit of work, clock, events. */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  static with({ environment, entities }: PlatformOptions): DynamicModule {
    return {
      module: PlatformModule,
      providers: [
        { provide: Environment, useValue: environment },
        {
          provide: Database,
          useFactory: () => openDatabase(environment, entities),
        },
        {
          provide: StatementCounter,
          useFactory: ({ sources }: Database) => sources.statements,
          inject: [Database],
        },
        {
          provide: UnitOfWork,
          useFactory: (database: Database) => new TypeormUnitOfWork(database),
          inject: [Database],
        },
        DatabaseProbe,
        {
          provide: OutboundClient,
          useFactory: () =>
            new OutboundClient({
              allow: environment.OUTBOUND_ALLOW,
              userAgent: `content-publishing-service (+${environment.PUBLIC_BASE_URL})`,
            }),
        },
        { provide: Clock, useClass: SystemClock },
        DomainEvents,
        Shutdown,
        EarlyAnswers,
        BackgroundWork,
        HealthChecks,
        Metrics,
        MetricsEndpoint,
        RequestSources,
        RequestGate,
        Methods,
      ],
      exports: [
        BackgroundWork,
        HealthChecks,
        Metrics,
        OutboundClient,
        Environment,
        Database,
        DatabaseProbe,
        StatementCounter,
        UnitOfWork,
        Clock,
        DomainEvents,
        EarlyAnswers,
        RequestGate,
        RequestSources,
        Shutdown,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await closeDataSources(this.database.sources);
  }
}
