import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { randomFrom } from '../cases.mjs';
import { at, median, percentile, timed, unique } from './client.mjs';

const UPLOADS = 10;
const CONNECTIONS = 8;
const MORE_UPLOADS = 4;
const ALONE_MS = 3000;
/** As a browser of today asks for images. */
const ACCEPT = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8';

/**
 * Ten large photographs uploaded at one time, then all their thumbnails in any
 * order, while somebody reads a post all the time.
 *
 * @returns megabytes, milliseconds and seconds
 */
export async function measureContract(service, { pictures, postPath }) {
  const reader = new Reader(service, postPath);
  await delay(ALONE_MS);
  const alone = await reader.take();

  const uploadTimes = [];
  const duringUploads = [];
  const uploadTen = async () => {
    const files = await tenFiles(pictures);
    await reader.take();
    const start = performance.now();
    const images = await Promise.all(files.map((file) => uploadFile(service, file)));
    uploadTimes.push((performance.now() - start) / 1000);
    duringUploads.push(...(await reader.take()));
    return images;
  };
  const images = await uploadTen();

  const start = performance.now();
  await fetchThumbnails(service, images);
  const thumbnailSeconds = (performance.now() - start) / 1000;
  const duringThumbnails = await reader.take();
  const memory = service.memory().peak;

  // One time is too short for a percentile.
  for (let more = 0; more < MORE_UPLOADS; more++) {
    await delay(ALONE_MS);
    await uploadTen();
  }
  await reader.stop();
  const reads = {
    alone: p99(alone),
    duringUploads: p99(duringUploads),
    duringThumbnails: p99(duringThumbnails),
  };
  return {
    memory,
    thumbnails: images.flatMap(({ thumbnails }) => Object.keys(thumbnails)).length,
    uploadSeconds: median(uploadTimes),
    thumbnailSeconds,
    reads,
    // Thumbnails take so much longer that one figure for both would not show the uploads.
    p99: Math.max(reads.duringUploads, reads.duringThumbnails),
  };
}

const p99 = (milliseconds) => percentile(milliseconds, 0.99);

/** Every other one is progressive: those are decoded as a whole. */
async function tenFiles(pictures) {
  const sources = await Promise.all(
    ['baseline', 'progressive'].map((name) => readFile(join(pictures, `${name}.jpg`))),
  );
  const paths = Array.from({ length: UPLOADS }, (_, n) => join(pictures, `large-${n}.jpg`));
  for (const [n, path] of paths.entries()) await writeFile(path, unique(sources[n % 2]));
  return paths;
}

async function uploadFile(service, path) {
  const form = new FormData();
  form.append('file', await openAsBlob(path, { type: 'image/jpeg' }), 'large.jpg');
  const headers = { 'x-rmauth': service.headers['x-rmauth'] };
  const { bytes } = await timed(`${service.origin}/api/1.3/images`, { method: 'POST', headers, body: form });
  return JSON.parse(bytes);
}

async function fetchThumbnails(service, images) {
  const random = randomFrom(0);
  const urls = images
    .flatMap(({ thumbnails }) => Object.values(thumbnails))
    .map((url) => ({ url: at(service, url), rank: random() }))
    .sort((one, other) => one.rank - other.rank);
  const fetchNext = async () => {
    for (let next = urls.pop(); next; next = urls.pop())
      await timed(next.url, { headers: { accept: ACCEPT } });
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, fetchNext));
}

/** Somebody who reads a post all the time. */
class Reader {
  #worker;
  #failure;

  constructor({ origin, headers }, path) {
    const workerData = { url: origin + path, headers };
    this.#worker = new Worker(new URL('reader.mjs', import.meta.url), { workerData });
    this.#failure = once(this.#worker, 'exit').then(() => Promise.reject(new Error('A read failed.')));
    this.#failure.catch(() => undefined);
  }

  /** Milliseconds of each read since the last time. */
  async take() {
    const answer = once(this.#worker, 'message');
    this.#worker.postMessage('take');
    const [milliseconds] = await Promise.race([answer, this.#failure]);
    return milliseconds;
  }

  stop() {
    return this.#worker.terminate();
  }
}
