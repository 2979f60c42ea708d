import { Readability } from '@mozilla/readability';
import type { PageArticle } from '../../domain/page-facts.ts';
import { clip, collapseOrNull } from './texts.ts';
import { type DomDocument, type DomElement, elementsOf } from './markup/dom.ts';

/** Readability takes time that grows with the square of these; it is not asked about larger pages. */
const MAX_ELEMENTS = 20_000;
const MAX_CHILDREN = 3_000;
const MAX_HTML = 1_000_000;
const MAX_TEXT = 300_000;

export interface FoundArticle {
  readonly article: PageArticle;
  readonly content: DomElement;
}

/**
 * The article of a page, which is changed by this; null when there is none, or when the page is too large.
 */
export function findArticle(document: DomDocument): FoundArticle | null {
  if (!isOfSize(document)) return null;
  try {
    const found = new Readability(document, { serializer: (node) => node as DomElement }).parse();
    if (!found?.content) return null;
    const html = found.content.innerHTML;
    const text = clip(found.textContent ?? '', MAX_TEXT).trim();
    if (html.length > MAX_HTML || text === '') return null;
    return {
      content: found.content,
      article: {
        title: collapseOrNull(found.title),
        byline: collapseOrNull(found.byline),
        excerpt: collapseOrNull(found.excerpt),
        siteName: collapseOrNull(found.siteName),
        publishedTime: collapseOrNull(found.publishedTime),
        html: html.toWellFormed(),
        text,
      },
    };
  } catch {
    // Deep pages exhaust its stack: the other facts are as good as before.
    return null;
  }
}

function isOfSize(document: DomDocument): boolean {
  let elements = 0;
  for (const element of elementsOf(document)) {
    elements += 1;
    if (elements > MAX_ELEMENTS || element.childElementCount > MAX_CHILDREN) return false;
  }
  return true;
}
