import type { TransferKind } from '../../transfer/transfer-kind.js';
import { PageViewBucket } from './page-view.entities.js';

/** Page views by the hour; totals are computed from them. */
export const pageViewsKind: TransferKind = {
  name: 'page-views',
  entity: PageViewBucket,
  key: ['hour', 'article_id'],
  references: { article_id: 'articles' },
  describes: 'article_id',
};
