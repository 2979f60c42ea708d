import { HttpException, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError, InvalidError } from '../../kernel/errors.js';
import { fileFailure } from '../../kernel/file-failure.js';
import { pathOf } from '../http/request/request-path.js';
import { type Problem, problem, PROBLEM_MEDIA_TYPE, problemOf, type DescribedProblem } from './problem.js';
import { routeNotFound } from './route-not-found.js';
import { describeDefect, logRefusedRow, translateDatabaseError } from './translate.js';

/** Errors of Express. */
interface HttpError extends Error {
  readonly status: number;
}

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

  /** @param instance what has failed, as RFC 9457 has it: the path of the request, or a part of its body */
  describe(error: unknown, request: Request, instance = pathOf(request)): DescribedProblem {
    const known = error instanceof DomainError ? error : translate(error, request);
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
function translate(error: unknown, request: Request): DomainError | null {
  if (error instanceof HttpException)
    return translateStatus(error.getStatus(), { message: error.message }, request);
  const failure = translateDatabaseError(error);
  if (failure) return failure;
  const ofFiles = fileFailure(error);
  if (ofFiles) return ofFiles;
  const { status } = error as Partial<HttpError>;
  return typeof status === 'number' && status < 500
    ? translateStatus(status, error as HttpError, request)
    : null;
}

function translateStatus(status: number, error: Partial<HttpError>, request: Request): DomainError | null {
  switch (status) {
    case 404:
      return routeNotFound(request);
    default:
      return status >= 400 && status < 500 ? new InvalidError('bad-request', error.message ?? '') : null;
  }
}
