import {
  Agent as HttpAgent,
  type AgentOptions,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { OutboundError } from './outbound-error.js';
import { isPublicAddress } from './public-address.js';
import { forSockets, type Lookup, publicOnly } from './public-lookup.js';

/** A connection is kept for the next request for a moment: a page and its pictures. */
const IDLE_MS = 2000;
const MAX_IDLE_PER_HOST = 4;
const MAX_HEADER_BYTES = 64 * 1024;

/** One request to one server: a GET, or a POST of the body. */
export interface Exchange {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Time to look the server up and to connect to it. */
  readonly connectMs: number;
  /** Ends the request as long as its answer has not come. */
  readonly signal: AbortSignal;
}

/**
 * Connections to other servers; the guarded ones are judged before they are opened and once they are open.
 */
export class OutboundConnections {
  private readonly http: HttpAgent;
  private readonly https: HttpsAgent;

  private constructor(options: AgentOptions) {
    const kept = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE_PER_HOST };
    this.http = new HttpAgent({ ...options, ...kept });
    this.https = new HttpsAgent({ ...options, ...kept });
  }

  /** Connections to public addresses only. */
  static guarded(lookup: Lookup): OutboundConnections {
    const connections = new OutboundConnections({ lookup: forSockets(publicOnly(lookup)) });
    guard(connections.http);
    guard(connections.https);
    return connections;
  }

  /** Connections to any address, for targets that the operator has allowed. */
  static open(lookup: Lookup): OutboundConnections {
    return new OutboundConnections({ lookup: forSockets(lookup) });
  }

  /**
   * The head of the answer. Its body holds the connection until it is read to the end or destroyed.
   *
   * @throws OutboundError when the target is refused or cannot be connected to in time; else what the
   *   connection reports, or the reason of the signal
   */
  async send(exchange: Exchange): Promise<IncomingMessage> {
    const request = this.request(exchange);
    try {
      return await answerTo(request, exchange);
    } catch (error) {
      if (isStale(request, error)) return this.send(exchange);
      throw isCertificateRefused(request) ? OutboundError.certificate(exchange.url.hostname, error) : error;
    }
  }

  close(): void {
    this.http.destroy();
    this.https.destroy();
  }

  private request({ url, headers, body }: Exchange): ClientRequest {
    const method = body === undefined ? 'GET' : 'POST';
    const options = { method, headers, maxHeaderSize: MAX_HEADER_BYTES };
    return url.protocol === 'https:'
      ? requestHttps(url, { ...options, agent: this.https })
      : requestHttp(url, { ...options, agent: this.http });
  }
}

/** Sockets look up names, and take addresses as they are: those are judged here. */
function guard(agent: HttpAgent): void {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const host = options.host ?? '';
    if (isIP(host) !== 0 && !isPublicAddress(host)) throw OutboundError.notPublic(host);
    const socket = connect(options, callback) as Socket;
    // Ahead of those who wait for the connection to send something.
    return socket.prependOnceListener('connect', () => {
      if (!isPublicAddress(socket.remoteAddress ?? '')) socket.destroy(OutboundError.notPublic(host));
    });
  };
}

function answerTo(
  request: ClientRequest,
  { url, body, connectMs, signal }: Exchange,
): Promise<IncomingMessage> {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const giveUp = (): void => {
      request.destroy(signal.reason as Error);
    };
    const timer = setTimeout(() => request.destroy(OutboundError.tooSlow(url.hostname)), connectMs);
    whenConnected(request, () => {
      clearTimeout(timer);
    });
    signal.addEventListener('abort', giveUp);
    request.once('response', (answer) => {
      signal.removeEventListener('abort', giveUp);
      // A reset that ends a body without a length shows here alone.
      request.on('error', (error) => answer.destroy(error));
      resolve(answer);
    });
    request.on('error', reject);
    request.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      reject(new Error('The connection was closed without an answer.'));
    });
    request.end(body);
  });
}

function whenConnected(request: ClientRequest, onConnected: () => void): void {
  request.once('socket', (socket) => {
    if (socket.connecting) socket.once('encrypted' in socket ? 'secureConnect' : 'connect', onConnected);
    else onConnected();
  });
}

/** Whether a kept connection was closed by the server while the request was sent on it. */
function isStale({ reusedSocket }: ClientRequest, error: unknown): boolean {
  return reusedSocket && ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function isCertificateRefused({ socket }: ClientRequest): boolean {
  const { authorizationError } = (socket ?? {}) as Partial<TLSSocket>;
  return Boolean(authorizationError);
}
