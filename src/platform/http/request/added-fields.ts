import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { FieldError } from '../../../kernel/errors.js';
import { Fault, type Reader } from './fields.js';

type Schema = Readonly<Record<string, unknown>>;

/** A field that a request or an answer has besides those of its class. */
export interface AddedField {
  readonly name: string;
  readonly schema: Schema;
}

/** A field that is added to requests. */
export interface AddedRequestField extends AddedField {
  readonly read: Reader;
}

interface Addition {
  readonly type: Type;
  readonly fields: readonly AddedRequestField[];
  readonly repeated: readonly string[];
}

/** Values that were sent for added fields; undefined when none was. */
export interface Added {
  readonly values: Readonly<Record<string, unknown>> | undefined;
  readonly faults: readonly FieldError[];
  /** Names that were sent of fields that only answers have. */
  readonly repeated: readonly string[];
}

const NOTHING: Added = { values: undefined, faults: [], repeated: [] };

/**
 * Fields that an extension adds to requests and answers. The classes of these are those of all services of
 * the process; what is added is of one.
 */
export class AddedFields {
  private readonly additions: Addition[] = [];
  private readonly schemas: { readonly name: string; readonly fields: readonly AddedField[] }[] = [];
  private readonly queries: { readonly path: string; readonly fields: readonly AddedField[] }[] = [];

  /**
   * Adds fields to bodies of the class and its subclasses; the property `added`
   * has the values that were sent.
   *
   * @param answered fields that answers have. Clients send whole objects back: the property `repeated` has
   *   the names of those that were sent and are no fields of the body
   */
  addToBody(type: Type, fields: readonly AddedRequestField[], answered: readonly AddedField[] = []): void {
    this.add(type, fields, answered);
    this.describe(type, fields);
  }

  /** Adds fields to the query of GET of a path; the property `added` has the values that were sent. */
  addToQuery(path: string, type: Type, fields: readonly AddedRequestField[]): void {
    this.add(type, fields);
    this.queries.push({ path, fields });
  }

  /** Adds fields to the schema of the class in the OpenAPI document. */
  describe({ name }: Type, fields: readonly AddedField[]): void {
    this.schemas.push({ name, fields });
  }

  read(type: Type, sent: object): Added {
    const additions = this.additions.filter((addition) => isA(type, addition.type));
    const isSent = (name: string): boolean => Object.hasOwn(sent, name);
    const given = additions.flatMap(({ fields }) => fields.filter(({ name }) => isSent(name)));
    const repeated = additions.flatMap((addition) => addition.repeated.filter(isSent));
    if (given.length === 0) return { ...NOTHING, repeated };
    const read = given.map(({ name, read }) => [name, read((sent as Schema)[name])] as const);
    return {
      repeated,
      values: Object.fromEntries(read),
      faults: read.flatMap(([field, value]) =>
        value instanceof Fault ? [{ field: field + value.path, message: value.message }] : [],
      ),
    };
  }

  /** Adds to the description of the API. */
  addTo({ components, paths }: OpenAPIObject): void {
    for (const { name, fields } of this.schemas) {
      const schema = components?.schemas?.[name];
      if (schema && 'properties' in schema) Object.assign(schema.properties ?? {}, schemasOf(fields));
    }
    for (const { path, fields } of this.queries)
      paths[path]?.get?.parameters?.push(
        ...fields.map(({ name, schema: { description, ...schema } }) => ({
          name,
          in: 'query' as const,
          required: false,
          ...(typeof description === 'string' && { description }),
          schema,
        })),
      );
  }

  private add(type: Type, fields: readonly AddedRequestField[], answered: readonly AddedField[] = []): void {
    const names = new Set(fields.map(({ name }) => name));
    const repeated = answered.flatMap(({ name }) => (names.has(name) ? [] : name));
    if (fields.length > 0 || repeated.length > 0) this.additions.push({ type, fields, repeated });
  }
}

const schemasOf = (fields: readonly AddedField[]): Record<string, Schema> =>
  Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));

const isA = (type: Type, base: Type): boolean => type === base || type.prototype instanceof base;
