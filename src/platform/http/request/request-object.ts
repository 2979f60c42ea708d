import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';

type Read = (value: unknown) => unknown;

/** The fields that a class has itself, by its prototype. */
const tables = new WeakMap<object, Map<string, Read>>();

export function addField(prototype: object, name: string, read: Read): void {
  const table = tables.get(prototype) ?? new Map<string, Read>();
  tables.set(prototype, table);
  table.set(name, read);
}

/** Bodies and queries by the request objects that were made of them. */
const sentOf = new WeakMap<object, object>();

/** The body or query that a request object was made of, unread, unknown names included. */
export function sentValues(object: object): Readonly<Record<string, unknown>> {
  return (sentOf.get(object) ?? {}) as Record<string, unknown>;
}

/**
 * A request object with what was sent for its fields, read or as faults; what is no field of it is ignored.
 */
export function createRequest<T extends object>(type: Type<T>, sent: object): T {
  // Properties with decorators of class-transformer, as classes of extensions
  // may have; those of ours have none.
  const object = plainToInstance(type, sent, { strategy: 'excludeAll' });
  const read = new Set<string>();
  sentOf.set(object, sent);
  for (let one: unknown = type.prototype; one; one = Object.getPrototypeOf(one)) {
    for (const [name, readField] of tables.get(one) ?? []) {
      if (read.has(name)) continue;
      read.add(name);
      if (!Object.hasOwn(sent, name)) continue;
      const value = readField((sent as Record<string, unknown>)[name]);
      if (value !== undefined) (object as Record<string, unknown>)[name] = value;
    }
  }
  return object;
}

/** Whether requests of the class have the field. */
export function hasField(type: { readonly prototype: unknown }, name: string): boolean {
  for (let one: unknown = type.prototype; one; one = Object.getPrototypeOf(one))
    if (tables.get(one)?.has(name)) return true;
  return false;
}
