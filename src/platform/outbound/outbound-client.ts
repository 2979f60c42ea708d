import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { finished, type Readable } from 'node:stream';
import type { OnApplicationShutdown } from '@nestjs/common';
import { DomainError, OverloadedError } from '../../kernel/errors.js';
import { KeyedSemaphore } from '../concurrency/keyed-semaphore.js';
import { shareOf } from '../processes/worker-place.js';
import { ACCEPTED_ENCODINGS } from './content-decoding.js';
import { type BodyLimits, OutboundBody } from './outbound-body.js';
import { OutboundConnections } from './outbound-connections.js';
import { OutboundError } from './outbound-error.js';
import { AllowedTargets, parseTarget } from './outbound-target.js';
import { isPublicAddress } from './public-address.js';
import { dnsLookup, type Lookup, machineLookup } from './public-lookup.js';
import { outboundSpan } from '../telemetry/spans.js';
import { kindOf, NO_TRACER, type Span, type Tracer } from '../telemetry/tracer.js';

export interface OutboundOptions {
  /** Private targets that are open, each `host:port` (OUTBOUND_ALLOW). */
  readonly allow: readonly string[];
  /** User-Agent of requests. */
  readonly userAgent: string;
  /** Replaces the DNS; its addresses are judged like those of the DNS. */
  readonly lookup?: Lookup;
  /** Time to look a server up and to connect to it. */
  readonly connectMs?: number;
  /** Tracer; nothing is traced without it. @internal */
  readonly tracer?: Tracer;
  /** Is told of each request: the class of its status, or the code of the error that there was instead. */
  readonly observe?: (result: string, seconds: number) => void;
}

export interface OutboundLimits {
  /** Most bytes of the body, both as they are sent and without their compression. */
  readonly maxBytes: number;
  /** Whether a body beyond a limit of size or time fails, or ends there with `isTruncated`. */
  readonly onLimit: 'fail' | 'stop';
  /** Limit of the whole exchange: the wait for a turn, redirects and the body. 10 s by default. */
  readonly timeMs?: number;
  /** The media types that are wanted, as in the header Accept. */
  readonly accept?: string;
  /** Ends the request with its reason. */
  readonly signal?: AbortSignal;
}

/** A message to another server. */
export interface OutboundMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Most bytes of the answer that are read. */
  readonly maxBytes: number;
  /** Limit of the whole exchange. 10 s by default. */
  readonly timeMs?: number;
  readonly signal: AbortSignal;
}

/** Response of a server to a message, with any status. */
export interface OutboundReceipt {
  readonly status: number;
  readonly headers: OutboundResponse['headers'];
  /** The beginning, as UTF-8. */
  readonly text: string;
}

/** A successful answer (2xx). */
export interface OutboundResponse {
  /** URL after redirects. */
  readonly url: string;
  readonly status: number;
  /** Headers by name in lower case, without cookies; length and encoding describe the decoded body. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Holds a connection until it is read to its end or destroyed, or its time is over. */
  readonly body: Readable;
  /** Whether the body ended at a limit; known once it has been read. */
  isTruncated(): boolean;
}

const TIME_MS = 10_000;
const CONNECT_MS = 5000;
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Decompressing takes up to 16 MB each (a window of Brotli), whatever the limit of the body. */
const RETRY_AFTER_S = 5;
/** Requests at one time; a host is a key. */
const LIMITS = { perKey: shareOf(4), inAll: shareOf(16), waiting: 64, refusal };

/**
 * The only way out: fetches URLs that strangers chose, without letting them reach what is not public.
 * Anything that connects to other servers goes through it.
 */
export class OutboundClient implements OnApplicationShutdown {
  private readonly allowed: AllowedTargets;
  private readonly guarded: OutboundConnections;
  private readonly open: OutboundConnections;
  private readonly requests = new KeyedSemaphore(LIMITS);
  private readonly stopping = new AbortController();

  /** @throws Error for a target that is not `host:port` */
  constructor(private readonly options: OutboundOptions) {
    this.allowed = new AllowedTargets(options.allow);
    this.guarded = OutboundConnections.guarded(options.lookup ?? dnsLookup());
    this.open = OutboundConnections.open(options.lookup ?? machineLookup);
  }

  /**
   * Fetches what a URL leads to.
   *
   * @throws OutboundError when that is refused or fails, OverloadedError when too much is fetched already or
   *   the service stops, the reason of `limits.signal`; the body fails with the same
   */
  async get(url: string, limits: OutboundLimits): Promise<OutboundResponse> {
    const target = parseTarget(url, this.allowed);
    return this.follow(target, limits, this.endOf(target, limits));
  }

  /**
   * Sends a message by POST, and follows no redirect.
   *
   * @throws OutboundError when the target is refused or cannot be reached,
   *   OverloadedError as `get`, the reason of `message.signal`
   */
  async post(url: string, message: OutboundMessage): Promise<OutboundReceipt> {
    const target = parseTarget(url, this.allowed);
    const signal = this.endOf(target, message);
    const answer = await this.exchange(target, signal, message);
    const text = await textOf(answer, target.hostname, {
      maxBytes: message.maxBytes,
      onLimit: 'stop',
      signal,
    });
    return { status: answer.statusCode ?? 0, headers: headersOf(answer), text };
  }

  /** @throws OutboundError for a URL that is refused whatever its name leads to */
  mustBeTarget(url: string): void {
    const target = parseTarget(url, this.allowed);
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (!this.allowed.has(target) && isIP(host) !== 0 && !isPublicAddress(host))
      throw OutboundError.notPublic(host);
  }

  /** Ends what is under way; from now on nothing is fetched. */
  onApplicationShutdown(): void {
    this.stopping.abort(new OverloadedError('shutting-down', 'The service is shutting down.', 5));
    this.guarded.close();
    this.open.close();
  }

  private endOf(target: URL, { timeMs, signal }: Pick<OutboundLimits, 'timeMs' | 'signal'>): AbortSignal {
    const clock = new AbortController();
    setTimeout(() => {
      clock.abort(OutboundError.tooSlow(target.hostname));
    }, timeMs ?? TIME_MS).unref();
    return AbortSignal.any([clock.signal, this.stopping.signal, signal].filter((one) => one !== undefined));
  }

  private async follow(first: URL, limits: OutboundLimits, signal: AbortSignal): Promise<OutboundResponse> {
    let target = first;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await this.exchange(target, signal, { headers: { accept: limits.accept ?? '*/*' } });
      const location = locationOf(answer);
      if (location === undefined) return present(answer, target, { ...limits, signal });
      answer.destroy();
      target = parseTarget(location, this.allowed, target);
    }
    throw new OutboundError(
      'outbound-redirects',
      `${first.hostname} redirects more than ${MAX_REDIRECTS} times.`,
    );
  }

  private async exchange(
    url: URL,
    signal: AbortSignal,
    message: Partial<Pick<OutboundMessage, 'headers' | 'body'>>,
  ): Promise<IncomingMessage> {
    const release = await this.requests.acquire(url.hostname, signal);
    const connections = this.allowed.has(url) ? this.open : this.guarded;
    const tracer = this.options.tracer ?? NO_TRACER;
    const startedAt = performance.now();
    const observe = (result: string): void => {
      this.options.observe?.(result, (performance.now() - startedAt) / 1000);
    };
    const span = tracer.begin(outboundSpan(message.body === undefined ? 'GET' : 'POST', url));
    const headers = {
      'user-agent': this.options.userAgent,
      'accept-encoding': ACCEPTED_ENCODINGS,
      ...tracer.headers(span),
      ...message.headers,
    };
    try {
      const connectMs = this.options.connectMs ?? CONNECT_MS;
      const answer = await connections.send({ ...message, url, headers, connectMs, signal });
      observe(`${String(answer.statusCode).charAt(0)}xx`);
      finished(answer, () => {
        release();
        endSpan(span, answer);
      });
      return answer;
    } catch (error) {
      release();
      const failure: unknown = signal.aborted ? signal.reason : OutboundError.from(error, url.hostname);
      observe(failure instanceof DomainError ? failure.code : 'ended');
      span?.end(kindOf(failure));
      throw failure as Error;
    }
  }
}

function endSpan(span: Span | undefined, { statusCode = 0 }: IncomingMessage): void {
  span?.set({ 'http.response.status_code': statusCode });
  span?.end(statusCode >= 400 ? String(statusCode) : undefined);
}

/** A text that is cut off, broken or compressed in an unknown way is told as far as it came. */
async function textOf(answer: IncomingMessage, host: string, limits: BodyLimits): Promise<string> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of OutboundBody.of(answer, host, limits)) pieces.push(piece as Buffer);
  } catch {
    // The status has come: that is what counts.
    answer.destroy();
  }
  return Buffer.concat(pieces).toString();
}

function locationOf({ statusCode = 0, headers: { location } }: IncomingMessage): string | undefined {
  if (!REDIRECTS.includes(statusCode) || location === undefined) return undefined;
  // Headers are read byte by byte; servers that do not encode their URLs mean UTF-8.
  return Buffer.from(location, 'latin1').toString();
}

function present(answer: IncomingMessage, url: URL, limits: BodyLimits): OutboundResponse {
  try {
    limits.signal.throwIfAborted();
    const status = answer.statusCode ?? 0;
    if (status < 200 || status > 299)
      throw new OutboundError('outbound-status', `${url.hostname} answered ${status}.`);
    const body = OutboundBody.of(answer, url.hostname, limits);
    return { url: url.href, status, headers: headersOf(answer), body, isTruncated: () => body.isTruncated };
  } catch (error) {
    answer.destroy();
    throw error;
  }
}

function headersOf({ headers }: IncomingMessage): OutboundResponse['headers'] {
  const hidden = headers['content-encoding'] === undefined ? [] : ['content-encoding', 'content-length'];
  // Cookies are the one header that is an array.
  const isShown = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && !hidden.includes(entry[0]);
  return Object.fromEntries(Object.entries(headers).filter(isShown));
}

/** A request that gets no permit in time is an overload of this service, not a fault of its target. */
function refusal(reason?: unknown): Error {
  if (reason instanceof Error && !(reason instanceof OutboundError)) return reason;
  return new OverloadedError(
    'outbound-busy',
    'Too many requests to other sites are under way; try again later.',
    RETRY_AFTER_S,
  );
}
