import { InitialSchema1795219200000 } from './1795219200000-initial-schema.js';
import { Listing1795305600000 } from './1795305600000-listing.js';

/** In the order in which they run. A migration that has landed is never edited. */
export const migrations = [InitialSchema1795219200000, Listing1795305600000] as const;
