import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Environment } from './environment.js';
import { parseStorageUrl } from './storage-location.js';

test.each([
  ['file:./data/files', resolve('data/files')],
  ['file:files', resolve('files')],
  ['file:/srv/my files', '/srv/my files'],
  ['file:///srv/files/', '/srv/files'],
])('%s is a folder', (url, folder) => {
  expect(parseStorageUrl(url)).toEqual({ kind: 'disk', folder });
});

test.each([
  ['s3://media', { bucket: 'media', prefix: '' }],
  ['s3://my.media-1/', { bucket: 'my.media-1', prefix: '' }],
  ['s3://media/site/One', { bucket: 'media', prefix: 'site/One/' }],
  ['s3://media/site/?region=eu-central-1', { bucket: 'media', prefix: 'site/', region: 'eu-central-1' }],
  [
    's3://media?endpoint=http://127.0.0.1:9000/&region=auto',
    { bucket: 'media', prefix: '', endpoint: 'http://127.0.0.1:9000', region: 'auto' },
  ],
  [
    's3://media?endpoint=https%3A%2F%2Fstore.example',
    { bucket: 'media', prefix: '', endpoint: 'https://store.example' },
  ],
])('%s is a bucket', (url, location) => {
  expect(parseStorageUrl(url)).toEqual({ kind: 's3', ...location });
});

const SECRET = 'hunter2';

describe.each([
  ['', 'must be file:<folder> or s3://'],
  ['./data', 'must be file:<folder> or s3://'],
  ['S3://media', 'must be file:<folder> or s3://'],
  ['https://media.example', 'must be file:<folder> or s3://'],
  ['file:', 'must name a folder'],
  ['file://host/folder', 'must name a folder'],
  ['file:/srv/files?mode=fast', 'must name a folder'],
  ['file:/srv\0/files', 'must name a folder'],
  [`s3://user:${SECRET}@media`, 'must hold no credentials'],
  [`s3://${SECRET}@media`, 'must hold no credentials'],
  ['s3://', 'must name a bucket'],
  ['s3:///site', 'must name a bucket'],
  ['s3://MEDIA', 'must name a bucket'],
  ['s3://media:9000', 'must name a bucket'],
  ['s3://my_media', 'must name a bucket'],
  ['s3://media#site', 'must name a bucket'],
  ['s3://media/a//b', 'has a prefix'],
  ['s3://media/a b', 'has a prefix'],
  [`s3://media/${'a'.repeat(201)}`, 'has a prefix'],
  ['s3://media?Endpoint=http://host', 'has a parameter "Endpoint"'],
  [`s3://media?secretAccessKey=${SECRET}`, 'has a parameter "secretAccessKey"'],
  ['s3://media?region=a&region=b', 'has the parameter region twice'],
  ['s3://media?region=', 'has a region'],
  ['s3://media?region=Frankfurt am Main', 'has a region'],
  ['s3://media?endpoint=', 'has a part that is not a URL'],
  ['s3://media?endpoint=127.0.0.1', 'has a part that is not a URL'],
  ['s3://media?endpoint=ftp://host', 'has an endpoint that is not'],
  ['s3://media?endpoint=http://host/path', 'has an endpoint that is not'],
  [`s3://media?endpoint=http://user:${SECRET}@host`, 'has an endpoint with credentials'],
  ['s3://[::1', 'has a part that is not a URL'],
])('%j', (url, fault) => {
  test(`is refused: it ${fault}`, () => {
    expect(() => parseStorageUrl(url)).toThrow(fault);
  });

  test('stops the start, and no secret is repeated', () => {
    const start = () => Environment.from({ STORAGE_URL: url });
    if (url === '') expect(start).not.toThrow();
    else {
      expect(start).toThrow(`STORAGE_URL ${fault}`);
      expect(start).not.toThrow(SECRET);
    }
  });
});

test('files are below DATA_DIR unless STORAGE_URL says otherwise', () => {
  expect(Environment.from({}).STORAGE_URL).toBe('file:./data/files');
  expect(Environment.from({ DATA_DIR: '/srv/site' }).STORAGE_URL).toBe('file:/srv/site/files');
  expect(Environment.from({ STORAGE_URL: 's3://media' }).STORAGE_URL).toBe('s3://media');
});
