import type { TransferKind, TransferRecord } from '../../transfer/transfer-kind.js';
import { HOME_ID, Section } from '../domain/section.entity.js';
import { SectionPath } from './section-path.entity.js';
import { SectionTag } from './section-tag.entity.js';

/** Removed sections stay until their posts have left. */
const isThere = ({ removed_to: removedTo }: TransferRecord): boolean => removedTo === undefined;

export const sectionsKind: TransferKind = {
  name: 'sections',
  entity: Section,
  derived: { about_html_safe: null },
  references: { parent_id: 'sections', removed_to: 'sections', header_image_id: 'images' },
  texts: { full_url: { withIds: (url, _ids, id) => (url.startsWith('//') ? `//${id}` : url) } },
  parts: {
    former_urls: { entity: SectionPath, owner: 'section_id' },
    tag_slugs: { entity: SectionTag, owner: 'section_id' },
  },
  standing: [HOME_ID],
  identities: [
    {
      table: 'sections',
      id: 'id',
      by: { full_url: 'full_url' },
      applies: isThere,
    },
  ],
  tree: { parent: 'parent_id', applies: isThere },
};
