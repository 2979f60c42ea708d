import { expect } from '@jest/globals';
import { uploaded } from './picture-client.js';
import type { Client } from './service.js';

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Makes so many images, in a database that has none: their ids go from 1. */
export async function createImages(client: Client, count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    expect((await uploaded(client, { name: `${n}.png`, file: PNG })).id).toBe(n);
}
