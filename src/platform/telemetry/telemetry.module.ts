import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { RequestTracing } from './request-tracing.js';
import { NO_TRACER, Tracer } from './tracer.js';

/** Tracing for the database and the log, which start before all else. */
@Global()
@Module({})
export class TelemetryModule {
  static with(environment: Environment): DynamicModule {
    return {
      module: TelemetryModule,
      providers: [{ provide: Tracer, useFactory: () => tracerOf(environment) }, RequestTracing],
      exports: [Tracer, RequestTracing],
    };
  }
}

/** OpenTelemetry is loaded where there is a collector. */
async function tracerOf(environment: Environment): Promise<Tracer> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = environment;
  if (endpoint === undefined) return NO_TRACER;
  const { exportingTracer } = await import('./opentelemetry/trace-export.js');
  return exportingTracer(environment, endpoint);
}
