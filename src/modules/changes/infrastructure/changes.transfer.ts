import type { TransferKind } from '../../transfer/transfer-kind.js';
import { ResourceChange } from './resource-change.entity.js';

/**
 * The log of changes of articles, which alone knows who has made the present version, and what it differs in.
 * Other resources show neither.
 */
export const articleChangesKind: TransferKind = {
  name: 'article-changes',
  entity: ResourceChange,
  only: { resource: 'article' },
  key: ['resource_id', 'slot'],
  references: { resource_id: 'articles', author_id: 'authors' },
  describes: 'resource_id',
};
