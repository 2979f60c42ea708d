import { STATUS_CODES } from 'node:http';
import {
  ChangedError,
  type DomainError,
  type ErrorKind,
  type FieldError,
  InProgressError,
  OverloadedError,
  RateLimitedError,
  TakenError,
  UnauthenticatedError,
} from '../../kernel/errors.js';

/** Every kind of failure has a status; a new kind does not compile until it has one too. */
export const STATUS_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  unprocessable: 422,
  'rate-limited': 429,
  overloaded: 503,
  'insufficient-storage': 507,
};

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** The body of every failure (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** Path of the request. */
  readonly instance: string;
  /** Stable and machine-readable. */
  readonly code: string;
  readonly errors?: readonly FieldError[];
  /** Id of the resource that has the value already. */
  readonly conflicting_id?: number;
  /** The present version of a resource that has changed since the version of If-Match. */
  readonly version?: number;
  /**
   * The same with its time and author; null where they are not known any more,
   * the author also for the service itself.
   */
  readonly current?: {
    readonly version: number;
    readonly updated_ts: number | null;
    readonly author_id: number | null;
  };
  /** Time of the latest change; seconds UTC. */
  readonly changed_at?: number;
  /** An author; null for the service itself. */
  readonly changed_by?: number | null;
  /** Each field once, with its latest change; left out when not all changes are known. */
  readonly changed?: readonly {
    readonly field: string;
    readonly changed_at: number;
    readonly changed_by: number | null;
  }[];
}

/** A problem with the headers that its status asks for. */
export interface DescribedProblem {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
}

export function problemOf(error: DomainError, instance: string): DescribedProblem {
  const status = STATUS_OF_KIND[error.kind];
  return {
    problem: {
      ...problem(status, error.code, error.message, instance, error.errors),
      ...(error instanceof TakenError && { conflicting_id: error.conflictingId }),
      ...(error instanceof ChangedError && changesOf(error)),
    },
    headers: headersOf(error),
  };
}

const UNKNOWN_CHANGES: readonly FieldError[] = [
  { field: 'If-Match', message: 'names a version since which it is not known what has changed' },
];

function changesOf({ changes }: ChangedError): Partial<Problem> {
  const { version, at, authorId, creation, fields } = changes;
  return {
    version,
    current: {
      version,
      updated_ts: at ?? creation?.at ?? null,
      author_id: authorId ?? creation?.authorId ?? null,
    },
    errors: fields?.map(({ field }) => ({ field, message: 'has been changed since' })) ?? UNKNOWN_CHANGES,
    ...(at !== undefined && { changed_at: at, changed_by: authorId ?? null }),
    ...(fields && {
      changed: fields.map((change) => ({
        field: change.field,
        changed_at: change.at,
        changed_by: change.authorId,
      })),
    }),
  };
}

export function problem(
  status: number,
  code: string,
  detail: string,
  instance: string,
  errors?: readonly FieldError[],
): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    instance,
    code,
    ...(errors && { errors }),
  };
}

const KEY_CHALLENGES = ['ApiKey realm="api", header="x-rmauth"', 'Bearer realm="api"'];

function headersOf(error: DomainError): Record<string, string> {
  if (error instanceof UnauthenticatedError)
    return { 'WWW-Authenticate': [...KEY_CHALLENGES, ...error.challenges].join(', ') };
  const mayBeSentAgain =
    error instanceof OverloadedError || error instanceof RateLimitedError || error instanceof InProgressError;
  return mayBeSentAgain ? { 'Retry-After': String(error.retryAfter) } : {};
}
