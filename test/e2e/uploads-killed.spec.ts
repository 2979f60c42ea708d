import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { runCommand } from '../support/command-line.js';
import type { TestDatabase } from '../support/database.js';
import {
  type Answer,
  DocumentsClient,
  file,
  filesBelow,
  multipart,
  sha256,
} from '../support/document-uploads.js';
import { pdf } from '../support/documents.js';
import { eventually } from '../support/eventually.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { killLeftovers, PROCESS_KEY, startProcess } from '../support/process.js';

const KILLS = 2;
const WORKERS = 6;
const MAX_ANSWERED = 8;
const MAX_WAIT_MS = 120;
const DOCUMENT_BYTES = 700_000;
const SIZES = ['35x35', '600x600'];

let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());
afterAll(killLeftovers);

let photograph: Buffer;
beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const;
  const create = { width: 640, height: 480, channels: 3, background: 'grey', noise } as const;
  photograph = await sharp({ create }).jpeg({ quality: 90 }).toBuffer();
});

type Kind = 'images' | 'documents';
interface Listed {
  readonly id: number;
  readonly filename: string;
  readonly original_filename?: string;
  readonly file_original_url?: string;
  readonly thumbnails?: Readonly<Record<string, string>>;
}

/** Files that have been sent, and what the answers promise; an answer that never came promises nothing. */
class Ledger {
  /** Hash of the file by the name that only it was sent with. */
  readonly sent = new Map<string, string>();
  /**
   * Names that may be found under `<kind>/<id>`: one when all was answered,
   * more when a change was not; null is none.
   */
  readonly promised = new Map<string, Set<string | null>>();
  readonly refusals: string[] = [];
  private serial = 0;

  file(kind: Kind, { id = `${kind}-${++this.serial}` } = {}) {
    const isImage = kind === 'images';
    const content = isImage ? unique(photograph, id) : pdf(`${id} ${'x'.repeat(DOCUMENT_BYTES)}`);
    const name = `${id}.${isImage ? 'jpg' : 'pdf'}`;
    this.sent.set(name, sha256(content));
    return { name, part: file(name, content) };
  }
}

interface Caller {
  readonly client: DocumentsClient;
  readonly ledger: Ledger;
}

/** The same picture with other bytes: a comment, right behind the start. */
function unique(jpeg: Buffer, text: string): Buffer {
  const comment = Buffer.from(`\xff\xfe\0${String.fromCharCode(text.length + 2)}${text}`, 'latin1');
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
}

const random = (below: number) => Math.floor(Math.random() * below);

/** Calls with multipart bodies or without; whoever is refused stops working, and is noted. */
async function call(
  { client, ledger }: Caller,
  method: string,
  path: string,
  parts?: ReturnType<typeof file>[],
) {
  const { body, headers } = parts ? multipart(parts) : { body: null, headers: {} };
  const answer: Answer = await client.send(method, path, body, headers);
  if (answer.status === 200) return answer;
  const refusal = `${method} ${path}: ${answer.status} ${answer.bytes.toString()}`;
  ledger.refusals.push(refusal);
  throw new Error(refusal);
}

const apiPath = (key: string) => `/api/1.3/${key}`;
const pathOf = (url: string) => new URL(url).pathname;

/**
 * Uploads, replaces, removes and looks at files, one after the other, until it
 * is stopped or the service dies.
 */
async function work(caller: Caller, state: { answered: number; isStopped: boolean }) {
  const mine: string[] = [];
  while (!state.isStopped) {
    const choice = random(10);
    const key = choice < 3 ? mine.splice(random(mine.length), 1)[0] : undefined;
    if (key !== undefined) await change(caller, key, mine);
    else mine.push(...(await add(caller, choice % 2 === 0 ? 'images' : 'documents')));
    state.answered += 1;
  }
}

async function add(caller: Caller, kind: Kind): Promise<string[]> {
  const { client, ledger } = caller;
  const files = Array.from({ length: 1 + random(2) }, () => ledger.file(kind));
  const { body } = await call(
    caller,
    'POST',
    apiPath(kind),
    files.map(({ part }) => part),
  );
  const made = [body].flat() as Listed[];
  for (const [index, { id }] of made.entries()) {
    ledger.promised.set(`${kind}/${id}`, new Set([files[index]?.name ?? null]));
  }
  for (const { thumbnails } of made) {
    for (const size of thumbnails ? SIZES : []) await client.download(pathOf(thumbnails?.[size] ?? ''));
  }
  return made.map(({ id }) => `${kind}/${id}`);
}

async function change(caller: Caller, key: string, mine: string[]): Promise<void> {
  const { ledger } = caller;
  const names = ledger.promised.get(key);
  if (key.startsWith('images') || random(2) === 0) {
    names?.add(null);
    await call(caller, 'DELETE', apiPath(key));
    ledger.promised.set(key, new Set([null]));
    return;
  }
  const { name, part } = ledger.file('documents');
  names?.add(name);
  await call(caller, 'PUT', apiPath(key), [part]);
  ledger.promised.set(key, new Set([name]));
  mine.push(key);
}

async function listAll(caller: Caller, kind: Kind): Promise<Listed[]> {
  const all: Listed[] = [];
  for (;;) {
    const { body } = await call(caller, 'GET', `${apiPath(kind)}?limit=100&offset=${all.length}`);
    all.push(...(body as Listed[]));
    if ((body as Listed[]).length < 100) return all;
  }
}

/** Every row has its file, and every promise is kept. @returns the hashes of the files that rows refer to */
async function verify(caller: Caller): Promise<string[]> {
  const { ledger } = caller;
  const found = new Map<string, string>();
  for (const kind of ['images', 'documents'] as const) {
    for (const row of await listAll(caller, kind)) found.set(`${kind}/${row.id}`, nameOf(row));
  }
  const broken = [...ledger.promised].filter(([key, names]) => !names.has(found.get(key) ?? null));
  expect(broken).toEqual([]);
  const hashes = [...found.values()].map((name) => ledger.sent.get(name) ?? `never sent: ${name}`);
  for (const hash of hashes) {
    const kept = join(database.folder, 'files', 'originals', hash.slice(0, 2), hash);
    expect(sha256(readFileSync(kept))).toBe(hash);
  }
  return hashes;
}

const nameOf = (row: Listed) => row.original_filename ?? row.filename;

/** Checks that a file that was being made when the service was killed is whole for readers, too. */
async function look({ client, ledger }: Caller, row: Listed): Promise<void> {
  if (row.file_original_url !== undefined) {
    const { status, bytes } = await client.download(pathOf(row.file_original_url));
    expect([status, sha256(bytes)]).toEqual([200, ledger.sent.get(nameOf(row))]);
  }
  for (const size of row.thumbnails ? SIZES : []) {
    const { status, bytes } = await client.download(pathOf(row.thumbnails?.[size] ?? ''));
    expect([row.filename, size, status]).toEqual([row.filename, size, 200]);
    await sharp(bytes, { failOn: 'warning' }).stats();
  }
}

const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
const filesIn = (folder: string) => filesBelow(database.folder, 'files', folder);

test('kill -9 during uploads leaves every row with its file, and doctor --fix no file without a row', async () => {
  const ledger = new Ledger();
  const start = async () => {
    const service = await startProcess(database);
    const caller = { client: new DocumentsClient(service.url, PROCESS_KEY), ledger };
    const state = { answered: 0, isStopped: false };
    const workers = Array.from({ length: WORKERS }, () => work(caller, state));
    return { service, caller, state, workers };
  };

  for (let kill = 0; kill < KILLS; kill++) {
    const { service, state, workers } = await start();
    const enough = random(MAX_ANSWERED);
    const ended = Promise.allSettled(workers);
    while (state.answered < enough) await Promise.race([delay(5), Promise.any(workers)]);
    await delay(random(MAX_WAIT_MS));
    await service.end('SIGKILL');
    await ended;
  }

  const { service, caller, state, workers } = await start();
  const whileBusy = await runCommand(['doctor', '--fix'], database);
  state.isStopped = true;
  await Promise.all(workers);
  expect([whileBusy.code, whileBusy.stdout, whileBusy.stderr]).toEqual([
    0,
    whileBusy.stdout,
    expect.stringMatching(/^Database .*\n$/),
  ]);
  await verify(caller);
  for (const kind of ['images', 'documents'] as const) {
    for (const row of await listAll(caller, kind)) await look(caller, row);
  }

  const { code, stdout } = await runCommand(['doctor', '--fix'], database);
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('✗')]);
  const hashes = await verify(caller);
  expect(hashes.length).toBeGreaterThan(0);
  expect(sorted(filesIn('originals').map((path) => basename(path)))).toEqual(sorted(hashes));
  const sources = sorted(filesIn('derived').map((path) => path.split('/')[1] ?? ''));
  expect(sources.filter((hash) => !hashes.includes(hash))).toEqual([]);
  // A size that was sent last may be stored a moment later.
  expect(await eventually(() => filesBelow(database.folder, 'tmp'), [])).toEqual([]);
  expect((await runCommand(['doctor'], database)).code).toBe(0);
  expect(ledger.refusals).toEqual([]);
  expect(await service.end('SIGTERM')).toBe(0);
});
