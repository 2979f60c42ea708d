/** A part of a file, to its end without the last byte. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** A part of a file, or bytes that take the place of one. */
export type Segment = Buffer | ByteSpan;

/** The segments of an image file, found by walking over its blocks without decoding them. */
export interface ImageStructure {
  /** Whether the file goes to the end of the image, in no more parts than are worth copying. */
  readonly isComplete: boolean;
  /** All that the picture needs, in order: without metadata, comments and whatever follows the image. */
  readonly kept: readonly Segment[];
  /** Packed pixels, in order, without small parts. */
  readonly pixels: readonly ByteSpan[];
}

const isRange = (segment: Segment | undefined): segment is ByteSpan =>
  segment !== undefined && !Buffer.isBuffer(segment);

/** Bytes of packed pixels that are worth noting where they are: a file may have millions of smaller parts. */
const SMALLEST_PIXELS = 1024;

/**
 * Parts of a file that are looked at. Images have some thousands; a file may be made of millions of empty
 * ones, which take minutes to look at.
 */
export const MAX_PARTS = 100_000;

/** A file in more parts is decoded and made anew, which costs less than to copy them one by one. */
const MAX_KEPT = 10_000;

export class Segments {
  readonly list: Segment[] = [];
  readonly pixels: ByteSpan[] = [];
  private parts = 0;

  /** @returns how many parts of the file have been looked at, this one included */
  countPart(): number {
    this.parts += 1;
    return this.parts;
  }

  keep(start: number, end: number): void {
    if (this.list.length > MAX_KEPT) return;
    const last = this.list.at(-1);
    if (isRange(last) && last.end === start) this.list[this.list.length - 1] = { start: last.start, end };
    else this.list.push({ start, end });
  }

  notePixels(start: number, end: number): void {
    if (end - start >= SMALLEST_PIXELS) this.pixels.push({ start, end });
  }

  complete(): ImageStructure {
    if (this.list.length > MAX_KEPT || this.parts > MAX_PARTS) return CUT_OFF;
    return { isComplete: true, kept: this.list, pixels: this.pixels };
  }
}

export const CUT_OFF: ImageStructure = { isComplete: false, kept: [], pixels: [] };
