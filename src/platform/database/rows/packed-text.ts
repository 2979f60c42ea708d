import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Takes a quarter of the time of the usual level, for a twentieth more bytes. */
const FAST = { level: 1 };

/** A long text as a column keeps it: deflated, in base64, which no server has to escape. */
export const packed = (text: string): string => deflateRawSync(Buffer.from(text), FAST).toString('base64');

/** The text that was packed. */
export const unpacked = (content: string): string =>
  inflateRawSync(Buffer.from(content, 'base64')).toString('utf8');
