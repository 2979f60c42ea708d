import {
  applyDecorators,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiConsumes } from '@nestjs/swagger';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import multer from 'multer';
import type { Observable } from 'rxjs';
import { InvalidError, UnsupportedMediaTypeError } from '../../../kernel/errors.js';

export const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded'];

const FORMS = 'http:forms';

/** A request whose form was read. */
export type FormRequest = Request & {
  /** Names of the files, and hashes of their bytes, in the order of the form. */
  readonly receivedFiles?: readonly { readonly name: string; readonly hash: string }[];
};

/** The route reads forms, besides JSON. */
export const AcceptsForms = () => SetMetadata(FORMS, true);

/** Refuses a form that the route would not read: its fields would be lost in silence. */
@Injectable()
export class FormsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const isForm = typeof request.is(FORM_TYPES) === 'string';
    if (!isForm || this.reflector.get<boolean | undefined>(FORMS, context.getHandler())) return true;
    const sent = request.headers['content-type'] ?? '';
    throw refusal(sent);
  }
}

/** Middleware of routes that have nothing to upload. */
export function refuseForms(request: Request, _response: Response, next: NextFunction): void {
  const sent = request.is(FORM_TYPES);
  next(typeof sent === 'string' ? refusal(sent) : undefined);
}

const MAX_FORM_BYTES = 64 * 1024;
const MAX_FORM_FIELDS = 100;

/** Reads parameters of the URL and of a form into the body; what the body has counts. */
@Injectable()
class ParametersInterceptor implements NestInterceptor {
  private readonly readers: readonly RequestHandler[] = [
    multer({ limits: { fieldSize: MAX_FORM_BYTES, parts: MAX_FORM_FIELDS } }).none(),
    express.urlencoded({ extended: false, limit: MAX_FORM_BYTES, parameterLimit: MAX_FORM_FIELDS }),
  ];

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    try {
      for (const reader of this.readers) await runMiddleware(reader, request, http.getResponse());
    } catch (error) {
      throw new InvalidError('malformed-form', `The form cannot be read: ${(error as Error).message}.`);
    }
    const body: unknown = request.body ?? {};
    if (typeof body === 'object' && !Array.isArray(body)) request.body = { ...request.query, ...body };
    return next.handle();
  }
}

/** Waits for middleware that reads a body. @throws what it passes on */
export async function runMiddleware(
  handler: RequestHandler,
  request: Request,
  response: Response,
): Promise<void> {
  const error = await new Promise<unknown>((resolve) => {
    void handler(request, response, resolve);
  });
  if (error instanceof Error) throw error;
}

/** The route takes its parameters in the URL, as JSON, or as a form. */
export const TakesParameters = () =>
  applyDecorators(
    AcceptsForms(),
    UseInterceptors(ParametersInterceptor),
    ApiConsumes('application/json', ...FORM_TYPES),
  );

const refusal = (sent: string) =>
  new UnsupportedMediaTypeError(
    'media-type-not-supported',
    `The body must be application/json, not ${sent}.`,
  );
