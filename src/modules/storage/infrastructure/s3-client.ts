import { createHash } from 'node:crypto';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { S3Location } from '../../../platform/config/storage-location.js';

const MAX_ATTEMPTS = 3;
const CONNECT_MS = 3_000;
/** Timeout of one attempt, until the response begins: a part of a file is sent in it. */
const REQUEST_MS = 60_000;
/** Longest time without a byte in either direction; the service cuts off readers that stall longer. */
const IDLE_MS = 150_000;
/** Servers other than Amazon's take any. */
const ANY_REGION = 'us-east-1';

/** @throws Error when no region is known */
export async function openClient({ endpoint, region }: S3Location): Promise<S3Client> {
  const client = new S3Client({
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true, region: ANY_REGION }),
    ...(region !== undefined && { region }),
    maxAttempts: MAX_ATTEMPTS,
    // Checksums in trailers are newer than many servers. Files are known by their hashes anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: REQUEST_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
    },
  });
  await client.config.region();
  sendMd5OfRemovals(client);
  return client;
}

/** The one request that has to carry a checksum carries the one that all servers know, Amazon's included. */
function sendMd5OfRemovals(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      (call) => {
        const { body, headers } = call.request as { body?: unknown; headers: Record<string, string> };
        if (commandName === 'DeleteObjectsCommand' && typeof body === 'string') {
          for (const name of Object.keys(headers))
            if (/^x-amz-(sdk-)?checksum-/i.test(name)) Reflect.deleteProperty(headers, name);
          headers['content-md5'] = createHash('md5').update(body).digest('base64');
        }
        return next(call);
      },
    { step: 'build', priority: 'low', name: 'md5OfRemovals' },
  );
}

const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** The server has no room for the file, or the account may keep no more. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  return error.$metadata.httpStatusCode === 507 || /^(XMinio)?(StorageFull|QuotaExceeded)/.test(error.name);
}

/** It may work later: the server is away, does not answer in time, or has too much to do. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0;
    return status >= 500 || status === 429;
  }
  const { name, code } = error as NodeJS.ErrnoException;
  return name === 'TimeoutError' || (code !== undefined && AWAY.has(code));
}

/** Whether the object does not exist. A missing bucket is told apart where the response has a body. */
export const isAbsent = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound'].includes((error as Error).name);

export const isOutOfRange = (error: unknown): boolean => (error as Error).name === 'InvalidRange';
