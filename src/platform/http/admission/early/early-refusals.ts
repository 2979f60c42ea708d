import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHead } from '../../request/request-path.js';
import { refuse } from './refusal.js';
import { WatchedConnection } from './watched-connection.js';

/**
 * Refuses requests before the framework sees them. In an overload there are many to refuse, and what is spent
 * on them is not there for the others. More than half of that is Node's HTTP server: so the next request on a
 * connection on which one was refused is refused by its bytes, where they are a plain request.
 */
export class EarlyRefusals {
  private readonly watched = new WeakMap<Socket, WatchedConnection>();

  /** @param refuses whether this request is to be refused, as far as that is known by its head */
  constructor(private readonly refuses: (request: RequestHead) => boolean) {}

  /** Comes before all that listens to the requests of a server. */
  start(server: Server): void {
    const listeners = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      this.watched.get(request.socket)?.onRequest(request, response);
      // Pages of other sites have to be told that they may read the answer.
      const isOfPage = request.headers.origin !== undefined;
      if (!isOfPage && this.refuses(request)) {
        refuse(request, response);
        this.watch(request.socket);
      } else for (const listener of listeners) listener(request, response);
    });
  }

  private watch(socket: Socket): void {
    if (this.watched.has(socket)) return;
    const connection = WatchedConnection.of(socket, this.refuses);
    if (connection) this.watched.set(socket, connection);
  }
}
