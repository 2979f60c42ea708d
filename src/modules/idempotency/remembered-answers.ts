/** A request that a client may send again: its author, the key that names it, and a fingerprint of what it asks. */
export interface RepeatableRequest {
  readonly authorId: number;
  readonly key: string;
  /** SHA-256 of method, path and body. */
  readonly fingerprint: string;
}

export interface RememberedAnswer {
  readonly fingerprint: string;
  readonly answer: unknown;
}

/** Answers of requests that were sent with an Idempotency-Key, kept for a day. */
export abstract class RememberedAnswers {
  abstract find(request: RepeatableRequest): Promise<RememberedAnswer | null>;
  /**
   * Takes the key, in the transaction that does the work; a request with the same key waits until it ends.
   *
   * @returns false when the key is taken
   */
  abstract claim(request: RepeatableRequest): Promise<boolean>;
  abstract keep(request: RepeatableRequest, answer: unknown): Promise<void>;
}
