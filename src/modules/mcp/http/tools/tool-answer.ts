import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Problem } from '../../../../platform/errors/problem.js';
import type { LocalAnswer } from '../../../../platform/http/server/local-requests.js';
import type { OfferedTool } from './tool-catalog.js';
import type { Arguments } from './tool-request.js';

type Fields = Readonly<Record<string, unknown>>;

const NEXT = /^<([^>]*)>; *rel="next"$/;
const MAX_ITEMS = 100;

/** Result of a tool, made of a response of the API. */
export function resultOf(offered: OfferedTool, answer: LocalAnswer, given: Arguments): CallToolResult {
  const { status, headers, text } = answer;
  if (status >= 400) return failure(JSON.parse(text) as Problem, headers['retry-after']);
  const parsed = JSON.parse(text) as unknown;
  const isDry = headers['dry-run'] !== undefined;
  const shown = Array.isArray(parsed)
    ? listOf(offered, parsed as readonly Fields[], nextIn(headers.link), given)
    : chosen(offered, parsed as Fields);
  return success({ ...shown, ...(isDry && { dry_run: true }) });
}

/**
 * A failure as an error of the tool, from which an agent can learn; it has the
 * sentence, and what is wrong with which field.
 */
export function failure(problem: Problem, retryAfter?: string): CallToolResult {
  const { status, code, detail, errors = [], current, conflicting_id: conflictingId } = problem;
  const faults = errors.map(({ field, message }) => `${field}: ${message}`);
  const untold = faults.filter((fault) => !detail.includes(fault)).map((fault) => `\n- ${fault}`);
  const wait = retryAfter === undefined ? '' : `\nTry again in ${retryAfter} s.`;
  return {
    isError: true,
    content: [{ type: 'text', text: `${detail}${untold.join('')}${wait}` }],
    structuredContent: {
      status,
      code,
      detail,
      ...(errors.length > 0 && { errors }),
      ...(current && { current }),
      ...(conflictingId !== undefined && { conflicting_id: conflictingId }),
      ...(retryAfter !== undefined && { retry_after: Number(retryAfter) }),
    },
  };
}

/** The text is for clients that know no structure. */
const success = (structuredContent: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
});

function listOf(
  offered: OfferedTool,
  all: readonly Fields[],
  next: string | null,
  { limit, cursor }: Arguments,
): Fields {
  const { tool, pages } = offered;
  const start = pages ? countOf(cursor, 0) : 0;
  const end = pages ? start + Math.min(countOf(limit, MAX_ITEMS), MAX_ITEMS) : all.length;
  const items = all.slice(start, end).map((item) => chosen(offered, item));
  const nextCursor = pages && end > start && end < all.length ? String(end) : next;
  return { [tool.list ?? 'items']: items, next_cursor: nextCursor };
}

/** The tool makes pages of a list that the API answers whole: what is no number counts as not sent. */
const countOf = (value: unknown, standard: number): number =>
  /^\d{1,9}$/.test(String(value)) ? Number(value) : standard;

function chosen({ tool: { shows, hides = [] } }: OfferedTool, fields: Fields): Record<string, unknown> {
  const entries = Object.entries(fields);
  return Object.fromEntries(entries.filter(([name]) => shows?.includes(name) ?? !hides.includes(name)));
}

function nextIn(link: unknown): string | null {
  const url = typeof link === 'string' ? NEXT.exec(link)?.[1] : undefined;
  return url === undefined ? null : new URL(url, 'http://localhost').searchParams.get('cursor');
}
