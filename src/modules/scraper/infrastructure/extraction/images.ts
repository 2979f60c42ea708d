import type { PageImage } from '../../domain/page-facts.ts';
import { type Addresses, collapseOrNull } from './texts.ts';
import type { DomElement } from './markup/dom.ts';

/** Attributes with the URL of a lazily loaded image; `src` is a placeholder then. */
const LATE_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazyload', 'data-full-src', 'src'];
const SOURCE_SETS = ['data-srcset', 'data-lazy-srcset', 'srcset'];
/** Parses a `srcset`; each candidate is a URL and a width (`400w`) or a density (`2x`). */
const MAX_CANDIDATES = 50;
const CANDIDATE = /[\s,]*([^\s,](?:\S*[^\s,])?)(?=[\s,]|$)(?:\s+([\d.]{1,8})([wx]))?[^,]*/gy;
const DIMENSION = /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/i;

/** @returns null when the image has no address that could be fetched */
export function imageOf(image: DomElement, addresses: Addresses): Omit<PageImage, 'isInArticle'> | null {
  const url = widest(image, addresses) ?? firstSource(image, addresses);
  if (!url) return null;
  return {
    url,
    width: dimension(image.getAttribute('width')),
    height: dimension(image.getAttribute('height')),
    alt: collapseOrNull(image.getAttribute('alt'), 1_000),
  };
}

function firstSource(image: DomElement, addresses: Addresses): string | null {
  for (const attribute of LATE_SOURCES) {
    const url = addresses.absolute(image.getAttribute(attribute));
    if (url) return url;
  }
  return null;
}

/**
 * The widest candidate of its own sets and those of its `<picture>`; of the
 * same width its own, which every browser can show.
 */
function widest(image: DomElement, addresses: Addresses): string | null {
  let best: string | null = null;
  let greatest = 0;
  for (const element of [...sourcesOf(image), image]) {
    for (const attribute of SOURCE_SETS) {
      for (const { address, width } of candidates(element.getAttribute(attribute) ?? '')) {
        const url = width >= greatest ? addresses.absolute(address) : null;
        if (!url) continue;
        best = url;
        greatest = width;
      }
    }
  }
  return best;
}

function sourcesOf(image: DomElement): DomElement[] {
  const picture = image.parentElement;
  if (picture?.localName !== 'picture') return [];
  const sources: DomElement[] = [];
  let child = picture.firstElementChild;
  for (let count = 0; child && count < MAX_CANDIDATES; count += 1, child = child.nextElementSibling) {
    if (child.localName === 'source') sources.push(child);
  }
  return sources;
}

function candidates(set: string): { address: string; width: number }[] {
  const found: { address: string; width: number }[] = [];
  CANDIDATE.lastIndex = 0;
  while (found.length < MAX_CANDIDATES) {
    const [, address, size = '', unit] = CANDIDATE.exec(set) ?? [];
    if (!address) break;
    // Densities rank below every width: there is nothing to compare them by.
    const width = unit === 'w' ? Number(size) : Number(size || 1) / 1_000;
    found.push({ address, width });
  }
  return found;
}

function dimension(value: string | null): number | null {
  const pixels = Number(DIMENSION.exec(value ?? '')?.[1] ?? 0);
  return pixels > 0 ? pixels : null;
}
