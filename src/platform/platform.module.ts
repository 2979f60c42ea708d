import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { DomainEvents } from '../kernel/events/domain-events.js';
import { NoPeers, Peers } from '../kernel/peers.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import { Environment } from './config/environment.js';
import { ClusterPeers } from './processes/cluster-peers.js';
import { workerPlace } from './processes/worker-place.js';
import { DatabaseMetrics } from './telemetry/database-metrics.js';
import { MetricsEndpoint } from './telemetry/metrics-endpoint.js';
import { Metrics } from './telemetry/metrics.js';
import { MetricsExport } from './telemetry/metrics-export.js';
import { TelemetryModule } from './telemetry/telemetry.module.js';
import { Tracer } from './telemetry/tracer.js';
import { BackgroundWork } from './schedule/background-work.js';
import { DecoratedMethods } from './schedule/decorated-methods.js';
import { JobLeases } from './schedule/job-leases.js';
import { JobState } from './schedule/job-state.entity.js';
import { Jobs } from './schedule/jobs.js';
import type { Entity } from './database/data-sources.js';
import { Database } from './database/database.js';
import { DatabaseProbe } from './database/probe/database-probe.js';
import { InstanceProbe } from './database/probe/instance-probe.entity.js';
import { openDatabase } from './database/open-database.js';
import { StatementCounter } from './database/statement-counter.js';
import { ReplicaBeat } from './database/replica/replica-beat.entity.js';
import { ReplicaWatch } from './database/replica/replica-watch.js';
import { RateLimit } from './http/admission/rate-limit.js';
import { RequestGate } from './http/admission/request-gate.js';
import { RequestReads } from './http/admission/request-reads.js';
import { RequestSources } from './http/admission/request-sources.js';
import { Failures } from './errors/failures.js';
import { AddedFields } from './http/request/added-fields.js';
import { Credentials } from './http/request/credentials.js';
import { ApiDescription } from './http/server/api-description.js';
import { CrossOrigin } from './http/server/cross-origin.js';
import { FastPath } from './http/server/fast-path.js';
import { HealthChecks } from './http/health/health-checks.js';
import { Shutdown } from './http/server/graceful-shutdown.js';
import { LocalRequests } from './http/server/local-requests.js';
import { Methods } from './http/server/methods.js';
import { OutboundClient } from './outbound/outbound-client.js';
import { SqlUnitOfWork } from './database/transactions/sql-unit-of-work.js';

const opened = new WeakMap<Environment, Database>();

/** Closes the connections of an application that could not be made, which Nest leaves open. */
export async function closeDatabaseOf(environment: Environment): Promise<void> {
  await opened.get(environment)?.dataSource.destroy();
}

/** The base of every module: environment, database, unit of work, events. */
@Global()
@Module({})
export class PlatformModule {
  static with(environment: Environment): DynamicModule {
    let database: Database;
    let databaseTracer: Tracer;
    return {
      module: PlatformModule,
      imports: [
        TelemetryModule.with(environment),
        TypeOrmModule.forRootAsync({
          // It is waited for where it is opened.
          useFactory: (tracer: Tracer) => {
            databaseTracer = tracer;
            return { autoLoadEntities: true, toRetry: () => false };
          },
          inject: [Tracer],
          dataSourceFactory: async (options) => {
            database = await openDatabase(environment, entitiesOf(options), databaseTracer);
            opened.set(environment, database);
            return database.dataSource;
          },
        }),
        TypeOrmModule.forFeature([InstanceProbe, JobState, ReplicaBeat]),
        DiscoveryModule,
      ],
      providers: [
        { provide: Environment, useValue: environment },
        {
          provide: Database,
          useFactory: () => database,
          inject: [DataSource],
        },
        {
          provide: StatementCounter,
          useFactory: ({ sources }: Database) => sources.statements,
          inject: [Database],
        },
        {
          provide: UnitOfWork,
          useFactory: (database: Database) => new SqlUnitOfWork(database),
          inject: [Database],
        },
        DatabaseProbe,
        ReplicaWatch,
        {
          provide: OutboundClient,
          useFactory: (tracer: Tracer, metrics: Metrics) =>
            new OutboundClient({
              allow: environment.OUTBOUND_ALLOW,
              userAgent: `content-publishing-service (+${environment.PUBLIC_BASE_URL})`,
              tracer,
              observe: metrics.durations(
                'outbound_request_duration_seconds',
                'Time until another server has begun to answer',
                'result',
              ),
            }),
          inject: [Tracer, Metrics],
        },
        DomainEvents,
        { provide: Peers, useFactory: () => (workerPlace ? new ClusterPeers(process) : new NoPeers()) },
        Shutdown,
        AddedFields,
        Failures,
        ApiDescription,
        CrossOrigin,
        FastPath,
        LocalRequests,
        BackgroundWork,
        DecoratedMethods,
        JobLeases,
        Jobs,
        HealthChecks,
        DatabaseMetrics,
        Metrics,
        MetricsEndpoint,
        MetricsExport,
        Credentials,
        RequestSources,
        RateLimit,
        RequestReads,
        RequestGate,
        Methods,
      ],
      exports: [
        AddedFields,
        ApiDescription,
        Failures,
        BackgroundWork,
        DecoratedMethods,
        JobLeases,
        Jobs,
        HealthChecks,
        Metrics,
        OutboundClient,
        Environment,
        Database,
        DatabaseProbe,
        StatementCounter,
        UnitOfWork,
        Credentials,
        CrossOrigin,
        DomainEvents,
        FastPath,
        LocalRequests,
        Methods,
        Peers,
        RateLimit,
        RequestGate,
        RequestSources,
        Shutdown,
      ],
    };
  }
}

const entitiesOf = (options?: DataSourceOptions): Entity[] =>
  Object.values(options?.entities ?? {}) as Entity[];
