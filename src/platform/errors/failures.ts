import { HttpException, Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError, InvalidError } from '../../kernel/errors.js';
import { fileFailure } from '../../kernel/file-failure.js';
import { pathOf } from '../http/request/request-path.js';
import { problem, problemOf, type ProblemResponse } from './problem.js';
import { routeNotFound } from './route-not-found.js';
import { describeDefect, logRefusedRow, translateDatabaseError } from './translate.js';

/** Errors of Express. */
interface HttpError extends Error {
  readonly status: number;
}

/**
 * Says what clients are told of a failure; what nobody expected is logged, and shown as a request id only.
 */
@Injectable()
export class Failures {
  private readonly logger = new Logger('Errors');

  /** @param instance what has failed, as RFC 9457 has it: the path of the request, or a part of its body */
  describe(error: unknown, request: Request, instance = pathOf(request)): ProblemResponse {
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
