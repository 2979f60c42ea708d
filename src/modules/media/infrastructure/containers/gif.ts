import type { BinaryFile } from './binary-file.js';
import { CUT_OFF, type ImageStructure, MAX_PARTS, Segments } from './segments.js';

const GIF = { extension: 0x21, image: 0x2c, trailer: 0x3b, control: 0xf9, application: 0xff };
const GIF_HEADER_BYTES = 13;
const GIF_STEP_BYTES = 16 * 1024;
const GIF_IMAGE_BYTES = 10;
/** Say how often the animation is repeated. */
const GIF_LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

const colourTableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

export async function walkGif(file: BinaryFile): Promise<ImageStructure> {
  const segments = new Segments();
  const first = GIF_HEADER_BYTES + colourTableBytes(await file.byte(10));
  segments.keep(0, first);
  for (let position = first; position < file.size;) {
    const kind = await file.byte(position);
    if (kind === GIF.trailer) {
      segments.keep(position, position + 1);
      return segments.complete();
    }
    if (kind !== GIF.extension && kind !== GIF.image) return CUT_OFF;
    if (segments.countPart() > MAX_PARTS) return CUT_OFF;
    const isKept = kind === GIF.image || (await isGifPicture(file, position));
    const blocks =
      kind === GIF.image
        ? position + GIF_IMAGE_BYTES + colourTableBytes(await file.byte(position + 9)) + 1
        : position + 2;
    const end = await endOfBlocks(file, blocks);
    if (isKept) segments.keep(position, end);
    if (kind === GIF.image) segments.notePixels(blocks, end);
    position = end;
  }
  return CUT_OFF;
}

async function isGifPicture(file: BinaryFile, position: number): Promise<boolean> {
  const label = await file.byte(position + 1);
  if (label !== GIF.application) return label === GIF.control;
  return GIF_LOOPS.has((await file.bytes(position + 3, 11)).toString('latin1'));
}

async function endOfBlocks(file: BinaryFile, start: number): Promise<number> {
  let position = start;
  while (position < file.size) {
    const bytes = await file.bytes(position, GIF_STEP_BYTES);
    let at = 0;
    while (at < bytes.length) {
      const length = bytes[at] ?? 0;
      at += 1 + length;
      if (length === 0) return position + at;
    }
    position += at;
  }
  return position;
}
