/** A slice of a list: skip `offset`, take at most `limit`. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}
