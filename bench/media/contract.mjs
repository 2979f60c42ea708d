import { openAsBlob } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { randomFrom } from '../cases.mjs';
import { at, percentile, timed, unique } from './client.mjs';

const UPLOADS = 10;
const CONNECTIONS = 8;
const ALONE_MS = 3000;
/** As a browser of today asks for images. */
const ACCEPT = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8';

/**
 * Ten large photographs uploaded at one time, then all their thumbnails in any order, while somebody reads a post
 * all the time.
 *
 * @returns megabytes, milliseconds and seconds
 */
export async function measureContract(service, { pictures, postPath }) {
  const files = await tenFiles(pictures);
  const reader = new Reader(service, postPath);
  await delay(ALONE_MS);
  const alone = reader.take();

  const start = performance.now();
  const images = await Promise.all(files.map((file) => uploadFile(service, file)));
  const uploaded = performance.now();
  const duringUploads = reader.take();

  await fetchThumbnails(service, images);
  const finished = performance.now();
  const duringThumbnails = reader.take();
  await reader.stop();
  return {
    memory: service.memory().peak,
    thumbnails: images.flatMap(({ thumbnails }) => Object.keys(thumbnails)).length,
    uploadSeconds: (uploaded - start) / 1000,
    thumbnailSeconds: (finished - uploaded) / 1000,
    reads: { alone: p99(alone), duringUploads: p99(duringUploads), duringThumbnails: p99(duringThumbnails) },
    readCount: duringUploads.length + duringThumbnails.length,
    p99: p99([...duringUploads, ...duringThumbnails]),
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

/** Reads a post on one connection, again and again. */
class Reader {
  #milliseconds = [];
  #isStopped = false;
  #reading;

  constructor(service, path) {
    this.#reading = this.#read(service, path);
    // Whoever takes or stops hears of it.
    this.#reading.catch(() => undefined);
  }

  /** What has been measured since the last time. */
  take() {
    return this.#milliseconds.splice(0);
  }

  async stop() {
    this.#isStopped = true;
    await this.#reading;
  }

  async #read(service, path) {
    while (!this.#isStopped) {
      const { milliseconds } = await timed(service.origin + path, { headers: service.headers });
      this.#milliseconds.push(milliseconds);
    }
  }
}
