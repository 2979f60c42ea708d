import type { TransferKind } from '../../transfer/transfer-kind.js';
import { Redirect } from '../domain/redirect.entity.js';

export const redirectsKind: TransferKind = {
  name: 'redirects',
  entity: Redirect,
  identities: [{ table: 'redirects', id: 'id', by: { from_path: 'from_path' } }],
};
