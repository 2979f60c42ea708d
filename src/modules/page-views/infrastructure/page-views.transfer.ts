import type { TransferKind } from '../../transfer/transfer-kind.js';
import { PageViewBucket } from './page-view.entities.js';

/** By the hour; totals are made of them. */
export const pageViewsKind: TransferKind = {
  name: 'page-views',
  entity: PageViewBucket,
  key: ['hour', 'article_id'],
  references: { article_id: 'articles' },
  describes: 'article_id',
};
