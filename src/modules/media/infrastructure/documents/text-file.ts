import type { BinaryFile } from '../containers/binary-file.js';

const STEP_BYTES = 64 * 1024;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;
const VERTICAL_TAB = 0x0b;
const BLANK = 0x20;
const DELETE = 0x7f;

/**
 * Whether a file is text, in UTF-8, in UTF-16 with its mark, or in a code page of eight bits: it has no
 * control characters but those that part fields and lines.
 */
export async function isText(file: BinaryFile): Promise<boolean> {
  const wide = wideOffset(await file.bytes(0, 2));
  if (wide !== null && file.size % 2 !== 0) return false;
  for (let position = 0; position < file.size; position += STEP_BYTES) {
    const bytes = await file.bytes(position, STEP_BYTES);
    if (wide === null ? bytes.some(isControl) : hasWideControl(bytes, wide)) return false;
  }
  return true;
}

/** Offset of the lower byte in a UTF-16 character; null when the text is not UTF-16. */
function wideOffset([first, second]: Buffer): 0 | 1 | null {
  if (first === 0xff && second === 0xfe) return 0;
  return first === 0xfe && second === 0xff ? 1 : null;
}

function isControl(byte: number): boolean {
  if (byte >= BLANK) return byte === DELETE;
  return byte < TAB || byte > CARRIAGE_RETURN || byte === VERTICAL_TAB;
}

function hasWideControl(bytes: Buffer, offset: 0 | 1): boolean {
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    if (bytes[index + 1 - offset] === 0 && isControl(bytes[index + offset] ?? 0)) return true;
  }
  return false;
}
