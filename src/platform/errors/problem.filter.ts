import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Failures } from './failures.js';

/** Answers every failure: with problem+json, where the path has no other form. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly failures: Failures) {}

  catch(error: unknown, host: ArgumentsHost): unknown {
    // GraphQL says in its own answers what is wrong.
    if (host.getType() !== 'http') return error;
    this.answerWith(error, host);
    return undefined;
  }

  private answerWith(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) {
      this.failures.breakOff(error, response);
      return;
    }
    this.failures.send(request, response, this.failures.describe(error, request));
  }
}
