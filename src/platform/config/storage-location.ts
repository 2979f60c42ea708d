import { resolve } from 'node:path';
import { isHttp } from '../../kernel/web-url.js';

/** A folder of this machine, or of a network file system that it mounts. */
export interface DiskLocation {
  readonly kind: 'disk';
  readonly folder: string;
}

/** A bucket of S3, or of a server that speaks its protocol. */
export interface S3Location {
  readonly kind: 's3';
  readonly bucket: string;
  /** Prefix of the keys in the bucket; empty or with a slash at its end. */
  readonly prefix: string;
  readonly endpoint?: string;
  readonly region?: string;
}

export type StorageLocation = DiskLocation | S3Location;

const PARAMETERS = new Set(['endpoint', 'region']);
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const NAME = /^(?!\.\.?$)[\w.@-]+$/;
const MAX_PREFIX_LENGTH = 200;
const REGION = /^[a-z0-9-]+$/;

/**
 * Reads `file:<folder>` or `s3://bucket[/prefix]?endpoint=…&region=…`.
 *
 * @throws Error that says what is wrong, and repeats nothing that may be a secret
 */
export function parseStorageUrl(url: string): StorageLocation {
  if (url.startsWith('file:')) return parseFolder(url.slice('file:'.length));
  if (url.startsWith('s3://')) return parseBucket(url);
  throw new Error('must be file:<folder> or s3://bucket[/prefix]?endpoint=…&region=…');
}

function parseFolder(path: string): DiskLocation {
  if (path === '' || /[?\0]/.test(path) || /^\/\/(?!\/)/.test(path))
    throw new Error('must name a folder, as in file:./data/files or file:/srv/files; it takes no parameters');
  return { kind: 'disk', folder: resolve(path) };
}

function parseBucket(url: string): S3Location {
  const { username, password, hostname, port, pathname, searchParams, hash } = parse(url);
  if (username || password)
    throw new Error('must hold no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead');
  if (!BUCKET.test(hostname) || port || hash) throw new Error('must name a bucket, as in s3://media/site');
  const prefix = pathname.replace(/^\/|\/$/g, '');
  if (
    prefix !== '' &&
    !(prefix.length <= MAX_PREFIX_LENGTH && prefix.split('/').every((name) => NAME.test(name)))
  )
    throw new Error('has a prefix that is not made of letters, digits and . _ @ - between slashes');
  return { kind: 's3', bucket: hostname, prefix: prefix && `${prefix}/`, ...parametersOf(searchParams) };
}

function parametersOf(given: URLSearchParams): { endpoint?: string; region?: string } {
  for (const name of new Set(given.keys())) {
    if (!PARAMETERS.has(name))
      throw new Error(`has a parameter ${JSON.stringify(name)}; there are endpoint and region`);
    if (given.getAll(name).length > 1) throw new Error(`has the parameter ${name} twice`);
  }
  const endpoint = given.get('endpoint');
  const region = given.get('region');
  if (region !== null && !REGION.test(region))
    throw new Error('has a region that is none, as in region=eu-central-1');
  return {
    ...(endpoint !== null && { endpoint: checkEndpoint(endpoint) }),
    ...(region !== null && { region }),
  };
}

function checkEndpoint(text: string): string {
  const endpoint = parse(text);
  if (endpoint.username || endpoint.password) throw new Error('has an endpoint with credentials');
  const isPlain = isHttp(endpoint) && endpoint.pathname === '/' && !endpoint.search && !endpoint.hash;
  if (!isPlain) throw new Error('has an endpoint that is not http(s)://host[:port]');
  return endpoint.origin;
}

function parse(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new Error('has a part that is not a URL');
  return url;
}
