import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { FileStorage } from '../../src/modules/storage/file-storage.js';
import { Database } from '../../src/platform/database/database.js';
import { DOCUMENTS_PATH } from '../support/document-uploads.js';
import { pdf } from '../support/documents.js';
import {
  type ImageAnswer,
  IMAGES,
  ok,
  serve,
  untilStored,
  upload,
  uploaded,
} from '../support/picture-client.js';
import { type Service, startService } from '../support/service.js';
import { describeOnSmallDisk } from '../support/small-disk.js';

let serial = 0;
const photo = async () => {
  const noise = { type: 'gaussian', mean: 100 + ++serial, sigma: 30 } as const;
  const create = { width: 300, height: 200, channels: 3, background: 'grey', noise } as const;
  return { name: 'photo.jpg', file: await sharp({ create }).jpeg().toBuffer() };
};
const report = () => pdf(`${++serial} ${'x'.repeat(100_000)}`);

async function expectProblem(call: PromiseLike<{ status: number; body: object }>, expected: object) {
  const { status, body } = await call;
  expect({ ...body, status }).toMatchObject(expected);
  expect(JSON.stringify(body)).not.toMatch(/\/tmp|\/dev|small-disk|ENOSPC|E[A-Z]{3,}|secret/);
}

async function countOf(service: Service) {
  const count = async (table: string) =>
    Number((await service.app.get(Database).rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.n);
  return { images: await count('images'), documents: await count('documents') };
}

describeOnSmallDisk('On a disk that is full', 4, (disk) => {
  let service: Service;
  let before: ImageAnswer;
  beforeAll(async () => {
    service = await startService({ environment: { DATA_DIR: disk.folder } });
    before = await uploaded(service, await photo());
    disk.fill();
  });
  afterAll(async () => {
    await service.stop();
  });

  test('uploads are 507, and leave nothing behind', async () => {
    const { images, documents } = await countOf(service);
    const full = { status: 507, code: 'insufficient-storage', title: 'Insufficient Storage' };
    const image = await photo();
    await expectProblem(upload(service, [image]), full);
    await expectProblem(service.post(DOCUMENTS_PATH).attach('file', report(), 'a.pdf'), full);
    expect(await countOf(service)).toEqual({ images, documents });
    expect(readdirSync(join(disk.folder, 'tmp'))).toEqual([]);
  });

  test('sizes that cannot be kept are shown all the same', async () => {
    const { status, body, type, headers } = await serve(service, before.thumbnails['210x'] ?? '');
    expect([status, type, Number(headers.get('content-length'))]).toEqual([200, 'image/jpeg', body.length]);
    expect(await sharp(body).metadata()).toMatchObject({ width: 210, height: 140 });
    const range = { range: 'bytes=2-5' };
    const part = await serve(service, before.thumbnails['210x'] ?? '', range);
    expect([part.status, part.body]).toEqual([206, body.subarray(2, 6)]);
    expect((await serve(service, before.image_original_url)).status).toBe(507);
    await untilStored(service);
    expect(readdirSync(join(disk.folder, 'tmp'))).toEqual([]);
  });

  test('everything works again when there is room', async () => {
    disk.empty();
    const { id } = await uploaded(service, await photo());
    await ok(service.get(`${IMAGES}/${id}`));
    for (const url of [before.image_original_url, before.thumbnails['210x'] ?? ''])
      expect((await serve(service, url)).status).toBe(200);
  });
});

describe('A storage that fails', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const fail = (code: string) =>
    jest
      .spyOn(service.app.get(FileStorage), 'put')
      .mockImplementation(() =>
        Promise.reject(
          Object.assign(new Error(`${code}: no, link '/secret/path'`), { code, syscall: 'link' }),
        ),
      );

  test.each([
    ['ENOSPC', 507, 'insufficient-storage'],
    ['EDQUOT', 507, 'insufficient-storage'],
    ['EROFS', 503, 'storage-unavailable'],
    ['EACCES', 503, 'storage-unavailable'],
    ['EIO', 503, 'storage-unavailable'],
    ['EMFILE', 503, 'storage-unavailable'],
  ])('with %s is answered with %i', async (code, status, problem) => {
    const made = await uploaded(service, await photo());
    const counts = await countOf(service);
    fail(code);
    const image = await photo();
    const answer = await upload(service, [image]);
    await expectProblem(Promise.resolve(answer), { status, code: problem });
    expect(answer.headers['retry-after']).toEqual(
      status === 503 ? expect.stringMatching(/^\d+$/) : undefined,
    );
    await expectProblem(service.post(DOCUMENTS_PATH).attach('file', report(), 'a.pdf'), {
      status,
      code: problem,
    });
    expect(await countOf(service)).toEqual(counts);
    expect((await serve(service, made.thumbnails['300x'] ?? '')).status).toBe(200);
    expect((await serve(service, made.image_original_url)).status).toBe(status);
    jest.restoreAllMocks();
    expect((await serve(service, made.image_original_url)).status).toBe(200);
  });

  test('in the middle of a file cuts the answer off, and is logged', async () => {
    const { image_original_url: url } = await uploaded(service, await photo());
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('the beginning');
        throw new Error('The disk is gone');
      })(),
    );
    jest.spyOn(service.app.get<FileStorage>(FileStorage), 'open').mockResolvedValue(broken);
    const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    await expect(serve(service, url)).rejects.toThrow();
    const err = expect.objectContaining({ message: 'The disk is gone' });
    expect(logged).toHaveBeenCalledWith({ err }, 'An answer was cut off');
  });

  test('with what nobody knows is a defect', async () => {
    fail('ESOMETHING');
    expect((await upload(service, [await photo()])).status).toBe(500);
  });
});
