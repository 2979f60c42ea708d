import { raw } from '../../../../platform/database/sql.js';

/**
 * Joins a section `p` that an article is in with the section `s` that this
 * counts as: itself, the destination of its posts when it is removed, or none.
 * So a removal shows as a whole, while posts still have to leave the section.
 */
export const COUNTS_AS = raw('s.id = COALESCE(p.removed_to, p.id)');

/** The same for those who let posts leave a removed section: it is still the one that they are in. */
export const COUNTS_AS_ITSELF = raw('s.id = p.id');
