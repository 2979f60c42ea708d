import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import sharp from 'sharp';
import { at, formOf, median, timed, unique, upload } from './client.mjs';

const WARM_UP_ROUNDS = 3;
/** They are so short that what else the machine does may double one of them. */
const UPLOADS_A_ROUND = 12;
const CONNECTIONS = 8;
const SECONDS = 3;
/** A process counts as idle when it has used less than a tenth of this time. */
const IDLE_MS = 200;
const IDLE_SHARE = 0.1;
const MAX_IDLE_POLLS = 50;
const KEPT_SIZE = '600x400';
export const FORMATS = { jpg: '*/*', webp: 'image/webp,*/*', avif: 'image/avif,image/webp,*/*' };

/**
 * Uploads a photograph of 12 megapixels: to the service, the bare server and
 * the bare work, one after the other in each round. Each takes a small picture
 * before, untimed: a machine that has just slept takes longer for anything.
 */
export async function measureUpload(service, floor, { pictures, rounds }) {
  const camera = await readFile(join(pictures, 'camera.jpg'));
  const small = await sharp(camera).resize(64).jpeg().toBuffer();
  const file = join(pictures, 'unique.jpg');
  const send = async (jpeg) =>
    (await timed(`${floor.origin}/images`, { method: 'POST', ...formOf(unique(jpeg)) })).milliseconds;
  const keep = async (jpeg) => {
    await writeFile(file, unique(jpeg));
    return floor.run('keep', { file });
  };
  const awake = (take) => async () => {
    await take(small);
    return take(camera);
  };
  return inRounds(service, rounds * UPLOADS_A_ROUND, {
    service: awake(async (jpeg) => (await upload(service, formOf(unique(jpeg)))).milliseconds),
    floor: awake(send),
    bare: awake(keep),
  });
}

/**
 * All thumbnails of a photograph that was just uploaded, on one connection,
 * beside one decode and a bare pipeline for each.
 */
export async function measureThumbnails(service, floor, { pictures, rounds, format }) {
  const camera = await readFile(join(pictures, 'camera.jpg'));
  const file = join(pictures, 'unique.jpg');
  const headers = { accept: FORMATS[format] };
  const { image: any } = await upload(service, formOf(unique(camera)));
  const sizes = Object.keys(any.thumbnails).filter((size) => size !== 'origin');
  return inRounds(service, rounds, {
    service: async () => {
      const { image } = await upload(service, formOf(unique(camera)));
      let milliseconds = 0;
      for (const size of sizes) {
        const answer = await timed(at(service, image.thumbnails[size]), { headers });
        milliseconds += answer.milliseconds;
        await mustBe(answer.bytes, size, format);
      }
      return milliseconds;
    },
    floor: async () => {
      await writeFile(file, unique(camera));
      return floor.run('thumbnails', { file, format, sizes });
    },
  });
}

/** The comparison is worth something only while both make the same. */
async function mustBe(bytes, size, format) {
  const { width, height, format: actual, compression } = await sharp(bytes).metadata();
  const [wantedWidth, wantedHeight] = size.split('x').map(Number);
  const kind = compression === 'av1' ? 'avif' : actual.replace('jpeg', 'jpg');
  const isWrong = width !== wantedWidth || (wantedHeight > 0 && height !== wantedHeight);
  if (isWrong || kind !== format) throw new Error(`${size} is ${width}x${height} ${kind}, not ${format}.`);
}

/** Answers a second for a thumbnail that is there, beside express.static with the same file. */
export async function measureKept(service, floor, { pictures, floorFolder, rounds }) {
  const { image } = await upload(service, formOf(unique(await readFile(join(pictures, 'camera.jpg')))));
  const url = at(service, image.thumbnails[KEPT_SIZE]);
  const { bytes } = await timed(url);
  await writeFile(join(floorFolder, 'static', 'kept.jpg'), bytes);
  const perSecond = async (target) => {
    const {
      '2xx': answers,
      duration,
      non2xx,
      errors,
    } = await autocannon({
      url: target,
      connections: CONNECTIONS,
      duration: SECONDS,
    });
    if (non2xx + errors > 0) throw new Error(`${target}: ${non2xx} failures, ${errors} errors.`);
    return answers / duration;
  };
  return inRounds(service, Math.ceil(rounds / 2), {
    service: () => perSecond(url),
    floor: () => perSecond(`${floor.origin}/static/kept.jpg`),
  });
}

/**
 * Each side in turn, in changing order, so that what else the machine does hits all.
 * @returns the values by side
 */
async function inRounds(service, rounds, sides) {
  const names = Object.keys(sides);
  const values = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) {
      await untilIdle(service);
      const value = await sides[name]();
      if (round >= 0) values[name].push(value);
    }
  }
  return values;
}

/**
 * After an upload the service goes on: it looks for the point of attention. That is not to slow the next one.
 */
async function untilIdle(service) {
  for (let before = service.processorTime(), tries = 0; tries < MAX_IDLE_POLLS; tries++) {
    await delay(IDLE_MS);
    const now = service.processorTime();
    if (now - before <= IDLE_MS * IDLE_SHARE) return;
    before = now;
  }
}

/**
 * In the middle of the rounds; and of the fastest on each side, which is what a
 * machine that is busy tells best.
 */
export function ratiosOf(side, base) {
  const rounds = side.map((value, round) => value / base[round]);
  return { median: median(rounds), fastest: Math.min(...side) / Math.min(...base) };
}
