import type { MessagePort } from 'node:worker_threads';
import type { PageFacts } from '../../domain/page-facts.ts';
import { findArticle } from './article.ts';
import { boundHtml, type Extent } from './bounded-html.ts';
import { decodePage } from './charset.ts';
import { DocumentFacts } from './document-facts.ts';
import { parseDocument } from './dom.ts';

/*
 * Runs in a worker thread, in tests from its source: what it loads uses only TypeScript that Node can strip.
 */

export interface PageTask {
  readonly bytes: Uint8Array;
  /** The header of the response. */
  readonly contentType: string;
  readonly url: string;
  /** Gets each {@link PageStep} as soon as it is done. */
  readonly progress: MessagePort;
}

/** That the page is begun with, and then all facts but the article: to find that may take too long. */
export type PageStep = 'started' | PageFacts;

export default function read({ bytes, contentType, url, progress }: PageTask): PageFacts {
  const tell = (step: PageStep) => {
    progress.postMessage(step);
  };
  tell('started');
  const text = decodePage(bytes, contentType);
  for (const extent of ['whole', 'head'] as const) {
    try {
      return factsOf(text, url, extent, tell);
    } catch (error) {
      // What the bounds did not foresee: a head has no depth.
      if (extent === 'head') throw error;
    }
  }
  throw new Error('A head is always read.');
}

function factsOf(text: string, url: string, extent: Extent, tell: (step: PageStep) => void): PageFacts {
  const document = parseDocument(boundHtml(text, extent), url);
  const reader = new DocumentFacts(document, url);
  const facts: PageFacts = { ...reader.facts(), article: null };
  if (extent === 'head') return facts;
  tell(facts);
  const found = findArticle(document);
  return found ? { ...reader.facts(found.content), article: found.article } : facts;
}
