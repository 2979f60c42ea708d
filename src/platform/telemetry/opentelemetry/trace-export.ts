import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Environment } from '../../config/environment.js';
import { collectorUrl, describeProcess, reported, withinLimit } from './collector.js';
import { OtelTracer } from './otel-tracer.js';

/** Limit of the last export when the service stops. */
const FLUSH_MS = 1000;

/** A tracer that sends spans to a collector, some at a time; those for which there is no room are lost. */
export function exportingTracer(environment: Environment, endpoint: string): OtelTracer {
  const url = collectorUrl(endpoint, 'v1/traces');
  const exporter = reported(new OTLPTraceExporter({ url }), 'traces');
  const provider = new TracerProvider({
    resource: describeProcess(),
    sampler: samplerOf(environment),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return new OtelTracer(provider.getTracer('content-publishing-service'), () =>
    withinLimit(provider.shutdown(), FLUSH_MS),
  );
}

const PARENT_BASED = 'parentbased_';

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Environment): Sampler {
  if (name.startsWith(PARENT_BASED))
    return new ParentBasedSampler({ root: rootSamplerOf(name.slice(PARENT_BASED.length), ratio) });
  return rootSamplerOf(name, ratio);
}

function rootSamplerOf(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
