import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib';

/** Accepted encodings. `deflate` is decoded but not asked for: two formats go by that name. */
export const ACCEPTED_ENCODINGS = 'gzip, br, zstd';

/** Logarithm of the largest window that a zstd body may ask for: 8 MB (RFC 9659). */
const ZSTD_WINDOW = { [constants.ZSTD_d_windowLogMax]: 23 };

/** Few large pieces: each one is a turn of the event loop. */
const PIECES = { chunkSize: 64 * 1024 };

/** Like browsers: what came is decompressed at once, and a body whose end is missing is taken as it is. */
const ZLIB = { ...PIECES, flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = {
  ...PIECES,
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};
const ZSTD = { ...PIECES, finishFlush: constants.ZSTD_e_continue, params: ZSTD_WINDOW };

const DECOMPRESSORS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => createUnzip(ZLIB)],
  ['x-gzip', () => createUnzip(ZLIB)],
  ['deflate', () => createUnzip(ZLIB)],
  ['br', () => createBrotliDecompress(BROTLI)],
  ['zstd', () => createZstdDecompress(ZSTD)],
]);

/**
 * The decompressor for a Content-Encoding: null when there is nothing to do, undefined when it is not known.
 */
export function decompressorFor(encoding: string | undefined): Transform | null | undefined {
  const name = (encoding ?? '').trim().toLowerCase();
  return name === '' || name === 'identity' ? null : DECOMPRESSORS.get(name)?.();
}

/**
 * A body without its compression. Destroying it destroys the body that it comes from.
 *
 * @param check sees each piece before it is decompressed, and may throw
 */
export function decompressed(
  body: Readable,
  decompressor: Transform,
  check: (piece: Buffer) => void,
): Readable {
  const checked = async function* (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      check(piece);
      yield piece;
    }
  };
  // A failure shows on the decompressor, where the body is read.
  return pipeline(body, checked, decompressor, () => undefined);
}
