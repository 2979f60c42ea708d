import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { pngChunk, webp, webpChunk, withChunks, withGifComment } from '../support/picture-bytes.js';
import { refused, serve, upload, uploaded } from '../support/picture-client.js';
import { longGif, SAMPLES } from '../support/picture-faults.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const MARKUP = '<svg>';
const [WIDTH, HEIGHT] = [300, 200];
const create = { width: WIDTH, height: HEIGHT, channels: 3, background: 'red' } as const;
const plain = await sharp({ create }).png().toBuffer();
/** Rows of pixels that spell it, not packed. Each row begins with the number of its filter. */
const rows = Buffer.concat(
  Array.from({ length: HEIGHT }, () => [Buffer.alloc(1), Buffer.alloc(WIDTH * 3, `${MARKUP}......`)]).flat(),
);
/** Between the header of a PNG and its end. */
const png = Buffer.concat([
  plain.subarray(0, 33),
  pngChunk('IDAT', deflateSync(rows, { level: 0 })),
  plain.subarray(-12),
]);

/** A frame of a GIF whose packed pixels spell it. */
function gif(): Buffer {
  const still = longGif(WIDTH, HEIGHT, 1);
  const pixels = Buffer.concat(
    Array.from({ length: 40 }, () => Buffer.concat([Buffer.from([255]), Buffer.alloc(255, MARKUP)])),
  );
  // In the place of the only block, which the end of blocks and the end of the file follow.
  return Buffer.concat([still.subarray(0, -5), pixels, still.subarray(-2)]);
}

/** A chunk of a WebP that is longer than what it needs, as encoders do not make it but decoders take it. */
function spelled(file: Buffer): Buffer {
  const type = file.toString('latin1', 12, 16);
  const size = file.readUInt32LE(16);
  return webpChunk(type, Buffer.concat([file.subarray(20, 20 + size), Buffer.alloc(10_000, MARKUP)]));
}

const frame = (...chunks: readonly Buffer[]) =>
  webpChunk('ANMF', Buffer.concat([SAMPLES.moving.subarray(anmf() + 8, anmf() + 24), ...chunks]));
const anmf = () => SAMPLES.moving.indexOf('ANMF');
const beforeFrames = () => SAMPLES.moving.subarray(12, anmf());

describe('Pixels that look like markup by chance', () => {
  test.each<[name: string, file: Buffer]>([
    ['a.png', png],
    ['a.gif', gif()],
    ['a.webp', webp(spelled(SAMPLES.webp))],
    ['moving.webp', webp(beforeFrames(), frame(spelled(SAMPLES.webp)), frame(spelled(SAMPLES.webp)))],
  ])('are no reason to refuse %s', async (name, file) => {
    expect(file.includes(MARKUP)).toBe(true);
    const { image_original_url: url } = await uploaded(service, { name, file });
    expect((await serve(service, url)).body.includes(MARKUP)).toBe(true);
  });
});

describe('Markup besides the pixels', () => {
  const much = Buffer.alloc(20_000, MARKUP);

  test.each<[name: string, file: Buffer]>([
    ['chunk.png', withChunks(png, pngChunk('seCr', Buffer.from(`--${MARKUP}--`)))],
    ['large-chunk.png', withChunks(SAMPLES.png, pngChunk('seCr', much))],
    ['behind.png', Buffer.concat([SAMPLES.png, much])],
    [
      'between.png',
      Buffer.concat([SAMPLES.png.subarray(0, -12), pngChunk('seCr', much), SAMPLES.png.subarray(-12)]),
    ],
    ['comment.gif', withGifComment(gif(), `--${MARKUP}--`)],
    ['behind.gif', Buffer.concat([gif(), Buffer.from(MARKUP)])],
    ['chunk.webp', webp(spelled(SAMPLES.webp), webpChunk('seCr', much))],
    ['behind.webp', Buffer.concat([webp(spelled(SAMPLES.webp)), Buffer.from(MARKUP)])],
    [
      'frame.webp',
      webp(
        beforeFrames(),
        frame(spelled(SAMPLES.webp), webpChunk('seCr', much)),
        frame(spelled(SAMPLES.webp)),
      ),
    ],
  ])('is: %s', async (name, file) => {
    const call = upload(service, [{ name, file }]);
    expect(await refused(call, 422)).toEqual(['file']);
    expect((await call).body.detail).toContain('HTML');
  });
});
