import { InvalidError } from '../../../../kernel/errors.js';
import type { OfferedTool } from './tool-catalog.js';

/** Arguments as an agent sends them. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A request of the API, without who sends it. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Values that a header can carry. The API checks what they mean. */
const HEADER = /^[\x21-\x7e]{1,1000}$/;
/** Longest path: a request has at most 16 KB before its body, headers included. */
const MAX_PATH_LENGTH = 6000;
const VERSION = /^\d{1,15}$/;
const ID = /^\d{1,20}$/;

/**
 * The request that a call of a tool stands for. What the arguments may be is for the API to say; here is only
 * looked at what could not be sent.
 *
 * @throws InvalidError
 */
export function requestOf({ tool, operation, takes }: OfferedTool, given: Arguments): ApiRequest {
  // The operation does without them, and would do something else.
  for (const name of tool.needs ?? [])
    if (isMissing(given[name])) throw InvalidError.field(name, 'is required');
  const query = new URLSearchParams(tool.query);
  const body: Record<string, unknown> = { ...tool.body };
  const headers: Record<string, string> = {};
  let { path } = operation;
  for (const name of takes) {
    const value = given[name];
    switch (operation.arguments.get(name)?.place) {
      case 'path':
        path = path.replace(`{${name}}`, segmentOf(name, value));
        break;
      case 'query':
        for (const text of textsOf(name, value)) query.append(name, text);
        break;
      case 'if-match':
        if (value !== undefined && value !== null) headers['if-match'] = `"${versionOf(name, value)}"`;
        break;
      case 'idempotency-key':
        if (value !== undefined && value !== null) headers['idempotency-key'] = headerOf(name, value);
        break;
      case 'body':
        if (value !== undefined) body[name] = value;
    }
  }
  // The first page, which tells where the next one is; there is none by popularity.
  if (takes.includes('cursor') && !query.has('cursor') && query.get('order_by') !== 'popularity')
    query.set('cursor', '');
  const { method, hasBody } = operation;
  const whole = `${path}?${query.toString()}`;
  if (whole.length > MAX_PATH_LENGTH)
    throw new InvalidError(
      'arguments-too-long',
      `The arguments are longer than a query may be (${MAX_PATH_LENGTH}).`,
    );
  return { method, path: whole, headers, body: hasBody ? body : undefined };
}

function segmentOf(name: string, value: unknown): string {
  const text = wordOf(value);
  // Other texts could be several segments of the path.
  if (!ID.test(text)) throw InvalidError.field(name, 'must be an integer');
  return text;
}

/** A list is a repeated parameter. */
function textsOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => {
    if (typeof one === 'string') return one.toWellFormed();
    if (typeof one === 'number' || typeof one === 'boolean') return String(one);
    throw InvalidError.field(name, 'must be a text, a number or a flag, or a list of them');
  });
}

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const wordOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

function versionOf(name: string, value: unknown): string {
  const text = wordOf(value);
  if (!VERSION.test(text)) throw InvalidError.field(name, 'must be an integer');
  return text;
}

function headerOf(name: string, value: unknown): string {
  if (typeof value === 'string' && HEADER.test(value)) return value;
  throw InvalidError.field(name, 'must be visible ASCII characters without blanks');
}
