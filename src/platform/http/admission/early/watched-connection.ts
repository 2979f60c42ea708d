import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHead } from '../../request/request-path.js';
import { refuseUnparsed } from './refusal.js';
import { type WholeRequest, wholeRequestOf } from './whole-request.js';

type Parse = (bytes: Buffer) => void;

/**
 * A connection whose bytes are looked at before the parser of Node has them. The parser may be in the middle
 * of a request, and its body can look like another request. So a request is refused unparsed only after the
 * parser has read a whole one, that one has been answered, and no bytes have come since.
 */
export class WatchedConnection {
  private isBetweenRequests = false;
  /** Pieces of bytes that the parser was given. */
  private pieces = 0;
  /** The first request that the parser has read in the piece that it is given. */
  private read: { request: IncomingMessage; response: ServerResponse } | undefined;

  private constructor(
    private readonly socket: Socket,
    private readonly parse: Parse,
    private readonly refuses: (request: RequestHead) => boolean,
  ) {}

  /** @returns nothing where the parser does not listen to the connection as it does in the Node of today */
  static of(socket: Socket, refuses: (request: RequestHead) => boolean): WatchedConnection | undefined {
    const [parse, ...others] = socket.listeners('data') as Parse[];
    if (!parse || others.length > 0) return undefined;
    const connection = new WatchedConnection(socket, parse, refuses);
    socket.removeListener('data', parse);
    socket.on('data', (bytes) => {
      connection.onBytes(bytes);
    });
    return connection;
  }

  /** The parser has read a request. */
  onRequest(request: IncomingMessage, response: ServerResponse): void {
    this.read ??= { request, response };
  }

  private onBytes(bytes: Buffer): void {
    const whole = wholeRequestOf(bytes);
    if (whole && this.isFree && this.refuses(whole)) refuseUnparsed(whole, this.socket);
    else this.pass(bytes, whole);
  }

  /** Whether an answer may be written now: one by one, and none to a client that does not read the last. */
  private get isFree(): boolean {
    return this.isBetweenRequests && this.socket.writable && this.socket.writableLength === 0;
  }

  private pass(bytes: Buffer, whole: WholeRequest | undefined): void {
    const piece = ++this.pieces;
    this.isBetweenRequests = false;
    this.parse(bytes);
    const { read } = this;
    this.read = undefined;
    if (!whole || !read || !isSame(whole, read.request)) return;
    read.response.once('close', () => {
      this.isBetweenRequests = this.pieces === piece;
    });
  }
}

/** Whether the parser, too, has seen nothing but this request in its bytes. */
function isSame({ url, headerCount }: WholeRequest, request: IncomingMessage): boolean {
  return request.url === url && request.rawHeaders.length === 2 * headerCount;
}
