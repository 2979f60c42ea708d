import sharp from 'sharp';
import { DOCUMENTS_PATH } from './document-uploads.js';
import { pdf } from './documents.js';
import { type ImageAnswer, ok, uploaded } from './picture-client.js';
import type { Client } from './service.js';

/** An image or a document that was uploaded. */
export interface Media {
  readonly id: number;
  readonly shortcode: string;
}

let serial = 0;

/** A picture that differs from the ones before. */
export const newPicture = (): Promise<Buffer> => {
  const background = { r: ++serial % 256, g: 7, b: 9 };
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
};
/** A document that differs from the ones before. */
export const newPdf = (): Buffer => pdf(`text ${++serial}`);

export const newImage = async (client: Client): Promise<ImageAnswer> =>
  uploaded(client, { name: 'photo.png', file: await newPicture() });
export const newDocument = (client: Client): Promise<Media & { file_original_url: string }> =>
  ok(client.post(DOCUMENTS_PATH).attach('file', newPdf(), 'report.pdf'));
