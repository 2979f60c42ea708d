import sharp, { type Sharp } from 'sharp';

/** Channels of the pixels of a picture; `ink` is RGB that can be printed. */
export type Channels = 'rgb' | 'rgba' | 'ink' | 'grey+alpha';

/** A place in a picture, each from 0 (left, top) to 1 (right, bottom). */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** An area of a picture, in its pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface MapSize {
  /** Size of the picture as it is seen, upright. */
  readonly width: number;
  readonly height: number;
  readonly channels: Channels;
  readonly frames: number;
  /** EXIF orientation that the pixels are stored in. */
  readonly orientation: number;
}

/**
 * Place in the upright picture of a place in the stored one, by EXIF orientation (chapter 4.6.4 of EXIF 2.3).
 */
const SEEN: readonly ((stored: Place) => Place)[] = [
  ({ x, y }) => ({ x, y }),
  ({ x, y }) => ({ x: 1 - x, y }),
  ({ x, y }) => ({ x: 1 - x, y: 1 - y }),
  ({ x, y }) => ({ x, y: 1 - y }),
  ({ x, y }) => ({ x: y, y: x }),
  ({ x, y }) => ({ x: 1 - y, y: x }),
  ({ x, y }) => ({ x: 1 - y, y: 1 - x }),
  ({ x, y }) => ({ x: y, y: 1 - x }),
];

const OPACITY = 170;

/**
 * How places are written into pixels: the channels of x and y (of red, green,
 * blue, opacity), and their range.
 */
interface Scale {
  readonly x: 0 | 1 | 2 | 3;
  readonly y: 0 | 1 | 2 | 3;
  readonly from: number;
  readonly to: number;
  pixel(x: number, y: number, frame: number): readonly number[];
}

const COLOUR = { x: 0, y: 1, from: 40, to: 215 } as const;
const SCALES: Readonly<Record<Channels, Scale>> = {
  rgb: { ...COLOUR, pixel: (x, y, frame) => [x, y, 128 + 30 * frame] },
  rgba: { ...COLOUR, pixel: (x, y, frame) => [x, y, 128 + 30 * frame, OPACITY] },
  ink: { x: 0, y: 2, from: 80, to: 200, pixel: (x, y) => [x, 150, y] },
  'grey+alpha': { x: 0, y: 3, from: 40, to: 215, pixel: (x, y) => [x, y] },
};

/** A picture that shows in every pixel where it is; frames differ in blue. */
export function mapOf({ width, height, channels, frames, orientation }: MapSize): Sharp {
  const [storedWidth, storedHeight] = orientation > 4 ? [height, width] : [width, height];
  const seen = SEEN[orientation - 1] ?? ((place: Place) => place);
  const { from, to, pixel } = SCALES[channels];
  const level = (share: number) => Math.round(from + (to - from) * share);
  const size = pixel(0, 0, 0).length as 2 | 3 | 4;
  const pixels = Buffer.alloc(storedWidth * storedHeight * frames * size);
  let offset = 0;
  for (let row = 0; row < storedHeight * frames; row++) {
    const y = ((row % storedHeight) + 0.5) / storedHeight;
    for (let column = 0; column < storedWidth; column++) {
      const place = seen({ x: (column + 0.5) / storedWidth, y });
      const frame = Math.floor(row / storedHeight);
      for (const value of pixel(level(place.x), level(place.y), frame)) pixels[offset++] = value;
    }
  }
  const raw = { width: storedWidth, height: storedHeight * frames, channels: size };
  return sharp(pixels, { raw: { ...raw, ...(frames > 1 && { pageHeight: storedHeight }) } });
}

/** A grey picture with one thing in it that draws the eye: a face, say, of 3/8 of the shorter side. */
export function subjectAt(place: Place, width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3, 128);
  const radius = Math.min(width, height) * (3 / 16);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const distance = Math.hypot(x - place.x * width, y - place.y * height) / radius;
      if (distance > 1) continue;
      pixels.set(distance > 0.9 ? [20, 20, 20] : [230, 150, 110], (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Pixels of a decoded picture. */
export interface Decoded {
  readonly width: number;
  readonly height: number;
  /** Place in the map that the pixels around a place of this picture show. */
  whereIs(place: Place, channels: Channels): Place;
  /** Opacity there, 0 to 255. */
  opacityAt(place: Place): number;
}

/** A side that is too short to tell one place from another. */
export const SHORT = 8;

/** How many pixels around are looked at as well, against the noise of compression. */
const reach = (length: number) => (length < SHORT ? length : Math.min(2, Math.floor(length / 20)));

/** Decodes a frame as a browser would: colours by the profile, no orientation of its own. */
export async function decode(file: Buffer, frame = 0): Promise<Decoded> {
  const { data, info } = await sharp(file, { page: frame })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const mean = (place: Place, channel: number): number => {
    const [column, row] = [Math.floor(place.x * width), Math.floor(place.y * height)];
    const [across, down] = [reach(width), reach(height)];
    let [sum, count] = [0, 0];
    for (let y = Math.max(0, row - down); y <= Math.min(height - 1, row + down); y++) {
      for (let x = Math.max(0, column - across); x <= Math.min(width - 1, column + across); x++, count++) {
        sum += data[(y * width + x) * 4 + channel] ?? 0;
      }
    }
    return sum / count;
  };
  return {
    width,
    height,
    whereIs(place, channels) {
      const { x, y, from, to } = SCALES[channels];
      const [atX, atY] = [mean(place, x), mean(place, y)];
      return { x: (atX - from) / (to - from), y: (atY - from) / (to - from) };
    },
    opacityAt: (place) => mean(place, 3),
  };
}
