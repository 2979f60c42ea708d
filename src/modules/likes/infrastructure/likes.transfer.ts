import type { TransferKind } from '../../transfer/transfer-kind.js';
import { Like } from '../domain/like.entity.js';

export const likesKind: TransferKind = {
  name: 'likes',
  entity: Like,
  references: { article_id: 'articles', author_id: 'authors' },
  describes: 'article_id',
};
