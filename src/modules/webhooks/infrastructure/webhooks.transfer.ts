import type { NewIds, TransferKind } from '../../transfer/transfer-kind.js';
import { newSecret, Webhook } from '../domain/webhook.entity.js';

/**
 * Webhooks without what proves who sends: an imported one has another secret, neither headers nor an account,
 * and is off. So a copy of a site calls nobody.
 */
export const webhooksKind: TransferKind = {
  name: 'webhooks',
  entity: Webhook,
  derived: {
    secret: newSecret,
    headers: null,
    basic_auth: null,
    is_active: 0,
    failing_since_ts: null,
    off_reason: 'imported without its secret',
    begins_after: 0,
  },
  texts: { sections: { withIds: (text, ids) => JSON.stringify(sectionsOf(text, ids)) } },
};

const sectionsOf = (text: string, ids: NewIds): unknown =>
  (JSON.parse(text) as number[] | null)?.map((id) => ids.of('sections', id)) ?? null;
