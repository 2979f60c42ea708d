import { Injectable } from '@nestjs/common';
import { runForSeveralClients } from '../../../platform/concurrency/client-presence.js';
import { readFromPrimary } from '../../../platform/concurrency/reads/read-target.js';
import { AuthorsService } from '../../authors/authors.service.js';
import type { Author } from '../../authors/domain/author.entity.js';
import { PageViewsService } from '../../page-views/page-views.service.js';
import { AuthorRanking } from './author-ranking.js';

const WEEK_HOURS = 7 * 24;
/** The ranking of all authors is summed up at most so often, as it reads every post that was viewed. */
const REMEMBERED_MS = 2000;
const MAX_RANKED = 100;

/** Authors by the views that their posts have had in the last seven days. */
@Injectable()
export class AuthorRankingService {
  private known: { readonly ids: Promise<number[]>; readonly until: number } | null = null;

  constructor(
    private readonly ranking: AuthorRanking,
    private readonly authors: AuthorsService,
    private readonly pageViews: PageViewsService,
  ) {}

  /**
   * The most viewed first, then by name those whom nobody has read.
   *
   * @param limit 100 at most
   * @param ids only these
   */
  async list(limit: number, ids?: readonly number[]): Promise<Author[]> {
    const viewed = await (ids ? this.ranked(limit, ids) : this.rankedOfAll());
    const first = viewed.slice(0, limit);
    const byId = await this.authors.byId(first);
    const authors = first.flatMap((id) => byId.get(id) ?? []);
    if (authors.length === limit) return authors;
    const others = await this.authors.listByTitle(limit, ids);
    return [...authors, ...others.filter(({ id }) => !byId.has(id))].slice(0, limit);
  }

  private rankedOfAll(): Promise<number[]> {
    if (this.known && this.known.until > performance.now()) return this.known.ids;
    const ids = runForSeveralClients(() => readFromPrimary(() => this.ranked(MAX_RANKED)));
    // While it is summed up, however long that takes, all wait for this one.
    this.known = { ids, until: Infinity };
    ids.then(
      () => (this.known = { ids, until: performance.now() + REMEMBERED_MS }),
      () => (this.known = null),
    );
    return ids;
  }

  private async ranked(limit: number, ids?: readonly number[]): Promise<number[]> {
    await this.pageViews.keepTotals(WEEK_HOURS);
    return this.ranking.list(this.pageViews.periodOf(WEEK_HOURS), limit, ids);
  }
}
