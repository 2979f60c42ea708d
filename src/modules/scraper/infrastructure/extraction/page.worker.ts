import type { MessagePort } from 'node:worker_threads';
import type { PageFacts } from '../../domain/page-facts.ts';
import { findArticle } from './article.ts';
import { boundHtml, type Extent } from './markup/bounded-html.ts';
import { decodePage } from './charset.ts';
import { DocumentFacts } from './document-facts.ts';
import { parseDocument } from './markup/dom.ts';
import { asHtml } from './markup/xhtml.ts';

/*
 * Runs in a worker thread, in tests from its source: what it loads uses only TypeScript that Node can strip.
 */

export interface PageTask {
  readonly bytes: Uint8Array;
  /** The header of the response. */
  readonly contentType: string;
  readonly url: string;
  /** Gets all facts but the article as soon as they are known: to find that may take too long. */
  readonly progress: MessagePort;
}

export default function read({ bytes, contentType, url, progress }: PageTask): PageFacts {
  const text = asHtml(decodePage(bytes, contentType), contentType);
  for (const extent of ['whole', 'head'] as const) {
    try {
      return factsOf(text, url, extent, progress);
    } catch (error) {
      // The bounds do not cover every cost: read the head alone, which has no depth.
      if (extent === 'head') throw error;
    }
  }
  throw new Error('A head is always read.');
}

function factsOf(text: string, url: string, extent: Extent, progress: MessagePort): PageFacts {
  const document = parseDocument(boundHtml(text, extent), url);
  const reader = new DocumentFacts(document, url);
  const facts: PageFacts = { ...reader.facts(), article: null, isArticleUnread: true };
  if (extent === 'head') return facts;
  progress.postMessage(facts);
  const found = findArticle(document);
  return found
    ? { ...reader.facts(found.content), article: found.article, isArticleUnread: false }
    : { ...facts, isArticleUnread: false };
}
