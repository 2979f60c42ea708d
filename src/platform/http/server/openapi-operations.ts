import type { OpenAPIObject } from '@nestjs/swagger';
import { problemReference } from '../response/problem.response.js';
import { READS_ONLY } from '../writes/dry-run.js';
import { distinguishNames } from './operation-names.js';

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

/** Tag of operations that have none. */
const EXTENSION_TAG = 'Extension';

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
  const operations = operationsOf(document);
  distinguishNames(operations);
  for (const described of operations) {
    const { operation } = described;
    describeByName(operation);
    operation.security ??= [];
    if (takesIdempotencyKey(described)) (operation.parameters ??= []).push(IDEMPOTENCY_KEY);
    if (writes(described)) (operation.parameters ??= []).push(DRY_RUN);
    for (const status of failuresOf(described)) operation.responses[status] ??= problemReference(status);
    shortenReferences(operation);
  }
  declareTags(document);
}

/** Adds a missing tag and summary, made of the name, to an operation of an extension. */
function describeByName(operation: Operation): void {
  if (!operation.tags?.length) operation.tags = [EXTENSION_TAG];
  const words = (operation.operationId ?? '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  operation.summary ??= words.charAt(0).toUpperCase() + words.slice(1);
  operation.description ??= operation.summary;
}

/** Adds the tags of an extension to the list of tags. */
function declareTags(document: OpenAPIObject): void {
  const tags = (document.tags ??= []);
  for (const name of operationsOf(document).flatMap(({ operation }) => operation.tags ?? []))
    if (!tags.some((tag) => tag.name === name)) tags.push({ name, description: 'of an extension' });
}

const takesIdempotencyKey = ({ path, method }: DescribedOperation): boolean =>
  path.startsWith('/api/') && (method === 'post' || method === 'put');

const writes = ({ path, method, operation }: DescribedOperation): boolean =>
  path.startsWith('/api/') && method !== 'get' && !(READS_ONLY in operation);

/** Failures that come of the kind of the request. */
function failuresOf(described: DescribedOperation): number[] {
  return [
    // A body is read and refused where none is wanted, too.
    ...(described.method === 'get' ? [] : [413, 415]),
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
