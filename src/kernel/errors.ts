/** One fault of the input: where it is (a JSON path, `sections[2]`) and what is wrong with it. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'gone'
  | 'precondition-failed'
  | 'too-large'
  | 'unsupported-media-type'
  | 'unprocessable'
  | 'rate-limited'
  | 'overloaded'
  | 'insufficient-storage';

/**
 * A failure that the caller can understand and act on. Its kind decides the status on every protocol, its
 * code is stable and machine-readable, its message is shown to the caller as it is.
 */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;

  constructor(
    readonly code: string,
    message: string,
    readonly errors?: readonly FieldError[],
  ) {
    super(message);
    this.name = new.target.name;
  }

  /** The same failure, said of a field. */
  at(field: string): DomainError {
    const { name, message } = this;
    const errors: readonly FieldError[] = [{ field, message }];
    return Object.assign(Object.create(this) as DomainError, {
      name,
      message: `${field}: ${message}`,
      errors,
    });
  }
}

export class InvalidError extends DomainError {
  readonly kind = 'invalid';

  /** The usual case: one field is wrong. */
  static field(field: string, message: string, code = 'invalid-input'): InvalidError {
    return new InvalidError(code, `${field}: ${message}`, [{ field, message }]);
  }

  /** Several fields are wrong. */
  static fields(errors: readonly FieldError[]): InvalidError {
    const messages = errors.map(({ field, message }) => `${field}: ${message}`);
    return new InvalidError('invalid-input', messages.join('; '), errors);
  }
}

export class UnauthenticatedError extends DomainError {
  readonly kind = 'unauthenticated';

  constructor(
    code: string,
    message: string,
    /** Ways to authenticate besides keys, as `WWW-Authenticate` has them. */
    readonly challenges: readonly string[] = [],
  ) {
    super(code, message);
  }
}

export class ForbiddenError extends DomainError {
  readonly kind = 'forbidden';
}

export class NotFoundError extends DomainError {
  readonly kind = 'not-found';
}

/** The record that was found. @throws NotFoundError without one, with the code `<resource>-not-found` */
export function mustExist<R>(resource: string, id: number, found: R | null | undefined): R {
  if (found) return found;
  throw new NotFoundError(`${resource}-not-found`, `There is no ${resource} ${id}.`);
}

export class ConflictError extends DomainError {
  readonly kind = 'conflict';
}

/** It has been there, and is not kept any more. */
export class GoneError extends DomainError {
  readonly kind = 'gone';
}

/** The same request is under way; its answer may be there after `retryAfter` seconds. */
export class InProgressError extends ConflictError {
  readonly retryAfter = 1;
}

/** A unique value belongs to another resource. */
export class TakenError extends ConflictError {
  constructor(
    code: string,
    message: string,
    /** The id of the one that has it. */
    readonly conflictingId: number,
    errors?: readonly FieldError[],
  ) {
    super(code, message, errors);
  }
}

export class PreconditionFailedError extends DomainError {
  readonly kind = 'precondition-failed';
}

/** Time and author of the last change of a field. */
export interface FieldChange {
  readonly field: string;
  /** Seconds UTC. */
  readonly at: number;
  /** Null for the service itself. */
  readonly authorId: number | null;
}

/** Time and author of the creation of a resource: its first version is no change. */
export interface Creation {
  /** Seconds UTC. */
  readonly at: number;
  /** Null where that is not known. */
  readonly authorId: number | null;
}

/** The changes that a client has not seen, as far as they are known. */
export interface UnseenChanges {
  /** The present one. */
  readonly version: number;
  /** Time of the latest change. */
  readonly at?: number;
  readonly authorId?: number | null;
  /** Given for a resource at its first version. */
  readonly creation?: Creation;
  /** Left out when not all changes are known. */
  readonly fields?: readonly FieldChange[];
}

/** Something has changed since the client looked. */
export class ChangedError extends PreconditionFailedError {
  constructor(
    code: string,
    message: string,
    readonly changes: UnseenChanges,
  ) {
    super(code, message);
  }
}

export class TooLargeError extends DomainError {
  readonly kind = 'too-large';
}

export class UnsupportedMediaTypeError extends DomainError {
  readonly kind = 'unsupported-media-type';
}

export class UnprocessableError extends DomainError {
  readonly kind = 'unprocessable';
}

/** This client has asked for too much; the same request may succeed after `retryAfter` seconds. */
export class RateLimitedError extends DomainError {
  readonly kind = 'rate-limited';

  constructor(
    code: string,
    message: string,
    readonly retryAfter: number,
  ) {
    super(code, message);
  }
}

/** The service cannot take this work now; the same request may succeed after `retryAfter` seconds. */
export class OverloadedError extends DomainError {
  readonly kind = 'overloaded';

  constructor(
    code: string,
    message: string,
    readonly retryAfter = 1,
  ) {
    super(code, message);
  }
}

/**
 * A disk that the service writes to has no room left; the same request succeeds once somebody has made room.
 */
export class InsufficientStorageError extends DomainError {
  readonly kind = 'insufficient-storage';
}
