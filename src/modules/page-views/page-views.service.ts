import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Clock, type UtcSeconds } from '../../kernel/clock.js';
import { InvalidError, OverloadedError } from '../../kernel/errors.js';
import { Peers } from '../../kernel/peers.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { HOUR_S } from '../../kernel/units.js';
import { runFrom } from '../../platform/concurrency/work-origin.js';
import { PageViewSettings } from './page-view.settings.js';
import { type Hour, PageViewStore, type ViewsOfHour, type ViewsOfPeriod } from './domain/page-view-store.js';

const FLUSH_EVERY_MS = 1000;
/** Clocks of clients may be a little ahead. */
const CLOCK_SKEW_S = 60;
/** Articles and hours of one transaction. */
const BATCH = 500;
const DAY_HOURS = 24;
/** Articles and hours that wait to be written; more than that only while the database is away. */
const MAX_WAITING = 100_000;
/** Longest wait for the views of other processes. */
const PEERS_LIMIT_MS = 1000;
const TOTALS_ASKED = 'page-views.totals-asked';

/**
 * Counts page views in memory and writes them once a second, so that a hit costs no statement. What waits is
 * written at shutdown; a process that is killed loses a second of views.
 */
@Injectable()
export class PageViewsService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(PageViewsService.name);
  private waiting = new Map<string, ViewsOfHour>();
  private timer: NodeJS.Timeout | undefined;
  private flushing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: PageViewStore,
    private readonly clock: Clock,
    private readonly settings: PageViewSettings,
    private readonly unitOfWork: UnitOfWork,
    private readonly peers: Peers,
  ) {
    peers.on(TOTALS_ASKED, () => this.writeWaiting());
  }

  /** @throws InvalidError for a time in the future, OverloadedError when too much waits to be written */
  count(articleId: number, views: number, at: UtcSeconds = this.clock.now()): void {
    if (at > this.clock.now() + CLOCK_SKEW_S) throw InvalidError.field('at', 'must not be in the future');
    // Views that are older than those that are kept count for the article alone, so all are of one hour.
    const hour = Math.max(Math.floor(at / HOUR_S), this.firstHour() - 1);
    const view = { hour, articleId, views };
    if (this.waiting.size >= MAX_WAITING && !this.waiting.has(keyOf(view))) {
      throw new OverloadedError('page-views-busy', 'Too many page views wait to be written.');
    }
    this.unitOfWork.afterCommit(() => {
      this.enqueue([view]);
      this.scheduleFlush();
    });
  }

  /**
   * Makes sure that totals of the last hours can be read, views that were counted on this machine included.
   *
   * @returns false when so many other periods are in use that the views have to be summed up
   */
  async keepTotals(hours: number): Promise<boolean> {
    await Promise.all([this.writeWaiting(), this.peers.ask(TOTALS_ASKED, PEERS_LIMIT_MS)]);
    return this.store.keepPeriod(this.periodOf(hours), this.hourNow());
  }

  /** Views of the last hours, including those counted on this machine. */
  async viewsOf(hours: number): Promise<ViewsOfPeriod> {
    const isKept = await this.keepTotals(hours);
    const periodHours = this.periodOf(hours);
    return isKept ? { periodHours } : { periodHours, sinceHour: this.hourNow() - periodHours };
  }

  /** The period whose totals stand for the last hours: no longer than views are kept. */
  periodOf(hours: number): number {
    return Math.min(hours, this.settings.retentionDays * DAY_HOURS);
  }

  /** Lets old hours drop out of the totals, and old views out of the database. */
  async tidy(stopping: AbortSignal): Promise<void> {
    await this.store.advance(this.hourNow());
    await this.store.forgetBefore(this.firstHour(), stopping);
  }

  /** Makes all totals anew, after views were stored beside them. */
  async rebuildTotals(): Promise<void> {
    await this.store.rebuild(this.hourNow());
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** Writes all views counted so far; a batch that is on its way to the database no longer waits here. */
  private async writeWaiting(): Promise<void> {
    await (this.waiting.size > 0 ? this.flush() : this.flushing);
  }

  private scheduleFlush(): void {
    // A failure is logged where it happens.
    this.timer ??= setTimeout(() => void this.flush().catch(() => undefined), FLUSH_EVERY_MS);
  }

  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushing = this.flushing.catch(() => undefined).then(() => runFrom(null, () => this.write()));
    return this.flushing;
  }

  private async write(): Promise<void> {
    // Sorted by article: all transactions lock articles in one order.
    const views = [...this.waiting.values()].sort((one, other) => one.articleId - other.articleId);
    this.waiting = new Map();
    while (views.length > 0) {
      const batch = views.splice(0, BATCH);
      try {
        await this.store.add(batch);
      } catch (error) {
        this.logger.warn({ err: error }, 'Page views could not be written; they are kept and tried again');
        this.enqueue([...batch, ...views]);
        this.scheduleFlush();
        throw error;
      }
    }
  }

  private enqueue(added: readonly ViewsOfHour[]): void {
    for (const view of added) {
      const known = this.waiting.get(keyOf(view));
      this.waiting.set(keyOf(view), { ...view, views: view.views + (known?.views ?? 0) });
    }
  }

  /** The first hour whose views are kept. */
  private firstHour(): Hour {
    return this.hourNow() - this.settings.retentionDays * DAY_HOURS - 1;
  }

  private hourNow(): Hour {
    return Math.floor(this.clock.now() / HOUR_S);
  }
}

const keyOf = ({ hour, articleId }: ViewsOfHour): string => `${hour}/${articleId}`;
