import type { TransferKind } from '../../transfer/transfer-kind.js';
import { Badge } from '../domain/badge.entity.js';
import { BadgeTag } from './badge-tag.entity.js';

export const badgesKind: TransferKind = {
  name: 'badges',
  entity: Badge,
  references: { image_id: 'images' },
  parts: { tag_slugs: { entity: BadgeTag, owner: 'badge_id' } },
};
