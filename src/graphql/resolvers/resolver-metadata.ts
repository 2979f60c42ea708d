import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { TypeMetadataStorage } from '@nestjs/graphql';
import { Author, Post, Section, Tag } from '../schema/post.types.js';
import { RESOLVERS } from '../schema/schema.js';

/** Resolvers of an extension that cannot be used; the service does not start with them. */
export class ResolverError extends Error {
  override readonly name = 'ResolverError';
}

type Class = abstract new (...parameters: never[]) => unknown;
type TypeFunction = () => unknown;

interface FieldMetadata {
  readonly schemaName: string;
  readonly typeFn: TypeFunction;
}

/** A method with `@ResolveField`. */
interface FieldResolver extends FieldMetadata {
  readonly kind: 'external' | 'internal';
  readonly methodName: string;
  readonly target: Class;
  /** Set once a schema has been built with it. */
  readonly objectTypeFn?: () => Class;
}

interface TypeMetadata {
  readonly fields: { readonly all: FieldMetadata[]; readonly internalCollection: Map<string, FieldMetadata> };
  readonly objectType?: { properties: unknown };
  readonly interface?: { properties: unknown };
}

/** State that `@nestjs/graphql` keeps for the whole process; the package has no other access to it. */
const storage = TypeMetadataStorage as unknown as {
  fieldResolvers: FieldResolver[];
  readonly metadataByTargetCollection: { get(type: Class): TypeMetadata };
};

/** Resolvers of all applications that the process has built. */
const known = new Set<FieldResolver>();
const EXTENDABLE: readonly Class[] = [Post, Author, Section, Tag];
const OURS: readonly Class[] = RESOLVERS;

/**
 * Field resolvers as the decorators have declared them. Building a schema adds their fields to the types, for
 * all schemas that the process builds later: tests start services with several extensions.
 */
@Injectable()
export class ResolverMetadata {
  constructor(private readonly discovery: DiscoveryService) {}

  /** Leaves those of this application, before its schema is built. */
  keepOwn(): void {
    for (const resolver of storage.fieldResolvers) known.add(resolver);
    for (const resolver of known) removeField(resolver);
    const classes = this.discovery.getProviders().flatMap(({ metatype }) => (metatype ? [metatype] : []));
    storage.fieldResolvers = [...known].filter(({ target }) =>
      classes.some((type) => type === target || Object.prototype.isPrototypeOf.call(target, type)),
    );
  }

  /** Checks that no field of the service is replaced. @throws ResolverError */
  mustNotReplace(): void {
    const faults = storage.fieldResolvers.flatMap((resolver) => {
      const { target, methodName, schemaName } = resolver;
      const type = OURS.includes(target) ? undefined : typeOf(resolver);
      return type && EXTENDABLE.includes(type) && replaces(resolver, type)
        ? [`  - ${target.name}.${methodName}: ${type.name} has a field "${schemaName}" already`]
        : [];
    });
    if (faults.length === 0) return;
    throw new ResolverError(
      `Resolvers of the extension need other names for their fields:\n${faults.join('\n')}`,
    );
  }
}

const typeOf = ({ kind, objectTypeFn }: FieldResolver): Class | undefined =>
  kind === 'external' ? objectTypeFn?.() : undefined;

const isOf = (resolver: FieldResolver) => (field: FieldMetadata) =>
  field.schemaName === resolver.schemaName && field.typeFn === resolver.typeFn;

/** Whether the type, or one that it extends, has the field without this resolver. */
function replaces(resolver: FieldResolver, type: Class): boolean {
  for (let one: unknown = type; typeof one === 'function'; one = Object.getPrototypeOf(one)) {
    const { all } = storage.metadataByTargetCollection.get(one as Class).fields;
    if (all.some((field) => field.schemaName === resolver.schemaName && !isOf(resolver)(field))) return true;
  }
  return false;
}

/** Takes away the field that a schema which was built before has added for the resolver. */
function removeField(resolver: FieldResolver): void {
  const type = typeOf(resolver);
  if (!type) return;
  const { fields, objectType, interface: shared } = storage.metadataByTargetCollection.get(type);
  const index = fields.all.findIndex(isOf(resolver));
  if (index < 0) return;
  fields.all.splice(index, 1);
  fields.internalCollection.delete(resolver.methodName);
  // Nest rebuilds them from the fields.
  for (const metadata of [objectType, shared]) if (metadata) metadata.properties = undefined;
}
