import type { TransferKind } from '../../transfer/transfer-kind.js';
import { ArticlePath } from './article-path.entity.js';

/** Paths of articles and sections, and redirects to them. */
export const pathsKind: TransferKind = {
  name: 'paths',
  entity: ArticlePath,
  key: ['path'],
  references: { article_id: 'articles', section_id: 'sections', former_article_id: 'articles' },
  describes: 'article_id',
};
