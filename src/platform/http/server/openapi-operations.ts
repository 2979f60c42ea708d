import type { OpenAPIObject } from '@nestjs/swagger';
import { problemReference } from '../response/problem.response.js';
import { READS_ONLY } from '../writes/dry-run.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

interface DescribedOperation {
  readonly path: string;
  readonly method: (typeof METHODS)[number];
  readonly operation: Operation;
}

export function operationsOf({ paths }: OpenAPIObject): DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}

/**
 * Names an operation by the method of its controller: `create` of `PostsController` is `createPost`, `list` is
 * `listPosts`. A method of several words is a name of its own. Where that reads badly, `ApiOperation` has the name.
 */
export function operationId(controller: string, method: string): string {
  // A method that several paths lead to has the number of the path behind its name.
  const verb = method.replace(/\[\d+\]$/, '');
  if (/[A-Z]/.test(verb)) return verb;
  const resource = controller.replace(/Controller$/, '');
  return verb + (verb === 'list' ? resource : singular(resource));
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/(?<![su])s$/, '');

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description: 'makes the request safe to send again',
  schema: { type: 'string' },
};

const DRY_RUN = {
  name: 'dry_run',
  in: 'query' as const,
  required: false,
  description: '1 tries the write and takes it back: the answer is what it would be',
  schema: { type: 'boolean', default: false },
};

/** Adds what holds for every operation, those of extensions included. */
export function completeOperations(document: OpenAPIObject): void {
  const names = new Set<string>();
  for (const described of operationsOf(document)) {
    const { operation } = described;
    operation.operationId = nameApart(operation.operationId ?? '', names);
    operation.security ??= [];
    if (takesIdempotencyKey(described)) (operation.parameters ??= []).push(IDEMPOTENCY_KEY);
    if (writes(described)) (operation.parameters ??= []).push(DRY_RUN);
    for (const status of failuresOf(described)) operation.responses[status] ??= problemReference(status);
    shortenReferences(operation);
  }
}

/** Another path to the same method has a number behind its name. */
function nameApart(name: string, names: Set<string>): string {
  let free = name;
  for (let n = 2; names.has(free); n++) free = `${name}${n}`;
  names.add(free);
  return free;
}

const takesIdempotencyKey = ({ path, method }: DescribedOperation): boolean =>
  path.startsWith('/api/') && (method === 'post' || method === 'put');

const writes = ({ path, method, operation }: DescribedOperation): boolean =>
  path.startsWith('/api/') && method !== 'get' && !(READS_ONLY in operation);

/** Failures that come of the kind of the request. */
function failuresOf(described: DescribedOperation): number[] {
  return [
    ...(described.operation.requestBody ? [413, 415] : []),
    ...(takesIdempotencyKey(described) ? [409, 422] : []),
    429,
    503,
  ];
}

/** Decorators write a description beside each reference, although what it refers to has one. */
function shortenReferences({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses))
    if (response && '$ref' in response) responses[status] = { $ref: response.$ref };
}
