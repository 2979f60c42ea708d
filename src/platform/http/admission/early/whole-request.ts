import type { RequestHead } from '../../request/request-path.js';

export interface WholeRequest extends RequestHead {
  readonly headerCount: number;
}

const MAX_HEAD_BYTES = 4096;
const HEAD_END = '\r\n\r\n';
const FIRST_LINE = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[!-~]*) HTTP\/1\.1$/;
const HEADER = /^([A-Za-z\d-]+):[\t ]*([\t -~]*)$/;
/** Headers that change how the request is read, or what has to be said to its client. */
const UNUSUAL = new Set(['transfer-encoding', 'expect', 'origin']);

/**
 * The request that is all of these bytes: one of HTTP/1.1 (RFC 9112), with a body of a known length or none,
 * that asks for nothing unusual. Whatever may be read in another way than this is left to the parser of Node.
 */
export function wholeRequestOf(bytes: Buffer): WholeRequest | undefined {
  const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf(HEAD_END);
  if (end < 0) return undefined;
  const [firstLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [, method, url] = FIRST_LINE.exec(firstLine) ?? [];
  const headers = headersOf(lines);
  if (method === undefined || headers?.host === undefined) return undefined;
  const { connection = 'keep-alive', 'content-length': length = '0' } = headers;
  const isWhole = /^\d+$/.test(length) && bytes.length === end + HEAD_END.length + Number(length);
  if (!isWhole || connection.toLowerCase() !== 'keep-alive') return undefined;
  return { method, url, headers, headerCount: lines.length };
}

/** @returns nothing if one of them is unusual, or comes twice */
function headersOf(lines: readonly string[]): Record<string, string> | undefined {
  const headers: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const [, name, value = ''] = HEADER.exec(line) ?? [];
    const key = name?.toLowerCase();
    if (key === undefined || key in headers || UNUSUAL.has(key)) return undefined;
    headers[key] = value.trimEnd();
  }
  return headers;
}
