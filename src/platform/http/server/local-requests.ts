import { AsyncResource } from 'node:async_hooks';
// eslint-disable-next-line no-restricted-imports -- it opens no connection to anybody else
import { type IncomingHttpHeaders, type IncomingMessage, request as send, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DomainError, OverloadedError, TooLargeError } from '../../../kernel/errors.js';
import { Tracer } from '../../telemetry/tracer.js';

/** A request that the service sends to itself. */
export interface LocalRequest {
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object | undefined;
  /** Address of the client for whom it is sent. */
  readonly address: string | undefined;
  /** Ends the request when that client has gone. */
  readonly signal: AbortSignal;
}

export interface LocalAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

const sockets = new WeakSet<object>();

/** Whether the service has sent a request to itself. */
export const isLocal = ({ socket }: IncomingMessage): boolean => sockets.has(socket);

/**
 * Sends requests to the HTTP server of this process over a pair of streams,
 * without a port: they pass everything that requests of clients pass, from the
 * parser on. An agent of HTTP for tests would fake request and answer instead.
 */
@Injectable()
export class LocalRequests {
  /**
   * Async context of local requests: they do not share the context of their sender, such as its transaction.
   */
  private readonly root = new AsyncResource('LocalRequests');

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly tracer: Tracer,
  ) {}

  /** @throws TooLargeError, OverloadedError when there is no whole answer */
  async send(request: LocalRequest): Promise<LocalAnswer> {
    try {
      const headers = { ...request.headers, ...this.tracer.headers() };
      return await this.root.runInAsyncScope(() => this.exchange({ ...request, headers }));
    } catch (error) {
      if (error instanceof DomainError) throw error;
      // An error of its own, which is not taken for a lost connection to the database.
      throw new OverloadedError('answer-cut-off', 'The answer was cut off; try again.');
    }
  }

  private exchange({ method, path, headers, body, address, signal }: LocalRequest): Promise<LocalAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<LocalAnswer>();
    const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const sent = send({
      method,
      path,
      headers: {
        ...headers,
        ...(content && { 'content-type': 'application/json', 'content-length': content.length }),
      },
      signal,
      createConnection: () => this.connect(address),
    });
    sent.on('response', (answer) => {
      read(answer).then((text) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(content);
    return promise;
  }

  private connect(address: string | undefined): Duplex {
    const [own, server] = duplexPair();
    own.once('close', () => server.destroy());
    server.once('close', () => own.destroy());
    sockets.add(Object.assign(server, { remoteAddress: address }));
    (this.host.httpAdapter.getHttpServer() as Server).emit('connection', server);
    return own;
  }
}

async function read(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES)
      throw new TooLargeError(
        'answer-too-large',
        `The answer exceeds ${MAX_ANSWER_BYTES} bytes; ask for less.`,
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
