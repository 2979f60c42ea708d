import { inspect } from 'node:util';
import { OwnField } from '../modules/articles/domain/own-fields.js';
import { nearName } from '../platform/config/near-name.js';

const SHAPES = {
  text: { fits: (value: unknown) => typeof value === 'string', says: 'is missing, or no text' },
  list: { fits: Array.isArray, says: 'must be a list: […]' },
  object: { fits: isObject, says: 'must be an object: { … }' },
  class: { fits: isClass, says: 'must be a class, and no instance of one' },
} as const;

export type Shape = keyof typeof SHAPES;

/** Faults of a declaration that the compiler finds in TypeScript, a sentence each. */
export function* faultsOfShape(
  declaration: object,
  parts: Readonly<Record<string, Shape>>,
): Generator<string> {
  const given = new Map<string, unknown>(Object.entries(declaration));
  const names = new Set(Object.keys(parts));
  for (const name of given.keys())
    if (!names.has(name)) yield `"${name}" is no part of an extension${hintAt(nearName(name, names))}`;
  for (const [name, shape] of Object.entries(parts)) {
    const value = given.get(name);
    if (value === undefined && shape !== 'text') continue;
    const { fits, says } = SHAPES[shape];
    if (!fits(value)) yield `${name}: ${says}`;
    else if (Array.isArray(value)) yield* faultsOfEntries(name, value);
    else yield* faultsOfValue(name, value as Given);
  }
}

const hintAt = (name: string | null): string => (name === null ? '' : `; did you mean "${name}"?`);

type Given = Readonly<Record<string, unknown>>;

function* faultsOfEntries(name: string, entries: readonly unknown[]): Generator<string> {
  for (const entry of entries) {
    if (entry === undefined || entry === null)
      yield `${name}: one of them is ${String(entry)}, as it is in files that import each other`;
    else for (const fault of ENTRIES[name]?.(entry as Given) ?? []) yield `${name}: ${fault}`;
  }
}

/** Faults of an entry of a list, by the name of the list. */
const ENTRIES: Readonly<Record<string, (entry: Given) => Iterable<string>>> = {
  *modules(entry) {
    if (!isClass(entry) && !isObject(entry)) yield `${named(entry)} is no module`;
    else if (isClass(entry) && Reflect.getMetadataKeys(entry).length === 0 && !hasCode(entry))
      yield `${named(entry)} has no @Module, or an empty one`;
  },
  *adapters(entry) {
    const { provide, useClass, useFactory } = entry;
    const isBound = isFunction(useClass) || isFunction(useFactory) || entry.useValue !== undefined;
    if (!provide || !isBound) yield `${named(entry)} binds nothing: write bind(Port, Adapter)`;
  },
  *fields(entry) {
    // Another copy of the package has a class of its own.
    if (!(entry instanceof OwnField) && !('isFilter' in entry)) {
      yield `${named(entry)} was not made by field('name', { type: … })`;
      return;
    }
    const { name, options } = entry as Given & { readonly name: string };
    if (!isObject(options)) yield `"${name}" has no options, as { type: 'string' }`;
    else if (options.type === 'enum' && !Array.isArray(options.values))
      yield `"${name}" must have a list of values`;
  },
  *authenticators(entry) {
    if (!mayHave(entry, 'credentialOf', 'authenticate'))
      yield `${named(entry)} is no class with the methods credentialOf and authenticate`;
  },
  *commands(entry) {
    const { name, description, command } = entry;
    if (typeof name !== 'string' || typeof description !== 'string')
      yield `${named(entry)} must have a name and a description`;
    else if (!mayHave(command, 'run')) yield `command of "${name}" must be a class with a method run`;
  },
};

function* faultsOfValue(name: string, value: Given): Generator<string> {
  if (name === 'articles' && !mayHave(value, 'before') && !mayHave(value, 'after'))
    yield `articles: ${named(value)} has neither before nor after: it would do nothing`;
  if (name === 'roles')
    for (const [role, rights] of Object.entries(value))
      if (!Array.isArray(rights)) yield `roles: ${role} must have a list of rights`;
  if (name === 'settings' && !(isClass(value.type) && isObject(value.properties)))
    yield 'settings: must have the class of the settings (type) and their JSON Schemas (properties)';
}

type Class = Given & { readonly prototype: Given };

function isFunction(value: unknown): value is Given {
  return typeof value === 'function';
}

function isClass(value: unknown): value is Class {
  return isFunction(value) && isObject(value.prototype);
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a class does something by itself, without what its decorators declare. */
const hasCode = ({ prototype, length }: Class): boolean =>
  length !== 0 || Object.getOwnPropertyNames(prototype).length > 1;

/** Whether instances of a class may have methods: its own, properties that it gives them, or inherited. */
const mayHave = (value: unknown, ...names: readonly string[]): boolean =>
  isClass(value) &&
  (Object.getPrototypeOf(value) !== Function.prototype ||
    names.every(
      (name) => isFunction(value.prototype[name]) || Function.prototype.toString.call(value).includes(name),
    ));

const named = (value: unknown): string =>
  isFunction(value) ? String(value.name) : inspect(value, { depth: 0, breakLength: Infinity });
