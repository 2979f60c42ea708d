import { STATUS_CODES } from 'node:http';
import { HttpException, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  DomainError,
  InvalidError,
  OverloadedError,
  RateLimitedError,
  UnauthenticatedError,
} from '../../kernel/errors.js';
import { fileFailure } from '../../kernel/file-failure.js';
import { slugify } from '../../kernel/slug.js';
import { CLIENT_GONE } from '../concurrency/client-presence.js';
import { pathOf } from '../http/request/request-path.js';
import { type Problem, problem, PROBLEM_MEDIA_TYPE, problemOf, type DescribedProblem } from './problem.js';
import { routeNotFound } from './route-not-found.js';
import { describeDefect, logRefusedRow, translateDatabaseError } from './translate.js';

/** Errors of the libraries that read requests: what they say is about the request. */
interface ExposedError extends Error {
  readonly status: number;
  readonly expose: boolean;
}

const RETRY_AFTER_S = 5;

/** Failures of some paths as their clients know them, in place of problem+json. */
export interface FailureForm {
  readonly isAt: (path: string) => boolean;
  /** The body, which is JSON. */
  readonly bodyOf: (problem: Problem) => object;
}

/**
 * Says what clients are told of a failure; what nobody expected is logged, and shown as a request id only.
 */
@Injectable()
export class Failures {
  private readonly logger = new Logger('Errors');
  private readonly forms: FailureForm[] = [];

  /** Gives the failures of some paths a form of their own. */
  addForm(form: FailureForm): void {
    this.forms.push(form);
  }

  /** Answers with a failure, in the form of the path. */
  send(request: Request, response: Response, { problem: told, headers }: DescribedProblem): void {
    const path = pathOf(request);
    const form = this.forms.find(({ isAt }) => isAt(path));
    response
      .status(told.status)
      .set(headers)
      .type(form ? 'application/json' : PROBLEM_MEDIA_TYPE)
      .send(JSON.stringify(form ? form.bodyOf(told) : told));
  }

  /** Ends an answer that has begun: only the log can say what has failed. */
  breakOff(error: unknown, response: Response): void {
    const isOfClient = error instanceof DomainError && error.code === CLIENT_GONE;
    if (!isOfClient) this.logger.error({ err: describeDefect(error) }, 'An answer was cut off');
    response.destroy();
  }

  /** @param instance what has failed, as RFC 9457 has it: the path of the request, or a part of its body */
  describe(thrown: unknown, request: Request, instance = pathOf(request)): DescribedProblem {
    const error = thrown ?? new Error(`Something has failed with ${String(thrown)}.`);
    const exception = error instanceof HttpException ? describeException(error, request, instance) : null;
    if (exception) return exception;
    const known = error instanceof DomainError ? error : translate(error);
    logRefusedRow(error, this.logger);
    if (known && known !== error && fileFailure(error))
      this.logger.warn({ err: error }, 'Files cannot be read or written');
    if (known) return problemOf(known, instance);
    this.logger.error(describeDefect(error));
    const detail = `The service failed to answer. Report the request id ${requestIdOf(request)}.`;
    return { problem: problem(500, 'internal-error', detail, instance), headers: {} };
  }
}

/** The logger has given the request its id, unless it failed before that. */
function requestIdOf(request: Request): string {
  return (request as { id?: string }).id ?? 'unknown';
}

/** The domain error that a failure of a library amounts to, or null when it is a defect. */
function translate(error: unknown): DomainError | null {
  const failure = translateDatabaseError(error) ?? fileFailure(error);
  if (failure) return failure;
  const { status, expose, message } = error as Partial<ExposedError>;
  // Clients of other services make errors with a status, too, which says nothing of this request.
  const isToBeShown = expose === true && status !== undefined && status >= 400 && status < 500;
  return isToBeShown ? new InvalidError('bad-request', message ?? '') : null;
}

/** An exception of Nest has the status and the message that its thrower wants; null for one that says 500. */
function describeException(
  error: HttpException,
  request: Request,
  instance: string,
): DescribedProblem | null {
  const { message } = error;
  const status = error.getStatus();
  const code = codeOf(status);
  if (status === 404 && message === `Cannot ${request.method} ${request.originalUrl}`)
    return problemOf(routeNotFound(request), instance);
  if (status === 401) return problemOf(new UnauthenticatedError(code, message), instance);
  if (status === 429) return problemOf(new RateLimitedError(code, message, RETRY_AFTER_S), instance);
  if (status === 503) return problemOf(new OverloadedError(code, message, RETRY_AFTER_S), instance);
  if (status < 400 || status > 599 || status === 500) return null;
  return { problem: problem(status, code, message, instance), headers: {} };
}

/** `bad-gateway` of 502. */
const codeOf = (status: number): string => slugify(STATUS_CODES[status] ?? 'Error');
