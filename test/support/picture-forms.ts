import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { IMAGES } from './picture-client.js';
import type { Service } from './service.js';

export const BOUNDARY = 'a-line-between-parts';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part of a form, with its headers as they are sent. */
export function part(headers: string, content: Buffer | string): Buffer {
  const head = Buffer.from(`--${BOUNDARY}\r\n${headers}\r\n\r\n`);
  return Buffer.concat([head, Buffer.from(content), Buffer.from('\r\n')]);
}

export const textPart = (name: string, content: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, content);

/** A part with a file, whose name is written into the header as it is. */
export const filePart = (name: string, content: Buffer | string, field = 'file') =>
  part(
    `Content-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/jpeg`,
    content,
  );

export const form = (...parts: readonly Buffer[]) =>
  Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);

export interface RawRequest {
  readonly type?: string;
  /** Instead of the true one; null sends none. */
  readonly length?: number | null;
  /** More headers, with their line ends. */
  readonly headers?: string;
}

async function open(service: Service, sent: Buffer, request: RawRequest): Promise<Socket> {
  const { type = FORM, length = sent.length, headers = '' } = request;
  const { hostname, port } = new URL(await service.app.getUrl());
  const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
  await once(socket, 'connect');
  socket.on('error', () => socket.destroy());
  const lines = [
    `POST ${IMAGES} HTTP/1.1`,
    'Host: site.example',
    `x-rmauth: ${service.adminKey}`,
    `Content-Type: ${type}`,
    ...(length === null ? [] : [`Content-Length: ${length}`]),
    'Connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n${headers}\r\n`);
  socket.write(sent);
  return socket;
}

export interface RawAnswer {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly string[];
}

/** Sends a body byte for byte. @returns null when the connection was closed without an answer */
export async function sendRaw(
  service: Service,
  sent: Buffer,
  request: RawRequest = {},
): Promise<RawAnswer | null> {
  const socket = await open(service, sent, request);
  // A body that is shorter than it says ends here.
  if (request.length !== undefined) socket.end();
  const answer = (await buffer(socket).catch(() => Buffer.alloc(0))).toString();
  const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0);
  if (status === 0) return null;
  const [json = '{}'] = /\{.*\}/s.exec(body) ?? [];
  const { code = '', errors = [] } = JSON.parse(json) as { code?: string; errors?: { field: string }[] };
  // Bytes that are no HTTP are refused before there is a request.
  if (status >= 400 && code !== '') expect(head).toMatch(/^content-type: application\/problem\+json/im);
  return { status, code, fields: errors.map(({ field }) => field) };
}

/** Sends the beginning of a body, and goes away. */
export async function sendAndLeave(service: Service, sent: Buffer, length: number): Promise<void> {
  const socket = await open(service, sent, { length });
  await new Promise((wake) => setTimeout(wake, 50));
  socket.resetAndDestroy();
}
