import { Entity, Index, PrimaryColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { CountColumn, IntegerColumn, SecondsColumn } from '../../../platform/database/columns.js';

/** Views of an article in one hour: hours since 1970-01-01T00:00Z. */
@Entity('page_views', { withoutRowid: true })
export class PageViewBucket {
  @PrimaryColumn({ type: 'int' })
  hour!: number;

  @PrimaryColumn({ type: 'int' })
  articleId!: number;

  @CountColumn()
  views!: number;
}

/** A period whose totals are kept up to date, because it is asked for. */
@Entity('page_view_periods')
export class PageViewPeriod {
  @PrimaryColumn({ type: 'int' })
  hours!: number;

  /** The oldest hour that its totals hold. */
  @IntegerColumn()
  firstHour!: number;

  /** Time of the last request for its ranking. */
  @SecondsColumn()
  askedTs!: UtcSeconds;
}

/** Views of an article in a period up to now, with what rankings are selected and sorted by. */
@Entity('page_view_totals')
@Index('page_view_totals_by_views', ['periodHours', 'status', 'views', 'createdTs', 'articleId'])
export class PageViewTotal {
  @PrimaryColumn({ type: 'int' })
  articleId!: number;

  @PrimaryColumn({ type: 'int' })
  periodHours!: number;

  @CountColumn()
  views!: number;

  /** The article's. */
  @IntegerColumn()
  status!: number;

  /** The article's. */
  @SecondsColumn()
  createdTs!: UtcSeconds;
}
