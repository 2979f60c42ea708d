import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A server that speaks the protocol of S3, with an empty bucket of its own. */
export interface S3Server {
  readonly endpoint: string;
  /** For `STORAGE_URL`. */
  readonly url: string;
  readonly bucket: string;
  /** Folder of its objects, and of the parts of uploads that are not complete. */
  readonly folder: string;
  /** Puts small objects there without a request for each. */
  fill(keys: readonly string[]): void;
  /** Environment variables that grant a process access. */
  readonly credentials: Readonly<Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY', string>>;
  /** Lets it answer nothing any more. */
  pause(): void;
  stop(): Promise<void>;
}

const BUCKET = 'test-files';
const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

const SERVER = `
  const S3rver = require('s3rver');
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: process.argv[1],
    configureBuckets: [{ name: '${BUCKET}' }],
  });
  server.run().then(({ port }) => console.log(port));
`;

/** In a process of its own: it signs its continuation tokens with a cipher that OpenSSL calls a legacy. */
export async function startS3Server(): Promise<S3Server> {
  const folder = mkdtempSync(join(tmpdir(), 'content-s3-'));
  const child = spawn(process.execPath, ['--openssl-legacy-provider', '-e', SERVER, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const endpoint = `http://127.0.0.1:${port.toString().trim()}`;
  return {
    endpoint,
    url: `s3://${BUCKET}/site?endpoint=${endpoint}`,
    bucket: BUCKET,
    folder,
    credentials: CREDENTIALS,
    fill(keys) {
      for (const key of keys) {
        const path = join(folder, BUCKET, `${key}._S3rver_object`);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, 'same');
        writeFileSync(`${path}.md5`, '51037a4a37730f52c8732586d3aaa316');
      }
    },
    pause() {
      child.kill('SIGSTOP');
    },
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
