import type { TransferKind } from '../../transfer/transfer-kind.js';
import { Author } from '../domain/author.entity.js';
import { AuthorIdentity } from './author-identity.entity.js';
import { AuthorName } from './author-name.entity.js';

/** Authors with the hashes of their passwords; API keys belong to `auth` and do not travel. */
export const authorsKind: TransferKind = {
  name: 'authors',
  entity: Author,
  derived: { about_html_safe: null },
  references: { image_id: 'images' },
  parts: { former_names: { entity: AuthorName, owner: 'author_id' } },
  identities: [
    { table: 'authors', id: 'id', by: { email_key: 'email_key' } },
    { table: 'authors', id: 'id', by: { name: 'name' } },
  ],
};

export const authorIdentitiesKind: TransferKind = {
  name: 'author-identities',
  entity: AuthorIdentity,
  key: ['issuer', 'subject'],
  references: { author_id: 'authors' },
};
