import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import { workerPlace } from '../../processes/worker-place.js';

const MAX_REASON_CHARACTERS = 200;

/** OpenTelemetry resource of this process; `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` override it. */
export function describeProcess(): Resource {
  const own = resourceFromAttributes({
    'service.name': 'content-publishing-service',
    'service.instance.id': INSTANCE,
    'process.pid': process.pid,
    ...(workerPlace && { worker: workerPlace.number }),
  });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));
}

/** Instance id, the same for traces and metrics. */
const INSTANCE = randomUUID();

/** @param path where the collector takes the signal, below the endpoint */
export const collectorUrl = (endpoint: string, path: string): string =>
  `${endpoint.replace(/\/+$/, '')}/${path}`;

/** Ends an export without waiting for a collector for longer than this. */
export async function withinLimit(ending: Promise<unknown>, limitMs: number): Promise<void> {
  await Promise.race([ending.catch(() => undefined), delay(limitMs, undefined, { ref: false })]);
}

interface Exporter<Data> {
  export(data: Data, onResult: (result: ExportResult) => void): void;
}

/**
 * Has an exporter say once that the collector takes nothing, and that it does again; the SDK says nothing.
 */
export function reported<Data, E extends Exporter<Data>>(exporter: E, signal: 'traces' | 'metrics'): E {
  const logger = new Logger('Telemetry');
  const send = exporter.export.bind(exporter);
  let isFailing = false;
  exporter.export = (data, onResult) => {
    send(data, (result) => {
      const hasFailed = result.code !== ExportResultCode.SUCCESS;
      const reason = result.error?.message.slice(0, MAX_REASON_CHARACTERS);
      if (hasFailed && !isFailing)
        logger.warn({ signal, reason }, 'The collector of telemetry takes nothing');
      if (!hasFailed && isFailing)
        logger.log({ signal }, 'The collector of telemetry takes what it is sent again');
      isFailing = hasFailed;
      onResult(result);
    });
  };
  return exporter;
}
