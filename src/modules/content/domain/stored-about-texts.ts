/** Texts about the records of one kind, some of them stored before their safe form was. */
export interface StoredAboutTexts {
  /** Texts without a safe form, in the order of their ids. */
  listUnrendered(limit: number): Promise<readonly UnrenderedText[]>;
  /** Stores the safe form, unless the text has changed meanwhile. */
  keepRendering(text: UnrenderedText, safe: string): Promise<void>;
}

/** A text that has no safe form yet, by the id of what it is about. */
export interface UnrenderedText {
  readonly id: number;
  readonly html: string;
}
