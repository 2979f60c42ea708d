import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Limits of a document. Fragments count as often as they are spread. */
export const DOCUMENT_LIMITS = {
  definitions: 50,
  variables: 50,
  /** GraphiQL asks for the schema with 15. */
  depth: 16,
  fields: 2000,
  spreads: 300,
  aliases: 50,
  directives: 50,
  /**
   * Pairs of fields that would be merged into one: the rule that compares them takes time by their square.
   */
  repeats: 10_000,
} as const;

type Limit = keyof typeof DOCUMENT_LIMITS;
type Size = Record<'depth' | 'fields' | 'spreads' | 'aliases' | 'directives', number>;

const UNITS: Partial<Record<Limit, string>> = {
  depth: 'levels of fields',
  spreads: 'spreads of fragments',
  repeats: 'pairs of fields of one name',
};

const SUMMED = ['fields', 'spreads', 'aliases', 'directives'] as const;

/** Errors that validation gathers before it stops. */
export const MAX_ERRORS = 20;

/**
 * Refuses a document that is too large. It runs first, and reports so many errors that validation stops: the
 * rules of GraphQL take time by the square of a document.
 */
export function documentSizeRule(context: ValidationContext): ASTVisitor {
  return {
    Document: {
      enter(document: DocumentNode) {
        const excess = excessOf(document, new Measure(context));
        if (!excess) return;
        // Validation stops at one error more than it gathers.
        for (let count = 0; count <= MAX_ERRORS; count++) context.reportError(excess);
      },
    },
  };
}

/** @param what has a limit, in a word or two. @param unit of which there are too many */
export function limitError(what: string, requested: number, limit: number, unit = what): GraphQLError {
  return new GraphQLError(`This query has ${requested} ${unit}; at most ${limit} are allowed.`, {
    extensions: { code: 'query-too-large', what, requested, limit },
  });
}

/**
 * Every definition is looked at, whether an operation uses it or not: the rules
 * of GraphQL look at all of them.
 */
function excessOf(document: DocumentNode, measure: Measure): GraphQLError | null {
  const definitions = document.definitions.filter(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION || definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  const total: Record<Limit, number> = {
    ...measure.sizeOf(undefined),
    definitions: document.definitions.length,
    variables: 0,
    repeats: 0,
  };
  for (const definition of definitions) {
    const size = measure.sizeOf(definition.selectionSet);
    total.depth = Math.max(total.depth, size.depth);
    for (const what of SUMMED) total[what] += size[what];
    total.directives += definition.directives?.length ?? 0;
    if (definition.kind === Kind.OPERATION_DEFINITION)
      for (const variable of definition.variableDefinitions ?? []) {
        total.variables += 1;
        total.directives += variable.directives?.length ?? 0;
      }
  }
  const excess = firstExcess(total);
  if (excess) return excess;
  if (measure.cycle !== undefined)
    return new GraphQLError(`Fragment "${measure.cycle}" contains itself.`, {
      extensions: { code: 'fragment-cycle' },
    });
  // Written out only now that this is known to be little.
  for (const { selectionSet } of definitions) total.repeats += measure.repeatsOf([selectionSet]);
  return firstExcess(total);
}

function firstExcess(size: Record<Limit, number>): GraphQLError | null {
  for (const [what, limit] of Object.entries(DOCUMENT_LIMITS) as [Limit, number][])
    if (size[what] > limit) return limitError(what, size[what], limit, UNITS[what]);
  return null;
}

class Measure {
  private readonly fragments = new Map<string, Size | null>();
  /** A fragment that contains itself, if there is one. */
  cycle: string | undefined;

  constructor(private readonly context: ValidationContext) {}

  sizeOf(set: SelectionSetNode | undefined): Size {
    const size: Size = { depth: 0, fields: 0, spreads: 0, aliases: 0, directives: 0 };
    for (const selection of set?.selections ?? []) {
      const isField = selection.kind === Kind.FIELD;
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? this.sizeOfFragment(selection.name.value)
          : this.sizeOf(selection.selectionSet);
      size.depth = Math.max(size.depth, inner.depth + (isField ? 1 : 0));
      size.fields += inner.fields + (isField ? 1 : 0);
      size.spreads += inner.spreads + (isField ? 0 : 1);
      size.aliases += inner.aliases + (isField && selection.alias ? 1 : 0);
      size.directives += inner.directives + (selection.directives?.length ?? 0);
    }
    return size;
  }

  /** Sum of the squares of how often each path of the answer is asked for. */
  repeatsOf(sets: readonly SelectionSetNode[]): number {
    const fields = sets.flatMap((set) => [...this.fieldsOf(set)]);
    let repeats = 0;
    for (const same of Map.groupBy(fields, ({ alias, name }) => (alias ?? name).value).values()) {
      if (same.length > 1) repeats += same.length ** 2;
      repeats += this.repeatsOf(same.flatMap(({ selectionSet }) => selectionSet ?? []));
    }
    return repeats;
  }

  /** Each fragment is measured once, so spreading it cannot multiply the work. */
  private sizeOfFragment(name: string): Size {
    const known = this.fragments.get(name);
    if (known) return known;
    if (known === null) {
      this.cycle ??= name;
      return this.sizeOf(undefined);
    }
    this.fragments.set(name, null);
    const size = this.sizeOf(this.context.getFragment(name)?.selectionSet);
    this.fragments.set(name, size);
    return size;
  }

  private *fieldsOf(set: SelectionSetNode | undefined): Generator<FieldNode> {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.FIELD) yield selection;
      else if (selection.kind === Kind.INLINE_FRAGMENT) yield* this.fieldsOf(selection.selectionSet);
      else yield* this.fieldsOf(this.context.getFragment(selection.name.value)?.selectionSet);
    }
  }
}
