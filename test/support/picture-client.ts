import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import type { Test } from 'supertest';
import { DerivedFiles } from '../../src/modules/storage/derived-files.js';
import { Database } from '../../src/platform/database/database.js';
import { eventually } from './eventually.js';
import type { Area } from './picture-pixels.js';
import { BASE_URL, type Client, type Service } from './service.js';

export const IMAGES = '/api/1.3/images';

export interface NamedFile {
  readonly name: string;
  readonly file: Buffer;
}

export interface ShownCrop extends Area {
  readonly sizes: readonly string[];
}

/** The answer that describes an image. */
export interface ImageAnswer {
  readonly id: number;
  readonly task_id: string;
  readonly shortcode_id: string;
  readonly is_animated_gif: boolean;
  readonly height: number;
  readonly width: number;
  readonly filename: string;
  readonly iptc: Readonly<Record<'by-line' | 'caption/abstract', string>>;
  readonly shortcode_params: Readonly<Record<string, unknown>> & { readonly crop_info: string };
  readonly thumbnails: Readonly<Record<string, string>>;
  readonly manual_image_crops: Readonly<Record<string, ShownCrop>>;
  readonly media_html: string;
  readonly shortcode: string;
  readonly image_original_url: string;
}

/** Sends files as a browser does; values that are no text are written as JSON. */
export function upload(client: Client, files: readonly NamedFile[], fields: object = {}): Test {
  const call = client.post(IMAGES);
  for (const [name, value] of Object.entries(fields)) {
    void call.field(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  for (const { name, file } of files) void call.attach('file', file, name);
  return call;
}

/** The body of a call that must succeed. */
export async function ok<T = ImageAnswer>(call: Test): Promise<T> {
  const { status, body } = await call;
  expect({ status, detail: body.detail, errors: body.errors }).toEqual({ status: 200 });
  return body as T;
}

export const uploaded = (client: Client, file: NamedFile, fields?: object): Promise<ImageAnswer> =>
  ok(upload(client, [file], fields));

export const readImage = (client: Client, id: number): Promise<ImageAnswer> =>
  ok(client.get(`${IMAGES}/${id}`));

/** The fields that a refusal complains of. */
export async function refused(call: Test, expected: number): Promise<readonly string[]> {
  const { status, body, headers } = await call;
  expect({ status, body }).toEqual({ status: expected, body });
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(body).toMatchObject({
    status,
    title: expect.stringMatching(/\S/),
    detail: expect.stringMatching(/\S/),
  });
  expect(body.code).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\/tmp\/|\.[jt]s:\d|SELECT |INSERT |vips|heif:/i);
  return ((body.errors ?? []) as { field: string }[]).map(({ field }) => field);
}

export interface Served {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Without parameters. */
  readonly type: string;
}

/** Asks for a URL that the service has handed out with exactly these headers: `fetch` would add some. */
export async function serve(
  service: Service,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Served> {
  expect(url).toMatch(new RegExp(`^${BASE_URL}/res/images/`));
  const address = (await service.app.getUrl()) + url.slice(BASE_URL.length);
  const sent = request(address, { method, headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const received = new Headers();
  for (const [name, value = ''] of Object.entries(answer.headers))
    received.set(name, [value].flat().join(', '));
  const type = (received.get('content-type') ?? '').split(';')[0] ?? '';
  return { status: answer.statusCode ?? 0, headers: received, body: await buffer(answer), type };
}

/** Sizes of the files that the service keeps, by their path below its data folder. */
export function filesOf({ database: { folder } }: Service): ReadonlyMap<string, number> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const names = files.map((file) => relative(folder, file)).filter((name) => name.includes('/'));
  // Some may be gone meanwhile.
  const sizes = names.map((name) => [name, statSync(join(folder, name), { throwIfNoEntry: false })?.size]);
  return new Map(sizes.filter((entry): entry is [string, number] => entry[1] !== undefined).sort());
}

/** Waits until the files that were sent are kept, too. */
export const untilStored = (service: Service): Promise<void> => service.app.get(DerivedFiles).settled();

export async function derivedOf(service: Service): Promise<readonly string[]> {
  await untilStored(service);
  return [...filesOf(service).keys()].filter((name) => name.includes('derived'));
}

/** All that uploads leave behind: rows of every kind, and files. */
export interface Remains {
  readonly rows: readonly number[];
  readonly files: readonly string[];
}

async function remainsOf(service: Service, isKept: (name: string) => boolean): Promise<Remains> {
  const database = service.app.get(Database);
  const count = async (table: string) => {
    const [row] = await database.rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`);
    return Number(row?.n);
  };
  const rows = await Promise.all(['images', 'documents', 'stored_files'].map(count));
  return { rows, files: [...filesOf(service).keys()].filter(isKept) };
}

/** Remains that there are to be when everything has been tidied up. */
export const tidyRemains = (service: Service) => remainsOf(service, (name) => !name.startsWith('tmp'));

/** That nothing has been stored since; temporary files may be gone a moment after the answer. */
export async function expectRemains(service: Service, before: Remains): Promise<void> {
  expect(await eventually(() => remainsOf(service, () => true), before)).toEqual(before);
}
