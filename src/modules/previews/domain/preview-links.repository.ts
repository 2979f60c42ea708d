import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page } from '../../../kernel/page.js';
import type { PreviewLink } from './preview-link.entity.js';

/** Stores preview links by the hashes of their tokens. */
export abstract class PreviewLinksRepository {
  abstract add(link: Omit<PreviewLink, 'id'>): Promise<PreviewLink>;
  /** Links of an article, newest first, without expired ones. */
  abstract list(articleId: number, now: UtcSeconds, page: Page): Promise<PreviewLink[]>;
  /** @returns whether there was one */
  abstract remove(articleId: number, id: number): Promise<boolean>;
  /** Removes those of an article that have ended. */
  abstract removeEnded(articleId: number, now: UtcSeconds): Promise<void>;
  /** The article that a token opens, null when it opens none. */
  abstract articleOf(hash: string, now: UtcSeconds): Promise<number | null>;
}
