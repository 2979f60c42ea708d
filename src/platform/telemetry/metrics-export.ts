import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { Metrics } from './metrics.js';

/** Sends the metrics of this process to the collector of OpenTelemetry, where there is one. */
@Injectable()
export class MetricsExport implements OnModuleInit, BeforeApplicationShutdown {
  private end: (() => Promise<void>) | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly environment: Environment,
  ) {}

  async onModuleInit(): Promise<void> {
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_METRIC_EXPORT_INTERVAL: intervalMs } =
      this.environment;
    if (endpoint === undefined) return;
    const { exportMetrics } = await import('./opentelemetry/metrics-export.js');
    this.end = exportMetrics(this.metrics.own, endpoint, intervalMs);
  }

  /** While the database, which some of them are read from, is open. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.end?.();
  }
}
