import type { JSONObject } from '@modelcontextprotocol/server';
import type { OpenAPIObject } from '@nestjs/swagger';

export type Schema = Readonly<JSONObject>;

/** Location of an argument in a request of the API. */
export type Place = 'path' | 'query' | 'body' | 'if-match' | 'idempotency-key';

interface Argument {
  readonly place: Place;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** An operation of the API, with all that it takes under one roof. */
export interface DescribedOperation {
  readonly method: string;
  /** `/api/1.3/drafts/{id}` */
  readonly path: string;
  /** The key needs one of them; undefined when any key will do. */
  readonly rights: readonly string[] | undefined;
  readonly arguments: ReadonlyMap<string, Argument>;
  readonly hasBody: boolean;
}

/** Parts of an OpenAPI document that have references no more. */
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Asked {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: ObjectSchema }>>;
  };
}

/** Headers that are arguments under names that agents understand. */
const HEADERS: Readonly<Record<string, readonly [string, Place, Schema]>> = {
  'If-Match': [
    'version',
    'if-match',
    {
      type: 'integer',
      description: 'the version that you have read: when it is not the present one, nothing is done',
    },
  ],
  'Idempotency-Key': [
    'idempotency_key',
    'idempotency-key',
    {
      type: 'string',
      maxLength: 255,
      pattern: '^[!-~]+$',
      description:
        'your own choice of visible ASCII characters without blanks; makes the call safe to send again',
    },
  ],
};

/** Words about how lists are written in a query. */
const IN_A_QUERY = /, comma-separated$/;

/** @throws Error when there is no such operation */
export function describedOperation(document: OpenAPIObject, operationId: string): DescribedOperation {
  for (const [path, item] of Object.entries(document.paths))
    for (const method of ['get', 'post', 'put', 'delete'] as const) {
      const operation = item[method];
      if (operation?.operationId !== operationId) continue;
      const { parameters = [], requestBody } = operation;
      const asked = resolved({ parameters, requestBody }, document) as Asked;
      const body = asked.requestBody?.content['application/json']?.schema;
      return {
        method: method.toUpperCase(),
        path,
        rights: (operation as { readonly 'x-rights'?: readonly string[] })['x-rights'],
        arguments: new Map([...asked.parameters.flatMap(parameterOf), ...fieldsOf(body)]),
        hasBody: body !== undefined,
      };
    }
  throw new Error(`The API has no operation ${operationId}.`);
}

function parameterOf(parameter: Parameter): (readonly [string, Argument])[] {
  const { name, in: place, required: isRequired = false, description, schema = {} } = parameter;
  if (place === 'header') {
    const [own, header, described] = HEADERS[name] ?? [];
    return own && header && described ? [[own, { place: header, schema: described, isRequired }]] : [];
  }
  const words = description?.replace(IN_A_QUERY, '');
  const described = words === undefined ? schema : { ...schema, description: words };
  return [[name, { place: place === 'path' ? 'path' : 'query', schema: plain(described), isRequired }]];
}

const fieldsOf = ({ properties = {}, required = [] }: ObjectSchema = {}) =>
  Object.entries(properties).map(
    ([name, schema]) =>
      [name, { place: 'body', schema: plain(schema), isRequired: required.includes(name) }] as const,
  );

/** JSON Schema has `examples`; formats of numbers are of OpenAPI, and 1 for true is of queries. */
function plain(schema: Schema): Schema {
  const { example, format, description, ...rest } = schema;
  const words = typeof description === 'string' ? description.replace(/^1 /, 'true ') : undefined;
  return {
    ...rest,
    ...(words !== undefined && { description: schema.type === 'boolean' ? words : description }),
    ...(format !== undefined && format !== 'int64' && { format }),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** Replaces references by their schemas; bodies of requests are not recursive. */
function resolved(node: unknown, document: OpenAPIObject): unknown {
  if (Array.isArray(node)) return node.map((item) => resolved(item, document));
  if (typeof node !== 'object' || node === null) return node;
  const reference = '$ref' in node ? /^#\/components\/schemas\/(\w+)$/.exec(String(node.$ref)) : null;
  if (reference) return resolved(document.components?.schemas?.[reference[1] ?? ''], document);
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(value, document)]));
}
