import { getMetadataArgsStorage } from 'typeorm';
import type { Entity } from './data-sources.js';

/**
 * Classes of the tables of all modules that have been loaded, for those who
 * open a database without the service.
 */
export function declaredEntities(): Entity[] {
  return getMetadataArgsStorage().tables.map(({ target }) => target as Entity);
}
