import type { ImageFormat } from '../domain/image.entity.js';

export const HEAVY_BYTES_PER_PIXEL = 20;

/** AVIF and its relatives are decoded as a whole, in several copies. */
export const isHeavy = (format: ImageFormat): boolean => format === 'avif' || format === 'heif';
