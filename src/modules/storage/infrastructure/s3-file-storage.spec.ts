import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { eventually } from '../../../../test/support/eventually.js';
import { OverloadedError } from '../../../kernel/errors.js';
import { parseStorageUrl, type S3Location } from '../../../platform/config/storage-location.js';
import { TempFiles } from '../temp-files.js';
import { isUnavailable } from './s3-client.js';
import { S3FileStorage } from './s3-file-storage.js';

interface Received {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

type Answer = (received: Received, response: ServerResponse) => void;

const MEGABYTE = 1024 * 1024;

/** A server that keeps what it is sent, and answers as a test wants it to. */
let server: Server;
let received: Received[];
let answer: Answer;
let folder: string;
let tempFiles: TempFiles;
let storage: S3FileStorage;

beforeAll(() => {
  Logger.overrideLogger(false);
});
afterAll(() => {
  Logger.overrideLogger(['log', 'warn', 'error']);
});
beforeEach(async () => {
  process.env.AWS_ACCESS_KEY_ID = 'key';
  process.env.AWS_SECRET_ACCESS_KEY = 'secret';
  received = [];
  server = createServer((request, response) => {
    void buffer(request).then(
      (body) => {
        received.push({ request, body });
        answer({ request, body }, response);
      },
      () => undefined,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  folder = mkdtempSync(join(tmpdir(), 'content-storage-'));
  tempFiles = new TempFiles(folder);
  const { port } = server.address() as AddressInfo;
  const location = parseStorageUrl(`s3://bucket/site?endpoint=http://127.0.0.1:${port}&region=eu-central-1`);
  storage = await S3FileStorage.open(location as S3Location, tempFiles);
});
afterEach(() => {
  storage.onApplicationShutdown();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

async function localFile(bytes: number): Promise<string> {
  const path = tempFiles.path();
  await writeFile(path, randomBytes(bytes));
  return path;
}

const lineOf = ({ request }: Received): string => `${request.method} ${request.url?.split('&')[0]}`;
const xml = (response: ServerResponse, text: string, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);
const error = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;

test('files are sent as they are: no trailers, no checksums of newer servers', async () => {
  answer = ({ request }, response) => response.writeHead(request.method === 'HEAD' ? 404 : 200).end();
  await storage.put('a/file', await localFile(1000), 'image/png');
  const [head, put] = received;
  expect(received.map(lineOf)).toEqual([
    'HEAD /bucket/site/a/file',
    'PUT /bucket/site/a/file?x-id=PutObject',
  ]);
  expect(put?.body).toHaveLength(1000);
  expect(put?.request.headers).toMatchObject({ 'content-length': '1000', 'content-type': 'image/png' });
  const names = Object.keys({ ...head?.request.headers, ...put?.request.headers });
  expect(names.filter((name) => /checksum|trailer|encoding|decoded/.test(name))).toEqual([]);
});

test('removals carry the checksum that every server knows', async () => {
  answer = ({ request }, response) => {
    if (request.method === 'GET')
      xml(response, '<ListBucketResult><Contents><Key>site/a/b</Key></Contents></ListBucketResult>');
    else xml(response, '<DeleteResult/>');
  };
  await storage.removeAll('a/');
  expect(received.map(lineOf)).toEqual(['GET /bucket/?list-type=2', 'POST /bucket/?delete=']);
  expect(received[1]?.body.toString()).toContain('<Key>site/a/b</Key>');
  expect(received[1]?.request.headers).toMatchObject({
    'content-md5': expect.stringMatching(/^[\w+/]{22}==$/),
  });
  expect(Object.keys(received[1]?.request.headers ?? {}).filter((name) => name.includes('checksum'))).toEqual(
    [],
  );
});

test('a removal that is refused for one file fails', async () => {
  answer = ({ request }, response) => {
    if (request.method === 'GET')
      xml(response, '<ListBucketResult><Contents><Key>site/a/b</Key></Contents></ListBucketResult>');
    else
      xml(
        response,
        '<DeleteResult><Error><Key>site/a/b</Key><Code>AccessDenied</Code></Error></DeleteResult>',
      );
  };
  await expect(storage.removeAll('a/')).rejects.toThrow('site/a/b could not be removed: AccessDenied');
});

test('names in the bucket that are not keys are not listed', async () => {
  const names = ['site/a/ok', 'site/a/No Key', 'site/a/', 'site/a/../b'];
  const contents = names.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('');
  answer = (_received, response) => xml(response, `<ListBucketResult>${contents}</ListBucketResult>`);
  const keys: string[] = [];
  for await (const key of storage.list('a/')) keys.push(key);
  expect(keys).toEqual(['a/ok']);
});

test('an upload that fails half-way is taken back, and its parts with it', async () => {
  answer = ({ request }, response) => {
    const url = request.url ?? '';
    if (request.method === 'HEAD') response.writeHead(404).end();
    else if (url.includes('?uploads'))
      xml(response, '<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>');
    else if (request.method === 'DELETE') response.writeHead(204).end();
    else if (url.includes('partNumber=2')) xml(response, error('AccessDenied'), 403);
    else response.writeHead(200, { etag: '"1"' }).end();
  };
  await expect(storage.put('a/file', await localFile(20 * MEGABYTE), 'image/png')).rejects.toThrow(
    'AccessDenied',
  );
  const lines = received.map(lineOf);
  expect(lines).toContain('DELETE /bucket/site/a/file?uploadId=u1');
  expect(lines.filter((line) => line.startsWith('POST'))).toEqual(['POST /bucket/site/a/file?uploads=']);
});

test('what fails for the moment is tried three times, then the client is asked to come back', async () => {
  answer = (_received, response) => xml(response, error('SlowDown'), 503);
  await expect(storage.remove('a/file')).rejects.toThrow(OverloadedError);
  expect(received).toHaveLength(3);
  let failures = 2;
  answer = (_received, response) =>
    failures-- > 0 ? xml(response, error('InternalError'), 500) : response.writeHead(204).end();
  await expect(storage.remove('a/file')).resolves.toBeUndefined();
});

test('wrong credentials are not a matter of time', async () => {
  answer = (_received, response) => response.writeHead(403).end();
  await expect(storage.size('a/file')).rejects.not.toThrow(OverloadedError);
  await expect(storage.ping()).rejects.toThrow();
});

test.each([
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: 'ECONNRESET' }, true],
  [{ name: 'TimeoutError' }, true],
  [{ code: 'ENOENT' }, false],
  [{ name: 'CredentialsProviderError' }, false],
])('%j is a matter of time: %s', (facts, expected) => {
  expect(isUnavailable(Object.assign(new Error(), facts))).toBe(expected);
});

test('a missing bucket is not a missing file', async () => {
  answer = (_received, response) => xml(response, error('NoSuchBucket'), 404);
  await expect(storage.open('a/file')).rejects.toMatchObject({ name: 'NoSuchBucket' });
});

test('a download that breaks off is a matter of time, and leaves no temporary file', async () => {
  answer = (_received, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('begin');
    setTimeout(() => response.destroy(), 20);
  };
  let hasRun = false;
  const work = () => {
    hasRun = true;
    return Promise.resolve();
  };
  await expect(storage.withLocalFile('a/file', work)).rejects.toThrow(OverloadedError);
  expect(hasRun).toBe(false);
  expect(await readdir(folder)).toEqual([]);
});

test('bytes that were not asked for are refused', async () => {
  answer = (_received, response) => response.writeHead(200).end('0123456789');
  await expect(storage.open('a/file', { start: 2, end: 3 })).rejects.toThrow('other bytes than bytes=2-3');
});

test('connections of readers that leave are closed at once', async () => {
  answer = (_received, response) => {
    response.writeHead(200, { 'content-length': String(50 * MEGABYTE) });
    response.write(randomBytes(MEGABYTE));
  };
  for (let n = 0; n < 60; n++) (await storage.open('a/file')).destroy();
  const connections = () =>
    new Promise<number>((count) => {
      server.getConnections((_error, number) => {
        count(number);
      });
    });
  expect(await eventually(connections, 0)).toBe(0);
});
