import type { Request, Response } from 'express';

/** Answers a request, or says that it cannot. */
export type EarlyAnswer = (request: Request, response: Response) => boolean;

/** What answers requests before the routes, the headers of the API and the log: what is kept ready, and nothing else. */
export class EarlyAnswers {
  private readonly all: EarlyAnswer[] = [];

  add(answer: EarlyAnswer): void {
    this.all.push(answer);
  }

  /** @returns whether one of them has */
  answer(request: Request, response: Response): boolean {
    return this.all.some((answer) => answer(request, response));
  }
}
