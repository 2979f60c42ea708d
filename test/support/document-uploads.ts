import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { eventually } from './eventually.js';
import { BASE_URL, type Service } from './service.js';

export const DOCUMENTS_PATH = '/api/1.3/documents';

/** A part of a multipart body. */
export interface Part {
  readonly name?: string;
  readonly filename?: string;
  readonly content: Buffer | string;
  /** Written as it is, in place of name and filename. */
  readonly disposition?: string | Buffer;
  /** Content type that the client claims. */
  readonly type?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The bytes as JSON, when they are. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the bodies of supertest
  readonly body: any;
}

export const file = (filename: string, content: Buffer | string): Part => ({ filename, content });

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

const BOUNDARY = '----boundary-of-the-tests';

/** A body as browsers send it. */
export function multipart(parts: readonly Part[]): { body: Buffer; headers: Record<string, string> } {
  const chunks = parts.flatMap(({ name = 'file', filename, content, disposition, type }) => {
    const named = `form-data; name="${name}"`;
    const usual = filename === undefined ? named : `${named}; filename="${escapeName(filename)}"`;
    const contentType = type ?? (filename === undefined ? null : 'application/octet-stream');
    return [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: `),
      Buffer.from(disposition ?? usual),
      Buffer.from(contentType === null ? '\r\n\r\n' : `\r\nContent-Type: ${contentType}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ];
  });
  const body = Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } };
}

/** As the standard of HTML has it. */
const escapeName = (name: string) =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** Calls of a service by raw bytes, with the key of the Administrator unless another one is given. */
export class DocumentsClient {
  static async of(service: Service, key: string | null = service.adminKey): Promise<DocumentsClient> {
    return new DocumentsClient(await service.app.getUrl(), key);
  }

  constructor(
    readonly url: string,
    private readonly key: string | null,
  ) {}

  /** On a connection of its own, so that none is left open when the service stops. */
  async send(
    method: string,
    path: string,
    body: Buffer | null = null,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const call = request(this.url + path, {
      method,
      agent: false,
      headers: {
        ...(this.key !== null && { 'x-rmauth': this.key }),
        ...(body && { 'content-length': body.length }),
        ...headers,
      },
    });
    call.end(body ?? undefined);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    const bytes = await buffer(answer);
    const answered = new Headers(
      Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const isJson = /^application\/(problem\+)?json/.test(answered.get('content-type') ?? '');
    const parsed: unknown = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : null;
    return { status: answer.statusCode ?? 0, headers: answered, bytes, body: parsed };
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send('GET', path, null, headers);
  }

  post(...parts: readonly Part[]): Promise<Answer> {
    const { body, headers } = multipart(parts);
    return this.send('POST', DOCUMENTS_PATH, body, headers);
  }

  put(id: number | string, ...parts: readonly Part[]): Promise<Answer> {
    const { body, headers } = multipart(parts);
    return this.send('PUT', `${DOCUMENTS_PATH}/${id}`, body, headers);
  }

  /** Uploads parts, which must be taken. @returns the answer's object, or array */
  async upload(...parts: readonly Part[]) {
    const answer = await this.post(...parts);
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    return answer.body;
  }

  /** Without a key, as readers do. */
  download(url: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Answer> {
    const path = url.startsWith(BASE_URL) ? url.slice(BASE_URL.length) : url;
    return new DocumentsClient(this.url, null).send(method, path, null, headers);
  }

  /** All of the documents, newest first. */
  async list(query = 'limit=100') {
    const answer = await this.get(`${DOCUMENTS_PATH}?${query}`);
    expect(answer.status).toBe(200);
    return answer.body;
  }
}

/** Every failure has this shape. */
export function expectProblem(answer: Answer, status: number | readonly number[], code?: string): void {
  const statuses = [status].flat();
  const told = answer.bytes.toString().slice(0, 500);
  expect({ told, isExpected: statuses.includes(answer.status), status: answer.status }).toEqual({
    told,
    isExpected: true,
    status: answer.status,
  });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.body).toMatchObject({ status: answer.status, ...(code !== undefined && { code }) });
}

export const fieldsOf = ({ body }: Answer): string[] =>
  ((body.errors ?? []) as { field: string }[]).map(({ field }) => field);

/** The value of a header by RFC 6266, its names decoded by RFC 9110 and RFC 8187. */
export function parseDisposition(header: string): { type: string; filename: string; fallback: string } {
  const [, type = ''] = /^([a-z]+)/.exec(header) ?? [];
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token] of header.matchAll(
    /;\s*([a-z]+\*?)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/g,
  )) {
    parameters.set(name, quoted === undefined ? String(token) : quoted.replaceAll(/\\(.)/g, '$1'));
  }
  const fallback = parameters.get('filename') ?? '';
  const [, encoded] = /^UTF-8'[^']*'([\w!#$&+.^`|~%-]*)$/.exec(parameters.get('filename*') ?? '') ?? [];
  return { type, fallback, filename: encoded === undefined ? fallback : decodeURIComponent(encoded) };
}

/**
 * Names of the files below a folder of the service's data: `files` for what is kept, `tmp` for what is not.
 */
export function filesBelow(folder: string, ...path: string[]): string[] {
  const root = join(folder, ...path);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
}

/** Runs what must leave no trace: no row, no file that is kept, no temporary file. */
export async function expectNothingStored<T>(
  service: Service,
  client: DocumentsClient,
  work: () => Promise<T>,
): Promise<T> {
  const { folder } = service.database;
  const state = async () => [await client.list('limit=1'), filesBelow(folder, 'files').length];
  const before = await state();
  const result = await work();
  expect(await state()).toEqual(before);
  await untilNoTemporaryFile(folder);
  return result;
}

/** Files of a refused upload may still be tidied up behind the answer, for a moment. */
export async function untilNoTemporaryFile(folder: string): Promise<void> {
  expect(await eventually(() => filesBelow(folder, 'tmp'), [])).toEqual([]);
}
