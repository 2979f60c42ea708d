import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DomainEvents } from '../kernel/domain-events.js';
import { UnitOfWork } from '../kernel/unit-of-work.js';
import { ArticleChanged } from '../modules/articles/domain/article-events.js';
import { SectionMoved, SectionRemoved, SectionsMoved } from '../modules/sections/domain/section-events.js';
import type { RenderedPage } from './rendered-page.js';

/** Of what pages show; all else is seen when a page is made anew. */
const CHANGES = [ArticleChanged, SectionMoved, SectionRemoved, SectionsMoved];
/** Other instances may have changed what a page shows; this one learns of it so late at most. */
const LIFE_MS = 1000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Of an entry, beside its body. */
const OVERHEAD_BYTES = 500;

/** Pages that everybody may see, for a moment. However many ask for one at a time, it is made once. */
@Injectable()
export class PageCache implements OnModuleInit {
  private readonly pages = new LRUCache<string, RenderedPage>({
    maxSize: MAX_BYTES,
    ttl: LIFE_MS,
    sizeCalculation: ({ body }, key) => body.length + key.length + OVERHEAD_BYTES,
  });
  private readonly making = new Map<string, Promise<RenderedPage>>();
  private changes = 0;

  constructor(
    private readonly events: DomainEvents,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    for (const event of CHANGES)
      this.events.on(event, () => {
        this.unitOfWork.afterCommit(() => {
          this.clear();
        });
        return Promise.resolve();
      });
  }

  async get(key: string, make: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const known = this.pages.get(key);
    if (known) return known;
    const others = this.making.get(key);
    if (others) return others;
    const making = this.make(key, make);
    this.making.set(key, making);
    try {
      return await making;
    } finally {
      if (this.making.get(key) === making) this.making.delete(key);
    }
  }

  /** Something has changed: what is being made may show what was before. */
  clear(): void {
    this.changes += 1;
    this.pages.clear();
    this.making.clear();
  }

  private async make(key: string, make: () => Promise<RenderedPage>): Promise<RenderedPage> {
    const { changes } = this;
    const page = await make();
    if (changes === this.changes) this.pages.set(key, page);
    return page;
  }
}
