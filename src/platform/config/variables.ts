import { nearName } from './near-name.js';

/** Names of what the service takes from its environment. */
export const VARIABLES = new Set([
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_POOL',
  'STORAGE_URL',
  'PUBLIC_BASE_URL',
  'ADMIN_API_KEY',
  'SITE_SETTINGS',
  'EXTENSION',
  'OUTBOUND_ALLOW',
  'SCHEDULER',
  'METRICS_PORT',
  'METRICS_KEY',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'OTEL_METRIC_EXPORT_INTERVAL',
  'DRAIN_SECONDS',
  'MAX_CONCURRENT_REQUESTS',
  'MAX_WAITING_REQUESTS',
  'TRUST_PROXY',
  'WEB_CONCURRENCY',
  'LOG_LEVEL',
  'LOG_FORMAT',
]);

/**
 * Sentences about variables whose names are nearly those of the service, and
 * which it does not read. Others are of other programs.
 */
export function misspeltVariables(variables: NodeJS.ProcessEnv): string[] {
  return Object.keys(variables).flatMap((name) => {
    const meant = VARIABLES.has(name) ? null : nearName(name, VARIABLES);
    return meant === null || meant in variables ? [] : [`${name} is not read; did you mean ${meant}?`];
  });
}
