import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';

const UPLOAD = /^\s*multipart\/form-data\b/i;

/** Ends requests, uploads excepted, whose body has not arrived within a time: as the server ends uploads. */
export function limitBodies(server: Server, limitMs: number): void {
  server.on('request', (request: IncomingMessage) => {
    if (!hasBody(request.headers) || UPLOAD.test(request.headers['content-type'] ?? '')) return;
    const timer = setTimeout(() => {
      if (!request.complete) server.emit('clientError', new LateBodyError(), request.socket);
    }, limitMs).unref();
    request.once('close', () => {
      clearTimeout(timer);
    });
  });
}

const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

class LateBodyError extends Error {
  /** The code of the server's own limit. */
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
  override readonly name = 'LateBodyError';
}
