import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api';
import { hrTime, millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

interface HistogramValue extends MetricValue<string> {
  readonly metricName?: string;
}

type Family = MetricObjectWithValues<HistogramValue>;
type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

/** Tells OpenTelemetry the numbers of /metrics, so that nothing is counted twice. */
export class PrometheusBridge implements MetricProducer {
  private readonly startTime: HrTime = millisToHrTime(performance.timeOrigin);

  constructor(private readonly registry: Registry) {}

  async collect(): Promise<CollectionResult> {
    const families = (await this.registry.getMetricsAsJSON()) as Family[];
    const times = { startTime: this.startTime, endTime: hrTime() };
    const metrics = families
      .map((family) => metricOf(family, times))
      .filter(({ dataPoints }) => dataPoints.length > 0);
    const scopeMetrics = [{ scope: { name: 'content-publishing-service' }, metrics }];
    return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
  }
}

function metricOf({ name, help, type, values }: Family, times: Times): MetricData {
  const shared = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  // prom-client writes types out as words, whatever its declarations say.
  const kind = String(type);
  if (kind === 'histogram')
    return { ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(values, times) };
  const dataPoints = values.map(({ labels, value }) => ({
    ...times,
    attributes: attributesOf(labels),
    value,
  }));
  return kind === 'counter'
    ? { ...shared, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...shared, dataPointType: DataPointType.GAUGE, dataPoints };
}

/**
 * Prometheus counts a value in each bucket that is large enough for it,
 * OpenTelemetry in the smallest of them.
 */
function histogramsOf(values: readonly HistogramValue[], times: Times): DataPoint<Histogram>[] {
  const series = Map.groupBy(values, ({ labels }) => JSON.stringify({ ...labels, le: undefined }));
  return [...series.values()].map((parts) => {
    const ending = (suffix: string): number =>
      parts.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0;
    const buckets = parts.filter(({ metricName }) => metricName?.endsWith('_bucket'));
    const boundaries = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite);
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
    const value = { buckets: { boundaries, counts }, sum: ending('_sum'), count: ending('_count') };
    return { ...times, attributes: attributesOf(parts[0]?.labels ?? {}), value };
  });
}

function attributesOf(labels: Readonly<Record<string, string | number | undefined>>): Attributes {
  return { ...labels, le: undefined };
}

/** Unit in the Unified Code for Units of Measure. */
function unitOf(name: string): string {
  if (/_seconds(?:_total)?$/.test(name)) return 's';
  return /_bytes(?:_total)?$/.test(name) ? 'By' : '';
}
