import { crc32, deflateSync } from 'node:zlib';

/** Text in every metadata block of a test picture, which must not leave the service with it. */
export const SECRET = 'SECRET-of-the-photographer';

const text = (value: string, encoding: BufferEncoding = 'latin1') => Buffer.from(value, encoding);
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** `bytes` with others in the place of those at `offset`. */
export function patched(bytes: Buffer, offset: number, value: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, offset), value, bytes.subarray(offset + value.length)]);
}

export interface Exif {
  /** 1 to 8. */
  readonly orientation?: number;
  /** Whether it names an artist and a place. */
  readonly isTelling?: boolean;
}

/** An EXIF block (TIFF structure, little-endian) as JPEG, PNG and WebP carry it. */
export function exif({ orientation = 1, isTelling = false }: Exif): Buffer {
  const artist = text(`${SECRET}\0`);
  const degrees = [51, 1, 30, 1, 26, 1];
  const telling = isTelling ? 2 : 0;
  const data = 8 + 2 + (1 + telling) * 12 + 4;
  const gps = data + artist.length + (artist.length % 2);
  const bytes = Buffer.alloc(gps + 2 + 2 * 12 + 4 + degrees.length * 4);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(1 + telling, 8);
  entry(bytes, 10, { tag: 0x0112, type: 3, count: 1, value: orientation });
  if (!isTelling) return bytes.subarray(0, data);
  entry(bytes, 22, { tag: 0x013b, type: 2, count: artist.length, value: data });
  entry(bytes, 34, { tag: 0x8825, type: 4, count: 1, value: gps });
  artist.copy(bytes, data);
  bytes.writeUInt16LE(2, gps);
  entry(bytes, gps + 2, { tag: 1, type: 2, count: 2, value: 0x4e });
  entry(bytes, gps + 14, { tag: 2, type: 5, count: 3, value: gps + 30 });
  degrees.forEach((number, index) => bytes.writeUInt32LE(number, gps + 30 + index * 4));
  return bytes;
}

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: number;
}

function entry(bytes: Buffer, offset: number, { tag, type, count, value }: Entry): void {
  bytes.writeUInt16LE(tag, offset);
  bytes.writeUInt16LE(type, offset + 2);
  bytes.writeUInt32LE(count, offset + 4);
  bytes.writeUInt32LE(value, offset + 8);
}

export const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${SECRET}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** Captions of a picture in the form that press agencies send (IPTC-IIM). */
export interface Iptc {
  readonly byLine?: string | readonly string[];
  readonly caption?: string;
  /** UTF-8 is announced in the block; Latin-1 is what is meant when nothing is. */
  readonly encoding: 'utf8' | 'latin1';
}

/**
 * A `Photoshop 3.0` resource block with IPTC-IIM records: 1:90 character set, 2:80 by-line, 2:120 caption.
 */
export function iptc({ byLine = [], caption, encoding }: Iptc): Buffer {
  const record = (set: number, number: number, value: Buffer) =>
    Buffer.concat([Buffer.from([0x1c, set, number]), uint16(value.length), value]);
  const records = Buffer.concat([
    ...(encoding === 'utf8' ? [record(1, 90, text('\x1b%G'))] : []),
    record(2, 0, uint16(4)),
    ...[byLine].flat().map((name) => record(2, 80, text(name, encoding))),
    ...(caption === undefined ? [] : [record(2, 120, text(caption, encoding))]),
  ]);
  const padding = Buffer.alloc(records.length % 2);
  const head = text('Photoshop 3.0\0' + '8BIM\x04\x04' + '\0\0');
  return Buffer.concat([head, uint32(records.length), records, padding]);
}

/** A JPEG segment: `0xe1` is APP1, `0xfe` a comment. */
export function jpegSegment(marker: number, payload: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), uint16(payload.length + 2), payload]);
}

export const jpegExif = (content: Exif) =>
  jpegSegment(0xe1, Buffer.concat([text('Exif\0\0'), exif(content)]));
export const jpegXmp = () => jpegSegment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${XMP}`));
export const jpegIptc = (content: Iptc) => jpegSegment(0xed, iptc(content));
export const jpegComment = (comment: string) => jpegSegment(0xfe, text(comment));

/** A JPEG with more segments, at its beginning. */
export function withSegments(jpeg: Buffer, ...segments: readonly Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** Offset of the frame header of a JPEG: marker, length, precision, then height and width as 16 bits each. */
export function frameHeaderOf(jpeg: Buffer): number {
  let offset = 2;
  while (!isFrameHeader(jpeg[offset + 1] ?? 0)) offset += 2 + jpeg.readUInt16BE(offset + 2);
  return offset;
}

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([text(type), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

const HEADER_END = 8 + 25;

/** A PNG with more chunks, after its header. */
export function withChunks(png: Buffer, ...chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, HEADER_END), ...chunks, png.subarray(HEADER_END)]);
}

export const pngText = (content: string) => pngChunk('tEXt', text(`Comment\0${content}`));
export const pngZippedText = (content: Buffer) =>
  pngChunk('zTXt', Buffer.concat([text('Comment\0\0'), deflateSync(content)]));
export const pngXmp = () => pngChunk('iTXt', text(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`));
export const pngProfile = (content: Buffer) =>
  pngChunk('iCCP', Buffer.concat([text('profile\0\0'), deflateSync(content)]));

/** A GIF with a comment, before its first frame. */
export function withGifComment(gif: Buffer, comment: string): Buffer {
  const flags = gif[10] ?? 0;
  const start = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const block = Buffer.concat([Buffer.from([0x21, 0xfe, comment.length]), text(comment), Buffer.alloc(1)]);
  return Buffer.concat([gif.subarray(0, start), block, gif.subarray(start)]);
}

/** A chunk of a WebP, padded to an even length. */
export function webpChunk(type: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  return Buffer.concat([text(type), size, data, Buffer.alloc(data.length % 2)]);
}

export const webp = (...chunks: readonly Buffer[]) =>
  webpChunk('RIFF', Buffer.concat([text('WEBP'), ...chunks]));

/** Parts that a WebP may hold besides its picture (flags of VP8X, from the highest byte). */
export const WEBP_EXIF = 0x08_00_00_00;
export const WEBP_ANIMATION = 0x02_00_00_00;

/** The chunk that tells the size of a WebP that is more than a picture. */
export function webpHead(flags: number, width: number, height: number): Buffer {
  const size = [width, height].map((side) => uint24(side - 1));
  return webpChunk('VP8X', Buffer.concat([uint32(flags), ...size]));
}

/** Little-endian. */
export const uint24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);

/** A little-endian TIFF with another number for a tag that is there. */
export function withTiffTag(tiff: Buffer, tag: number, value: number): Buffer {
  const bytes = Buffer.from(tiff);
  const directory = bytes.readUInt32LE(4);
  for (let n = 0; n < bytes.readUInt16LE(directory); n++) {
    const at = directory + 2 + n * 12;
    if (bytes.readUInt16LE(at) === tag) entry(bytes, at, { tag, type: 4, count: 1, value });
  }
  return bytes;
}
