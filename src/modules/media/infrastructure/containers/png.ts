import { wordSet } from '../../../../kernel/text.js';
import { constants, inflateSync } from 'node:zlib';
import type { BinaryFile } from './binary-file.js';
import { CUT_OFF, type ImageStructure, MAX_PARTS, Segments } from './segments.js';

const PNG_SIGNATURE_BYTES = 8;
const PNG_OVERHEAD_BYTES = 12;
const PNG_SAMPLE_BYTES = 16 * 1024;
const PNG_OUTPUT_BYTES = 1024 * 1024;
/** Chunks of the PNG specification (third edition) that are kept: picture, colours, animation. */
const PNG_KEPT = wordSet(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT',
);

export async function walkPng(file: BinaryFile): Promise<ImageStructure> {
  const segments = new Segments();
  segments.keep(0, PNG_SIGNATURE_BYTES);
  let hasPixels = false;
  for (let position = PNG_SIGNATURE_BYTES; position < file.size;) {
    const head = await file.bytes(position, 8);
    if (head.length < 8 || segments.countPart() > MAX_PARTS) return CUT_OFF;
    const end = position + PNG_OVERHEAD_BYTES + head.readUInt32BE(0);
    if (end > file.size) return CUT_OFF;
    const type = head.toString('latin1', 4, 8);
    if (PNG_KEPT.has(type)) segments.keep(position, end);
    if (type === 'IDAT' || type === 'fdAT') segments.notePixels(position + 8, end - 4);
    if (type === 'IEND') return hasPixels ? segments.complete() : CUT_OFF;
    if (type === 'IDAT' && !hasPixels) {
      hasPixels = isPacked(
        await file.bytes(position + 8, Math.min(end - 4, position + 8 + PNG_SAMPLE_BYTES) - position - 8),
      );
      if (!hasPixels) return CUT_OFF;
    }
    position = end;
  }
  return CUT_OFF;
}

/** Whether packed data begins as such data do. */
function isPacked(bytes: Buffer): boolean {
  try {
    inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: PNG_OUTPUT_BYTES });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  }
}
