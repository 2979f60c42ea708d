import { formatShortcode } from '../../../modules/content/domain/shortcode.js';
import { isLink } from '../../../modules/media/images/image-markup.js';
import { type Edit, edited } from '../html/html-tags.js';
import { type FoundImage, imagesIn } from '../html/text-images.js';
import type { ImageFetcher } from './image-fetcher.js';
import type { SourceEntry } from './source-entry.js';

/** Images of one text that are fetched: as many as a text may have shortcodes. */
const MAX_IMAGES = 400;
const MAX_WORDS = 2000;
const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:[?#]|$)/i;

/** The text of an entry, in which the images of the old site are images of this one. */
export async function bodyOf({ body, ownImage }: SourceEntry, images: ImageFetcher): Promise<string> {
  const edits: Edit[] = [];
  let fetched = 0;
  for (const found of imagesIn(body)) {
    const own = ownImage(found);
    if (!own || fetched >= MAX_IMAGES) continue;
    const id = await images.idOf(own);
    if (id === null) continue;
    fetched += 1;
    edits.push({ start: found.start, end: found.end, html: shortcodeOf(id, found, own.alt ?? '') });
  }
  return edited(body, edits);
}

function shortcodeOf(id: number, { alt, caption, link }: FoundImage, ownAlt: string): string {
  // A link to the file itself shows it larger, which is no page of this site.
  const leads = link !== '' && isLink(link) && !IMAGE_FILE.test(link);
  return formatShortcode('cms-image', [String(id)], {
    caption: caption.slice(0, MAX_WORDS),
    alt: (alt || ownAlt).slice(0, MAX_WORDS),
    ...(leads && { link_url: link.slice(0, MAX_WORDS) }),
  });
}
