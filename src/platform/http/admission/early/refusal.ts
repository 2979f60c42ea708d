import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { OverloadedError } from '../../../../kernel/errors.js';
import { PROBLEM_MEDIA_TYPE, problemOf } from '../../../errors/problem.js';
import { pathOf, type RequestHead } from '../../request/request-path.js';

const OVERLOADED = new OverloadedError(
  'overloaded',
  'The service has too much to do; try again in a moment.',
);
const { problem: PROBLEM, headers } = problemOf(OVERLOADED, '');
/** All but what differs from request to request: many are refused at a time. */
const BODY = JSON.stringify({ ...PROBLEM, instance: undefined }).slice(0, -1);
const HEADERS = Object.entries({
  ...headers,
  'content-type': PROBLEM_MEDIA_TYPE,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
});
const HEAD = [
  `HTTP/1.1 ${PROBLEM.status} ${STATUS_CODES[PROBLEM.status] ?? ''}`,
  ...HEADERS.map(([name, value]) => `${name}: ${value}`),
  'content-length: ',
].join('\r\n');

/** Answers 503 `overloaded`. */
export function refuse(request: IncomingMessage, response: ServerResponse): void {
  const body = bodyFor(request);
  response
    .writeHead(PROBLEM.status, [...HEADERS.flat(), 'content-length', String(Buffer.byteLength(body))])
    .end(request.method === 'HEAD' ? undefined : body);
}

/** Answers the same past Node's HTTP server, which must have nothing left to answer on this connection. */
export function refuseUnparsed(request: RequestHead, socket: Socket): void {
  const body = bodyFor(request);
  socket.write(`${HEAD}${Buffer.byteLength(body)}\r\n\r\n${request.method === 'HEAD' ? '' : body}`);
}

function bodyFor(request: RequestHead): string {
  return `${BODY},"instance":${JSON.stringify(pathOf(request))}}`;
}
