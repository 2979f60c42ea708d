import { loadSharp } from '../../../../../platform/images/load-sharp.js';
import type { FetchedPage, Findings, PageParser } from '../../../page-parser.js';
import { IMAGE_WEIGHTS, imageType, scrapedImage } from '../images.js';
import { fileName } from './file-names.js';

/** Formats whose headers may be read: a picture without pixels would have to be executed to be measured. */
const MEASURED = ['jpg', 'png', 'gif', 'webp', 'avif'];

/** A picture by itself. */
export class ImageParser implements PageParser {
  readonly name = 'image';

  async parse({ url, contentType, head }: FetchedPage): Promise<Findings | null> {
    if (!contentType.startsWith('image/')) return null;
    const type = imageType(contentType);
    const size = MEASURED.includes(type) ? await sizeOf(head) : { width: 0, height: 0 };
    return {
      title: fileName(url),
      type: 'image',
      images: scrapedImage({ url, type: contentType, ...size }, IMAGE_WEIGHTS.self, url).map((image) => ({
        ...image,
        weight: IMAGE_WEIGHTS.self,
      })),
    };
  }
}

/** Width and height after orientation; 0 by 0 when they cannot be read. */
async function sizeOf(head: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await loadSharp();
  try {
    const { autoOrient } = await sharp(head, { failOn: 'none' }).metadata();
    return { width: autoOrient.width, height: autoOrient.height };
  } catch {
    return { width: 0, height: 0 };
  }
}
