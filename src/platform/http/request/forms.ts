import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { UnsupportedMediaTypeError } from '../../../kernel/errors.js';

export const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded'];

const FORMS = 'http:forms';

/** A request whose form was read. */
export type FormRequest = Request & {
  /** In the order in which they were sent; by name and hash of their bytes. */
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

const refusal = (sent: string) =>
  new UnsupportedMediaTypeError(
    'media-type-not-supported',
    `The body must be application/json, not ${sent}.`,
  );
