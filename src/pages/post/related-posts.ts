import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ArticleView } from '../../modules/articles/domain/article-view.js';
import { ArticleListsService } from '../../modules/articles/listing/article-lists.service.js';
import { PublicChanges } from '../../modules/articles/public-changes.js';
import { EventStore } from '../../modules/changes/events/event-store.js';
import { SectionStatus } from '../../modules/sections/domain/section.entity.js';
import { SingleFlightCache } from '../../platform/concurrency/single-flight-cache.js';
import { CARD_SELECTION, Cards } from '../lists/cards.js';
import type { CardModel } from '../models/page-models.js';

const SHOWN = 4;
/** Longest delay until a change on another instance is seen. */
const DELAY_MS = 500;
/** Somebody may change a row by hand, of which no event tells. */
const MAX_AGE_MS = 60_000;
const MAX_SECTIONS = 500;

interface NewestPost {
  readonly id: number;
  readonly card: CardModel;
}

/**
 * The posts below a post. The newest of a section are kept until something is changed, on this instance or
 * another: one statement tells for all sections whether that is so.
 */
@Injectable()
export class RelatedPosts {
  private readonly marks: SingleFlightCache<{ readonly mark: string }>;
  private readonly newest: SingleFlightCache<readonly NewestPost[]>;

  constructor(
    private readonly lists: ArticleListsService,
    private readonly cards: Cards,
    private readonly events: EventStore,
    changes: PublicChanges,
  ) {
    this.marks = new SingleFlightCache(changes, { ttlMs: DELAY_MS, maxSize: 2 });
    this.newest = new SingleFlightCache(changes, { ttlMs: MAX_AGE_MS, maxSize: MAX_SECTIONS });
  }

  /** The newest of the same section; those of Unlisted sections are in no list. */
  async of({ id, sections }: ArticleView): Promise<CardModel[]> {
    const open = sections.filter(({ status }) => status === SectionStatus.Public);
    const section = open.find(({ isPrimary }) => isPrimary) ?? open[0];
    if (!section) return [];
    const { sectionId } = section;
    // Read before the posts: what is committed in between has another mark.
    const mark = await this.mark();
    const newest = await this.newest.get(`${sectionId} ${mark}`, () => this.newestOf(sectionId));
    return newest
      .filter((post) => post.id !== id)
      .slice(0, SHOWN)
      .map(({ card }) => card);
  }

  private async mark(): Promise<string> {
    const { mark } = await this.marks.get('', async () => ({
      mark: (await this.events.mark()) ?? randomUUID(),
    }));
    return mark;
  }

  private async newestOf(sectionId: number): Promise<NewestPost[]> {
    const posts = await this.lists.posts(
      { anySections: [sectionId], excludesPrivate: true },
      { by: 'newest' },
      // One of them may be the post itself.
      { offset: 0, limit: SHOWN + 1 },
      CARD_SELECTION,
    );
    return posts.map((post) => ({ id: post.id, card: this.cards.card(post) }));
  }
}
