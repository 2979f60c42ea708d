import { InvalidError } from '../../../kernel/errors.js';

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A place in an image, pixels from its upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A part of an image, pixels of the upright original. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

/** Areas by ratio code. */
export type Crops = Readonly<Record<string, Area>>;

/** A crop as clients send it: in pixels of the original, or of an image of `imgWidth` × `imgHeight`. */
export interface CropInput extends Area {
  readonly imgWidth?: number | undefined;
  readonly imgHeight?: number | undefined;
}

/** Null returns a ratio to its default. */
export type CropInputs = Readonly<Record<string, CropInput | null>>;

export const centreOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 });

/** The largest part of an image that has these proportions, centred on a point as far as the edges allow. */
export function largestCrop(image: Size, proportions: Size, around: Point): Area {
  const ratio = proportions.width / proportions.height;
  const isWider = image.width / image.height > ratio;
  const width = isWider ? within(1, Math.round(image.height * ratio), image.width) : image.width;
  const height = isWider ? image.height : within(1, Math.round(image.width / ratio), image.height);
  return {
    left: within(0, Math.round(around.x - width / 2), image.width - width),
    top: within(0, Math.round(around.y - height / 2), image.height - height),
    width,
    height,
  };
}

/** Whether an area lies in an image. */
export function fits({ left, top, width, height }: Area, image: Size): boolean {
  return left >= 0 && top >= 0 && left + width <= image.width && top + height <= image.height;
}

export function isSameArea(one: Area, other: Area): boolean {
  return (
    one.left === other.left &&
    one.top === other.top &&
    one.width === other.width &&
    one.height === other.height
  );
}

/**
 * A crop in pixels of the original. The size of the image that it was drawn on may be swapped: it is read the
 * other way round when that alone makes the crop fit.
 *
 * @param field JSON path of the crop
 * @throws InvalidError naming what does not fit
 */
export function scaleCrop(crop: CropInput, image: Size, field: string): Area {
  const { imgWidth = image.width, imgHeight = image.height } = crop;
  const straight = scaled(crop, image, { width: imgWidth, height: imgHeight });
  if (fits(straight, image)) return straight;
  const swapped = scaled(crop, image, { width: imgHeight, height: imgWidth });
  if (isSwapped(crop, image) && fits(swapped, image)) return swapped;
  const isTooWide = straight.left + straight.width > image.width;
  const side = isTooWide ? 'width' : 'height';
  throw InvalidError.field(
    `${field}.${side}`,
    `reaches beyond the image, which has ${image.width}x${image.height} pixels`,
  );
}

/** Whether the sides have more of the proportions of the image when they change places. */
function isSwapped({ imgWidth, imgHeight }: CropInput, { width, height }: Size): boolean {
  if (imgWidth === undefined || imgHeight === undefined) return false;
  const [wanted, sent] = [Math.log(width / height), Math.log(imgWidth / imgHeight)];
  return Math.abs(wanted + sent) < Math.abs(wanted - sent);
}

function scaled({ left, top, width, height }: CropInput, image: Size, drawnOn: Size): Area {
  const across = image.width / drawnOn.width;
  const down = image.height / drawnOn.height;
  const [x, y] = [Math.round(left * across), Math.round(top * down)];
  const isScaled = across !== 1 || down !== 1;
  // Rounding may lead one pixel out of the image.
  const limit = (length: number, most: number) =>
    isScaled && length === most + 1 ? most : Math.max(1, length);
  return {
    left: x,
    top: y,
    width: limit(Math.round(width * across), image.width - x),
    height: limit(Math.round(height * down), image.height - y),
  };
}

function within(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
