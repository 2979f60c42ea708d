import { pino } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Environment } from '../platform/config/environment.js';
import { Supervisor } from '../platform/processes/supervisor.js';
import { logDestination } from '../platform/telemetry/log-destination.js';
import { banner } from './banner.js';

/** A worker ends ten seconds after the drain time at the latest. */
const STOP_MS = 12_000;

/** Runs the service in workers, of which this process is the primary. */
export async function supervise(environment: Environment): Promise<void> {
  const { WEB_CONCURRENCY, DRAIN_SECONDS, LOG_LEVEL } = environment;
  // Holds the counts of RateLimiter.
  new RateLimiterClusterMaster();
  const supervisor = new Supervisor({
    workers: WEB_CONCURRENCY,
    stopMs: DRAIN_SECONDS * 1000 + STOP_MS,
    log: pino({ level: LOG_LEVEL }, await logDestination(environment)),
  });
  const stop = (signal: NodeJS.Signals): void => {
    void supervisor.stop(signal).then((isWell) => process.exit(isWell ? 0 : 1));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const started = await supervisor.start();
  if (supervisor.isStopping) return;
  // The worker has said why.
  if (!started) process.exit(1);
  process.stdout.write(banner(environment, started.firstKey));
}
