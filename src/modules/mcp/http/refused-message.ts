import type { Response } from 'express';
import type { DomainError } from '../../../kernel/errors.js';
import { STATUS_OF_KIND } from '../../../platform/errors/problem.js';

/** JSON-RPC 2.0, 5.1. */
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** Says in the form of JSON-RPC why a body is no message. */
export function refuseMessage(response: Response, { message, code, kind }: DomainError): void {
  const number = code === 'malformed-json' ? PARSE_ERROR : INVALID_REQUEST;
  response
    .status(STATUS_OF_KIND[kind])
    .json({ jsonrpc: '2.0', id: null, error: { code: number, message, data: { code } } });
}
