import type { TransferKind } from '../../transfer/transfer-kind.js';
import { Follow } from '../domain/follow.entity.js';

export const followsKind: TransferKind = {
  name: 'follows',
  entity: Follow,
  references: { author_id: 'authors', section_id: 'sections' },
};
