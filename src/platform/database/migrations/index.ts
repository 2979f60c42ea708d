import { InitialSchema1795219200000 } from './1795219200000-initial-schema.js';

/** In the order in which they run. A migration that has landed is never edited. */
export const migrations = [InitialSchema1795219200000] as const;
