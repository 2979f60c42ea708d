import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { Registry } from 'prom-client';
import { collectorUrl, describeProcess, reported, withinLimit } from './collector.js';
import { PrometheusBridge } from './prometheus-bridge.js';

/** Limit of the last export when the service stops. */
const FLUSH_MS = 500;

/**
 * Sends the numbers of /metrics to a collector again and again.
 *
 * @returns ends that, and sends them once more
 */
export function exportMetrics(registry: Registry, endpoint: string, intervalMs: number): () => Promise<void> {
  const url = collectorUrl(endpoint, 'v1/metrics');
  const reader = new PeriodicExportingMetricReader({
    exporter: reported(new OTLPMetricExporter({ url }), 'metrics'),
    exportIntervalMillis: intervalMs,
    metricProducers: [new PrometheusBridge(registry)],
  });
  const provider = new MeterProvider({ resource: describeProcess(), readers: [reader] });
  return () => withinLimit(provider.shutdown(), FLUSH_MS);
}
