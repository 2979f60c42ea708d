/** A text that has no safe form yet, by the id of what it is about. */
export interface UnrenderedText {
  readonly id: number;
  readonly html: string;
}
