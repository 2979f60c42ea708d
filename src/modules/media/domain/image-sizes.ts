import type { Size } from './crops.js';

/** A crop that every image gets, by the settings of the site. */
export interface CropRatio {
  readonly title: string;
  /** `3x1` */
  readonly code: string;
  /** `1200x400` */
  readonly sizes: readonly string[];
}

/** A size in which images are served. */
export interface ImageSize {
  /** `600x400`, or `600x` for a width alone. */
  readonly name: string;
  readonly width: number;
  /** Null: as the image has it. */
  readonly height: number | null;
  /** The ratio of the crop that it shows; null when it has none, and the crop follows the size itself. */
  readonly ratio: string | null;
}

/** Sizes of every site, besides those of its ratios. */
const STANDARD = ['35x35', '210x', '300x', '600x', '980x'];

/** All sizes of a site, each once, in the order in which they are shown. */
export function imageSizes(ratios: readonly CropRatio[]): readonly ImageSize[] {
  const sizes = new Map<string, ImageSize>();
  for (const name of STANDARD) sizes.set(name, sizeOf(name, sameProportions(name, ratios)));
  for (const { code, sizes: names } of ratios) {
    for (const name of names) if (!sizes.has(name)) sizes.set(name, sizeOf(name, code));
  }
  return [...sizes.values()];
}

/** `3x2` → 3 by 2. */
export function proportionsOf(code: string): Size {
  const [width = 1, height = 1] = code.split('x').map(Number);
  return { width, height };
}

function sizeOf(name: string, ratio: string | null): ImageSize {
  const [width = '', height = ''] = name.split('x');
  return { name, width: Number(width), height: height === '' ? null : Number(height), ratio };
}

function sameProportions(name: string, ratios: readonly CropRatio[]): string | null {
  if (name.endsWith('x')) return null;
  const { width, height } = proportionsOf(name);
  const same = ratios.find(({ code }) => {
    const ratio = proportionsOf(code);
    return ratio.width * height === ratio.height * width;
  });
  return same?.code ?? null;
}
