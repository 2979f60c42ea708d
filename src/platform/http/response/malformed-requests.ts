import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problem, PROBLEM_MEDIA_TYPE } from '../../errors/problem.js';

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

const REFUSALS: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'headers-too-large',
    detail: 'The URL and the headers have more than 16 KB, or there are too many of them.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'request-timeout',
    detail: 'The request did not arrive in time.',
  },
};
/** Time to read the answer; who goes on sending would keep the connection open. */
const LINGER_MS = 2000;

const MALFORMED: Refusal = { status: 400, code: 'malformed-request', detail: 'This is no HTTP request.' };

/**
 * Answers what the parser of Node refuses, before there is a request: with a body as all other failures have
 * it, which Node leaves out.
 */
export function answerMalformed(server: Server): void {
  const responses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }, response) => responses.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy(error);
    else {
      socket.end(refusal(REFUSALS[error.code ?? ''] ?? MALFORMED));
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    }
  });
}

function refusal({ status, code, detail }: Refusal): string {
  const body = JSON.stringify(problem(status, code, detail, '/'));
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
