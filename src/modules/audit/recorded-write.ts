import type { UtcSeconds } from '../../kernel/clock.js';
import type { WorkOrigin } from '../../platform/concurrency/work-origin.js';
import { type AuditRecord, MAX_NAME, MAX_ROUTE } from './domain/audit-record.entity.js';

/** A write, before it is known who does it. */
export interface RecordedWrite {
  /** Kind of the resource, as code names it. */
  readonly resource: string;
  readonly id: number | null;
  readonly verb: string;
}

/** Kinds that clients know by another name. */
const NAMES: Readonly<Record<string, string>> = { article: 'post' };
const DOORS = { request: '', command: 'cli ', job: 'job ' } as const;
const VERBS: Readonly<Record<string, string>> = { POST: 'create', DELETE: 'delete' };
const PLACEHOLDER = /^[:{*]/;

/** The records of writes. @param origin null for what the service does by itself */
export function recordsOf(
  writes: readonly RecordedWrite[],
  origin: WorkOrigin | null,
  { at, authorId }: { readonly at: UtcSeconds; readonly authorId: number | null },
): Omit<AuditRecord, 'id'>[] {
  const { request } = origin ?? {};
  const route = origin ? `${DOORS[origin.kind]}${origin.name}` : 'service';
  return writes.map(({ resource, id, verb }) => ({
    createdTs: at,
    authorId,
    keyPrefix: request?.keyPrefix ?? null,
    method: request?.method ?? null,
    route: route.slice(0, MAX_ROUTE),
    resource: NAMES[resource] ?? resource,
    resourceId: id,
    verb,
    status: request?.status ?? null,
    requestId: request?.id ?? null,
    address: request?.address ?? null,
  }));
}

/**
 * The write of a request or command that does not say what it writes: by the last placeholder of its route,
 * `corrections` and 7 of `PUT /api/acme/corrections/:id`.
 */
export function writeOf({ kind, name, request }: WorkOrigin): RecordedWrite {
  if (kind !== 'request' || !request) return { resource: 'site', id: null, verb: 'run' };
  const segments = name.split('/').filter((segment) => segment !== '');
  const place = segments.findLastIndex((segment) => PLACEHOLDER.test(segment));
  const names = segments.slice(0, place < 0 ? undefined : place).filter((one) => !PLACEHOLDER.test(one));
  const id = Number(request.parameters[segments[place]?.slice(1) ?? '']);
  return {
    resource: nameOf(names.at(-1) ?? '') || 'site',
    id: place >= 0 && Number.isSafeInteger(id) && id >= 0 ? id : null,
    verb: VERBS[request.method] ?? 'edit',
  };
}

/** A part of a path, in the form of the other kinds of resources. */
const nameOf = (segment: string): string =>
  segment
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, MAX_NAME)
    .replaceAll(/^-|-$/g, '');
