import { Injectable, Logger } from '@nestjs/common';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client';
import { Peers } from '../../kernel/peers.js';
import type { CacheUsage } from '../concurrency/single-flight-cache.js';
import { workerPlace } from '../processes/worker-place.js';
import { inTime } from '../schedule/in-time.js';

/** A number that only grows. */
export interface Tally {
  add(count: number): void;
}

const DURATIONS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

const TOPIC = 'metrics.asked';
/** Longest time that a number is waited for. */
const READ_LIMIT_MS = 5000;
/** Peers wait as long for theirs, and send them. */
const PEERS_LIMIT_MS = READ_LIMIT_MS + 1000;

/** Metrics for Prometheus, those of peers included: a collector reaches any of them. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests: Histogram;
  private readonly caches = new Map<string, () => CacheUsage>();
  private readonly logger = new Logger(Metrics.name);
  /** Gauges that could not be read when somebody looked last. */
  private readonly unreadable = new Set<string>();

  /** @internal Nest makes it. */
  constructor(private readonly peers: Peers) {
    if (workerPlace) this.registry.setDefaultLabels({ worker: workerPlace.number });
    peers.on(TOPIC, () => this.registry.getMetricsAsJSON());
    for (const metric of metricsOfProcess()) this.registry.registerMetric(metric);
    this.requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATIONS_S,
      registers: [this.registry],
    });
  }

  /** Metrics of this process alone. @internal */
  get own(): Registry {
    return this.registry;
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  async render(): Promise<string> {
    if (!workerPlace) return this.registry.metrics();
    const [own, others] = await Promise.all([
      this.registry.getMetricsAsJSON(),
      this.peers.ask(TOPIC, PEERS_LIMIT_MS),
    ]);
    return AggregatorRegistry.aggregate([own, ...(others as object[])]).metrics();
  }

  /** A number that is read whenever somebody looks; left out where it is NaN, or cannot be read. */
  gauge(name: string, help: string, read: () => Promise<number> | number): void {
    const tryToRead = () => this.tryToRead(name, read);
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      async collect() {
        const number: unknown = await tryToRead();
        if (typeof number !== 'number' || Number.isNaN(number)) gauge.remove();
        else gauge.set(number);
      },
    });
  }

  /** The same for several things, told apart by a label. */
  gauges(
    name: string,
    help: string,
    label: string,
    read: () => Promise<Iterable<readonly [string, number]>>,
  ): void {
    const tryToRead = () => this.tryToRead(name, read);
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      async collect() {
        gauge.reset();
        for (const [value, number] of (await tryToRead()) ?? []) gauge.set({ [label]: value }, number);
      },
    });
  }

  /** A number that only grows, and that is read whenever somebody looks. */
  total(name: string, help: string, read: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        counter.reset();
        counter.inc(read());
      },
    });
  }

  /** The same for several things, told apart by a label. @internal */
  totals(name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>): void {
    const counter: Counter = new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.registry],
      collect() {
        counter.reset();
        for (const [value, number] of read()) counter.inc({ [label]: value }, number);
      },
    });
  }

  tally(name: string, help: string): Tally {
    const counter = new Counter({ name, help, registers: [this.registry] });
    return {
      add: (count) => {
        counter.inc(count);
      },
    };
  }

  /** A tally for each value of a label. */
  tallies(name: string, help: string, label: string): (value: string) => void {
    const counter = new Counter({ name, help, labelNames: [label], registers: [this.registry] });
    return (value) => {
      counter.inc({ [label]: value });
    };
  }

  /** Histogram of sizes. @param buckets upper bounds. @internal */
  sizes(name: string, help: string, buckets: number[]): (size: number) => void {
    const histogram = new Histogram({ name, help, buckets, registers: [this.registry] });
    return (size) => {
      histogram.observe(size);
    };
  }

  /** Histogram of durations, for each value of a label. @internal */
  durations(name: string, help: string, label: string): (value: string, seconds: number) => void {
    const labelNames = [label];
    const histogram = new Histogram({
      name,
      help,
      labelNames,
      buckets: DURATIONS_S,
      registers: [this.registry],
    });
    return (value, seconds) => {
      histogram.observe({ [label]: value }, seconds);
    };
  }

  /** Metrics of a cache. @internal */
  cache(name: string, read: () => CacheUsage): void {
    if (this.caches.size === 0) {
      const each = (of: keyof CacheUsage) => () =>
        [...this.caches].map(([cache, usage]) => [cache, usage()[of]] as const);
      this.totals('cache_hits_total', 'Values that a cache had', 'cache', each('hits'));
      this.totals('cache_misses_total', 'Values that a cache did not have', 'cache', each('misses'));
      const bytes = each('bytes');
      this.gauges('cache_bytes', 'Size of what a cache has, about', 'cache', () => Promise.resolve(bytes()));
    }
    this.caches.set(name, read);
  }

  observeRequest(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ method, route, status }, seconds);
  }

  /** @returns undefined also for one that fails, which is logged once for as long as it does */
  private async tryToRead<T>(name: string, read: () => Promise<T> | T): Promise<T | undefined> {
    try {
      const value = await inTime(READ_LIMIT_MS, `The metric ${name}`, read);
      this.unreadable.delete(name);
      return value;
    } catch (error) {
      if (!this.unreadable.has(name))
        this.logger.warn({ err: error, metric: name }, 'A metric cannot be read');
      this.unreadable.add(name);
      return undefined;
    }
  }
}

const processMetrics = new Registry();

/** Memory, garbage collection and the like: once for all applications, since prom-client cannot stop it. */
function metricsOfProcess(): Metric[] {
  if (processMetrics.getMetricsAsArray().length === 0) collectDefaultMetrics({ register: processMetrics });
  // They are the metrics themselves; prom-client declares them as their descriptions.
  return processMetrics.getMetricsAsArray() as unknown as Metric[];
}
