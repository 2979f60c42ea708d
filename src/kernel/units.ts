/** Seconds. */
export const HOUR_S = 3600;
export const DAY_S = 24 * HOUR_S;

/** Bytes. */
export const MEGABYTE = 1024 * 1024;
