import { textIn, type TransferKind } from '../../transfer/transfer-kind.js';
import { DOCUMENT_TYPES, MediaDocument, newDocumentSecret } from '../domain/document.entity.js';
import { Image } from '../domain/image.entity.js';

export const imagesKind: TransferKind = {
  name: 'images',
  entity: Image,
  references: { uploaded_by: 'authors' },
  file: { hash: 'hash', contentType: (image) => `image/${textIn(image, 'format')}` },
  identities: [{ table: 'images', id: 'id', by: { shortcode_id: 'shortcode_id' } }],
};

export const documentsKind: TransferKind = {
  name: 'documents',
  entity: MediaDocument,
  derived: { secret: newDocumentSecret },
  references: { uploaded_by: 'authors' },
  file: { hash: 'hash', contentType: (document) => mediaTypeOf(textIn(document, 'type')) },
  identities: [{ table: 'documents', id: 'id', by: { shortcode_id: 'shortcode_id' } }],
};

const mediaTypeOf = (type: string): string =>
  (DOCUMENT_TYPES as Readonly<Record<string, string>>)[type] ?? 'application/octet-stream';
