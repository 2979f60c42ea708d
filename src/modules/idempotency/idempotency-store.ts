/**
 * A request that a client may send again: its author, the key that names it,
 * and a fingerprint of what it asks.
 */
export interface RepeatableRequest {
  readonly authorId: number;
  readonly key: string;
  /** SHA-256 of method, path, query, body and files. */
  readonly fingerprint: string;
}

/** The answer to a request. */
export interface Answer {
  readonly status: number;
  /** Headers that describe the content. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON value of the body; undefined for an empty answer. */
  readonly body: unknown;
}

export interface StoredAnswer extends Answer {
  readonly fingerprint: string;
}

/** Answers of requests that were sent with an Idempotency-Key, kept for a day. */
export abstract class IdempotencyStore {
  abstract find(request: RepeatableRequest): Promise<StoredAnswer | null>;
  /**
   * Takes the key, in the transaction that does the work; a request with the same key waits until it ends.
   *
   * @returns false when the key is taken
   * @throws InProgressError when that takes too long
   */
  abstract claim(request: RepeatableRequest): Promise<boolean>;
  /**
   * Takes a key again whose answer is unfinished, in the transaction that does the rest.
   *
   * @param known the answer that is unfinished
   * @returns false when the key has another answer by now
   * @throws InProgressError when another request with the key takes too long
   */
  abstract retake(request: RepeatableRequest, known: StoredAnswer): Promise<boolean>;
  abstract keep(request: RepeatableRequest, answer: Answer): Promise<void>;
  /**
   * Removes answers that are too old.
   *
   * @param limit of one call
   * @returns how many were removed
   */
  abstract forgetExpired(limit: number): Promise<number>;
}
