import { AsyncResource } from 'node:async_hooks';
import type { Server, ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { runForClient } from '../../concurrency/client-presence.js';
import { Environment } from '../../config/environment.js';
import { Metrics } from '../../telemetry/metrics.js';
import { Shutdown } from '../server/graceful-shutdown.js';
import { isReadingMethod } from '../writes/reading-methods.js';
import { pathOf, type RequestHead } from '../request/request-path.js';
import { Admission } from './admission.js';
import { EarlyRefusals } from './early/early-refusals.js';
import { refuse } from './early/refusal.js';
import { type Lane, TICK_MS } from './lane.js';
import { RequestReads } from './request-reads.js';
import { RequestSources } from './request-sources.js';
import type { Ticket } from './ticket.js';

const DELAY_RESOLUTION_MS = 10;
const MAX_ACCEPTING_TURNS = 20;
/** Requests that start together read together (see ReadQueue). */
const STARTS_PER_TURN = 4;
/**
 * In an overload the shorter the turns, the sooner all are answered, and the more of the processor is left to
 * refusals. On a server a request takes a turn for each statement; on SQLite it is answered in the turn that
 * starts it. docs/reliability.md compares other numbers.
 */
const IN_OVERLOAD = {
  sqlite: { startsPerTurn: 2, waitingMs: 3 },
  server: { startsPerTurn: 1, waitingMs: 2 },
};
const MIN_CONCURRENCY = 4;
const FIRST_UNDER_WAY = 16;
/** Longest time that work without a client, and without a known end, keeps its place. */
const ABANDONED_MS = 10_000;
/** Whether the service is well has to be told when it is busy, too. */
const ALWAYS_ANSWERED = /^\/(?:health\/|metrics$)/;
/** Answers of the API are made for one client; pages are made for all who ask. */
const API = /^\/(?:api|core)\//;
const UNAUTHENTICATED = 401;

/** Admits requests before anything is read or looked up for them. */
@Injectable()
export class RequestGate implements OnApplicationShutdown {
  private readonly admission: Admission;
  private readonly readingPaths = new Set<string>();
  private readonly tickets = new WeakMap<ServerResponse, RequestTicket>();
  private readonly delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  private hasAccepted = false;
  private ticks: NodeJS.Timeout | undefined;

  constructor(
    { DATABASE_URL, MAX_CONCURRENT_REQUESTS: most, MAX_WAITING_REQUESTS: mostWaiting }: Environment,
    private readonly sources: RequestSources,
    private readonly metrics: Metrics,
    private readonly shutdown: Shutdown,
    private readonly reads: RequestReads,
  ) {
    const concurrency = {
      least: Math.min(MIN_CONCURRENCY, most),
      first: Math.min(FIRST_UNDER_WAY, most),
      most,
    };
    this.admission = new Admission({
      concurrency,
      mostWaiting,
      startsPerTurn: STARTS_PER_TURN,
      inOverload: IN_OVERLOAD[DATABASE_URL.startsWith('sqlite:') ? 'sqlite' : 'server'],
      now: () => performance.now(),
      nextTurn: (callback) => {
        this.nextTurn(callback);
      },
    });
  }

  /** Requests under way and waiting, and totals of the others. */
  get counts(): Readonly<Record<'reads' | 'writes', Lane>> {
    const { readers, writers } = this.admission;
    return { reads: readers, writes: writers };
  }

  /** Requests of these paths read, whatever their method. */
  addReadingPaths(paths: readonly string[]): void {
    for (const path of paths) this.readingPaths.add(path);
  }

  /** Starts to look at the load of a server. */
  start(server: Server): void {
    const { admission, delay } = this;
    server.on('connection', () => (this.hasAccepted = true));
    new EarlyRefusals((request) => this.refusesEarly(request)).start(server);
    delay.enable();
    this.ticks = setInterval(() => {
      const delayMs = delay.count === 0 ? 0 : delay.mean / 1e6 - DELAY_RESOLUTION_MS;
      delay.reset();
      admission.tick(delayMs);
    }, TICK_MS).unref();
    this.measure('reads', admission.readers);
    this.measure('writes', admission.writers);
  }

  /** Stops to look at it: nothing that takes long gives its place to others then. */
  stop(): void {
    clearInterval(this.ticks);
    this.delay.disable();
  }

  onApplicationShutdown(): void {
    this.stop();
  }

  /** A request that only waits from now on, for something to happen: it takes nobody's place. */
  letWait(response: ServerResponse): void {
    const ticket = this.tickets.get(response);
    if (!ticket) return;
    ticket.isWaiting = true;
    this.admission.leave(ticket);
  }

  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    const path = pathOf(request);
    if (ALWAYS_ANSWERED.test(path)) {
      next();
      return;
    }
    const ticket = new RequestTicket(
      this.sources.of(request),
      this.isWrite(request, path),
      request,
      response,
    );
    this.tickets.set(response, ticket);
    const outcome = this.admission.enter(ticket);
    if (outcome === 'refused') {
      ticket.refuse();
      return;
    }
    const client = new AbortController();
    response.once('close', () => {
      if (response.writableEnded && response.statusCode === UNAUTHENTICATED) this.sources.refuse(request);
      if (!response.writableEnded) client.abort();
      ticket.onClose();
      this.admission.leave(ticket);
    });
    const work = (): void => {
      if (ticket.isWrite) next();
      else
        this.reads.run(request, path, () => {
          if (API.test(path)) runForClient(client.signal, next);
          else next();
        });
    };
    if (outcome === 'started') work();
    // It is resumed from the context of another request, which must not leak into this one.
    else ticket.resume = AsyncResource.bind(work);
  };

  /** A turn of the event loop accepts one connection: those that wait to be accepted come first. */
  private nextTurn(callback: () => void): void {
    let turns = 0;
    const look = (): void => {
      turns += 1;
      if (!this.hasAccepted || turns > MAX_ACCEPTING_TURNS) {
        callback();
        return;
      }
      this.hasAccepted = false;
      setImmediate(look);
    };
    setImmediate(look);
  }

  private measure(kind: 'reads' | 'writes', lane: Lane): void {
    const { metrics } = this;
    const { totals } = lane;
    metrics.total(`admission_${kind}_admitted_total`, `${kind} that were worked on`, () => totals.admitted);
    metrics.total(
      `admission_${kind}_refused_total`,
      `${kind} that were refused by overload`,
      () => totals.refused,
    );
    metrics.total(
      `admission_${kind}_dropped_total`,
      `${kind} whose clients went while they waited`,
      () => totals.dropped,
    );
    metrics.gauge(`admission_${kind}_waiting`, `${kind} that wait for their turn`, () => lane.waiting);
    metrics.gauge(`admission_${kind}_under_way`, `${kind} that are being worked on`, () => lane.underWay);
    metrics.gauge(
      `admission_${kind}_limit`,
      `${kind} that may be worked on at one time`,
      () => lane.limitNow,
    );
  }

  private refusesEarly(request: RequestHead): boolean {
    const source = this.shutdown.isUnderWay ? undefined : this.sources.earlyOf(request);
    return source !== undefined && this.admission.refuseEarly(source, this.isWrite(request, pathOf(request)));
  }

  private isWrite({ method }: RequestHead, path: string): boolean {
    return !isReadingMethod(method) && !this.readingPaths.has(path);
  }
}

class RequestTicket implements Ticket {
  resume: (() => void) | undefined;
  isWaiting = false;
  private closedAt: number | undefined;

  constructor(
    readonly source: string,
    readonly isWrite: boolean,
    private readonly request: Request,
    private readonly response: Response,
  ) {}

  onClose(): void {
    this.closedAt = performance.now();
  }

  start(): void {
    this.resume?.();
  }

  refuse(): void {
    refuse(this.request, this.response);
  }

  isWithClient(): boolean {
    return !this.request.complete || this.response.headersSent;
  }

  isOver(): boolean {
    if (this.isWaiting) return true;
    if (this.closedAt === undefined) return false;
    return this.response.writableEnded || performance.now() - this.closedAt > ABANDONED_MS;
  }
}
