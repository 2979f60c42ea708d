import { InvalidError } from '../../../kernel/errors.js';
import {
  centreOf,
  type CropInput,
  type CropInputs,
  type Crops,
  isSameArea,
  largestCrop,
  type Point,
  scaleCrop,
  type Size,
} from './crops.js';
import { proportionsOf } from './image-sizes.js';

const MAX_VALUE = 1_000_000;
const NUMBERS = ['left', 'top', 'width', 'height', 'imgWidth', 'imgHeight'] as const;

/** Uses of crops. */
export interface Cropped extends Size {
  readonly focalPoint: Point;
  /** The centre of default crops before one was chosen. */
  readonly foundPoint: Point;
}

/**
 * Crops as a client sends them, by ratio code.
 *
 * @param field JSON path
 * @throws InvalidError
 */
export function parseCrops(sent: object, field: string): CropInputs {
  return Object.fromEntries(
    Object.entries(sent).map(([code, value]) => [
      code,
      value === null ? null : parseCrop(value, `${field}.${code}`),
    ]),
  );
}

/** The same, without those that are no crops. */
function readCrops(sent: object | null): CropInputs {
  const crops: Record<string, CropInput> = {};
  for (const [code, value] of Object.entries(sent ?? {})) {
    try {
      if (value !== null) crops[code] = parseCrop(value, code);
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
    }
  }
  return crops;
}

/**
 * Resolves crops for an image. One that was not drawn on an image of a given size, and is the default crop as
 * answers show it, before or after the focal point was found or chosen, is an answer sent back: null.
 *
 * @throws InvalidError for one that reaches beyond the image
 */
export function manualCrop(crop: CropInput, code: string, image: Cropped, field: string) {
  const area = scaleCrop(crop, image, field);
  if (crop.imgWidth !== undefined || crop.imgHeight !== undefined) return area;
  const isDefault = [image.focalPoint, image.foundPoint, centreOf(image)].some((point) =>
    isSameArea(area, largestCrop(image, proportionsOf(code), point)),
  );
  return isDefault ? null : area;
}

/** Manual crops that lie in the image. */
export function effectiveCrops(sent: object | null, image: Cropped): Crops {
  const crops: Record<string, NonNullable<ReturnType<typeof manualCrop>>> = {};
  for (const [code, crop] of Object.entries(readCrops(sent))) {
    try {
      const area = crop && manualCrop(crop, code, image, code);
      if (area) crops[code] = area;
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
    }
  }
  return crops;
}

function parseCrop(value: unknown, field: string): CropInput {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw InvalidError.field(field, 'must be an object with left, top, width and height');
  const sent = value as Readonly<Record<string, unknown>>;
  const crop: Partial<Record<(typeof NUMBERS)[number], number>> = {};
  for (const name of NUMBERS) {
    const number = parseNumber(sent[name], name, `${field}.${name}`);
    if (number !== undefined) crop[name] = number;
  }
  return crop as CropInput;
}

function parseNumber(value: unknown, name: (typeof NUMBERS)[number], field: string): number | undefined {
  const isPosition = name === 'left' || name === 'top';
  const isOptional = name === 'imgWidth' || name === 'imgHeight';
  if (isOptional && (value === undefined || value === null)) return undefined;
  const number = typeof value === 'string' && /^\s*-?\d{1,16}\s*$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw InvalidError.field(field, value === undefined ? 'is required' : 'must be an integer');
  const least = isPosition ? 0 : 1;
  if (number < least || number > MAX_VALUE)
    throw InvalidError.field(field, `must be from ${least} to ${MAX_VALUE}`);
  return number;
}
