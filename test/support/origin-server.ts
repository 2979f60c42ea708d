import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another site, as the service meets it: on loopback, with an answer for each path. */
export class OriginServer {
  private readonly routes = new Map<string, RequestListener>();
  /** Paths in the order in which they were asked for. */
  readonly asked: string[] = [];

  static async start(): Promise<OriginServer> {
    const origin = new OriginServer();
    await new Promise<void>((resolve) => origin.server.listen(0, '127.0.0.1', resolve));
    return origin;
  }

  private readonly server: Server = createServer((request, response) => {
    this.answer(request, response);
  });

  /** `127.0.0.1:port`, for OUTBOUND_ALLOW. */
  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  url(path: string): string {
    return `http://${this.host}${path}`;
  }

  on(path: string, listener: RequestListener): void {
    this.routes.set(path, listener);
  }

  /** @param body an empty type sends none */
  serve(path: string, body: string | Buffer, type = 'text/html; charset=utf-8', headers = {}): void {
    this.on(path, (_request, response) => {
      response.writeHead(200, { ...(type && { 'content-type': type }), ...headers }).end(body);
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    this.asked.push(path);
    const listener = this.routes.get(path);
    if (listener) listener(request, response);
    else response.writeHead(404).end();
  }
}
