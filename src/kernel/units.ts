/** Seconds. */
export const MINUTE_S = 60;
export const HOUR_S = 3600;
export const DAY_S = 24 * HOUR_S;

/** Bytes. */
export const MEGABYTE = 1024 * 1024;

/** The highest number of an INT column, of GraphQL's Int and of OpenAPI's int32. */
export const MAX_INT32 = 2_147_483_647;
