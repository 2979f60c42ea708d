import type { BinaryFile } from './binary-file.js';
import { walkGif } from './gif.js';
import { walkJpeg } from './jpeg.js';
import { walkPng } from './png.js';
import type { ImageStructure } from './segments.js';
import { walkWebp } from './webp.js';

const WALKERS = { jpeg: walkJpeg, png: walkPng, gif: walkGif, webp: walkWebp };

/** Formats whose metadata can be left out without touching a pixel. */
export type WalkedFormat = keyof typeof WALKERS;

export function isWalked(format: string): format is WalkedFormat {
  return Object.hasOwn(WALKERS, format);
}

export function structureOf(file: BinaryFile, format: WalkedFormat): Promise<ImageStructure> {
  return WALKERS[format](file);
}
