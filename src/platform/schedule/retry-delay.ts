import { HOUR_S } from '../../kernel/units.js';

const FIRST_S = 5;

/**
 * Seconds until something that has failed is tried again: twice as many after each further failure, an hour
 * at most.
 *
 * @param failures so many before the last one
 */
export const retryDelay = (failures: number): number => Math.min(FIRST_S * 2 ** failures, HOUR_S);
