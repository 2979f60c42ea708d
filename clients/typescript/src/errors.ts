import type { components } from './schema.js';

/** The body of every failure (RFC 9457). */
export type Problem = components['schemas']['ProblemResponse'];

/** The service has answered with a failure. */
export class ContentApiError extends Error {
  constructor(
    readonly response: Response,
    /** Null where the answer is none of the service, as that of a proxy. */
    readonly problem: Problem | null,
  ) {
    super(problem ? `${problem.status} ${problem.code}: ${problem.detail}` : `HTTP ${response.status}`);
    this.name = 'ContentApiError';
  }

  /** @param error the body of the failure, as it was read */
  static of(response: Response, error: unknown): ContentApiError {
    const isProblem = typeof error === 'object' && error !== null && 'code' in error;
    return new ContentApiError(response, isProblem ? (error as Problem) : null);
  }
}
