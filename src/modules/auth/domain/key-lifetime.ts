/** A hundred years. */
export const MAX_DAYS = 36_500;

export const LIFETIME_RULE = `must be a positive number of days, ${MAX_DAYS} at most`;

export function isLifetime(days: number): boolean {
  return days > 0 && days <= MAX_DAYS;
}
