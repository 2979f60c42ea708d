import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { NotFoundError, OverloadedError, UnprocessableError } from '../../../kernel/errors.js';
import { decoding } from './decoding.js';

test('work that the library gives up by its clock may be tried again', async () => {
  const timeout = new Error('timeout: 5% complete\nVipsImage: killed for image "temp-15"');
  await expect(decoding(() => Promise.reject(timeout))).rejects.toThrow(OverloadedError);
});

test('a picture that cannot be decoded is damaged', async () => {
  const work = () => sharp(Buffer.from('no picture')).toBuffer();
  await expect(decoding(work)).rejects.toThrow(UnprocessableError);
});

test.each([
  new NotFoundError('media-not-found', 'gone'),
  new OverloadedError('storage-unreachable', 'away', 5),
  Object.assign(new Error('no room'), { code: 'ENOSPC' }),
])('%s is not of the picture', async (error) => {
  await expect(decoding(() => Promise.reject(error))).rejects.toBe(error);
});
