import type { Objection } from '../../transfer/import-objections.js';
import { textIn, type TransferKind } from '../../transfer/transfer-kind.js';
import { Redirect } from '../domain/redirect.entity.js';
import type { RedirectChains } from '../redirect-chains.js';

export const redirectsKind: TransferKind = {
  name: 'redirects',
  entity: Redirect,
  identities: [{ table: 'redirects', id: 'id', by: { from_path: 'from_path' } }],
};

/** Redirects of a folder and those of the site may lead in a circle together. */
export const objectionsBy =
  (chains: RedirectChains): Objection =>
  (records) =>
    chains.faultsOf(
      records.map((record) => ({ fromPath: textIn(record, 'from_path'), target: textIn(record, 'target') })),
    );
