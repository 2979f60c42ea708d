import type { IncomingMessage } from 'node:http';
import { NotFoundError } from '../../kernel/errors.js';
import { pathOf } from '../http/request/request-path.js';

/** @param instead the path at which there is what was asked for */
export function routeNotFound(request: IncomingMessage, instead?: string): NotFoundError {
  const { method = 'GET' } = request;
  const hint = instead === undefined ? '' : `; there is ${method} ${instead}`;
  return new NotFoundError('route-not-found', `There is no ${method} ${pathOf(request)}${hint}.`);
}
