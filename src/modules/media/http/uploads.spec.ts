import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { TempFiles } from '../../storage/temp-files.js';
import { UploadStorage } from './uploads.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'uploads-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test('A file that is written only after its request was given up is removed when multer asks for it', async () => {
  const storage = new UploadStorage(new TempFiles(folder), 1);
  const request = {} as Parameters<UploadStorage['_handleFile']>[0];
  const file = { fieldname: 'file', originalname: 'a.jpg', stream: Readable.from([Buffer.from('content')]) };
  const { path = '' } = await new Promise<{ path?: string }>((resolve) => {
    storage._handleFile(request, file as Express.Multer.File, (_error, info = {}) => {
      resolve(info);
    });
  });
  expect(existsSync(path)).toBe(true);

  const error = await new Promise((resolve) => {
    storage._removeFile(request, { path }, resolve);
  });
  expect([error, existsSync(path)]).toEqual([null, false]);
});
