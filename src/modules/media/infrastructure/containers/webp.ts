import type { BinaryFile } from './binary-file.js';
import { CUT_OFF, type ImageStructure, MAX_PARTS, Segments } from './segments.js';

const RIFF_HEADER_BYTES = 12;
const WEBP_KEPT = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L']);
const WEBP_PIXELS = new Set(['ALPH', 'VP8 ', 'VP8L']);
/** Bytes of a frame chunk before its inner chunks: header, position, size and duration. */
const WEBP_FRAME_BYTES = 24;
/** Flags of the VP8X chunk that say that there are EXIF and XMP chunks. */
const WEBP_METADATA = 0x0c;

/** WebP container specification: RIFF chunks, padded to an even length. */
export async function walkWebp(file: BinaryFile): Promise<ImageStructure> {
  const segments = new Segments();
  const riff = await file.bytes(0, RIFF_HEADER_BYTES);
  const size = 8 + riff.readUInt32LE(4);
  if (size > file.size) return CUT_OFF;
  let bytes = 4;
  let hasPicture = false;
  for (let position = RIFF_HEADER_BYTES; position + 8 <= size;) {
    const head = Buffer.from(await file.bytes(position, 9));
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    const end = position + 8 + length + (length % 2);
    if (end > size + 1 || segments.countPart() > MAX_PARTS) return CUT_OFF;
    if (WEBP_PIXELS.has(type)) segments.notePixels(position + 8, position + 8 + length);
    else if (type === 'ANMF') await noteWebpFrame(file, position + WEBP_FRAME_BYTES, end, segments);
    if (WEBP_KEPT.has(type)) {
      bytes += end - position;
      if (type === 'VP8X') {
        head.writeUInt8(head.readUInt8(8) & ~WEBP_METADATA, 8);
        segments.list.push(head, { start: position + 9, end });
      } else segments.keep(position, end);
      hasPicture ||= type.startsWith('VP8') ? type !== 'VP8X' : type === 'ANMF';
    }
    position = end;
  }
  if (!hasPicture) return CUT_OFF;
  const header = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  header.writeUInt32LE(bytes, 4);
  return { ...segments.complete(), kept: [header, ...segments.list] };
}

async function noteWebpFrame(
  file: BinaryFile,
  start: number,
  end: number,
  segments: Segments,
): Promise<void> {
  for (let position = start; position + 8 <= end && segments.countPart() <= MAX_PARTS;) {
    const head = await file.bytes(position, 8);
    const length = head.readUInt32LE(4);
    const next = position + 8 + length;
    if (next <= end && WEBP_PIXELS.has(head.toString('latin1', 0, 4)))
      segments.notePixels(position + 8, next);
    position = next + (length % 2);
  }
}
