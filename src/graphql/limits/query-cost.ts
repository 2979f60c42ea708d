import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getVariableValues,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { LIST_LENGTH } from './list-length.js';
import { DEFAULT_LIMIT, MAX_LIMIT } from './list-limit.js';
import { limitError } from './document-size.js';

/** Fields of an answer: as far as the query tells, and of lists whose length only reading tells. */
export const MAX_COST = 100_000;
/** Items that a list of ours without a `slice` is counted as. */
export const USUAL_LENGTH = 5;
/** Crops that an image is counted as having, where the query does not say which it wants. */
const USUAL_SIZES = 20;

type Variables = Readonly<Record<string, unknown>>;

/** Fields that the answer to a query may have. Lists count as long as their limit, or as of 5 items. */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): number {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: 1,
  });
  const query = schema.getQueryType();
  // Execution says what is wrong with the variables.
  if (!coerced || !query) return 0;
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  const byName = Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
  return new Costing(schema, byName, coerced).ofSet(operation.selectionSet, query);
}

/** Cost of each item of a list that is being resolved, in fields. */
export function costOfItem({
  schema,
  fragments,
  variableValues,
  fieldNodes,
  returnType,
}: GraphQLResolveInfo): number {
  const costing = new Costing(schema, fragments, variableValues);
  const type = getNamedType(returnType);
  const sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return sets.reduce((cost, set) => cost + costing.ofSet(set, type), 0);
}

export const costError = (cost: number) =>
  limitError('cost', cost, MAX_COST, 'fields in its answer, counting whole lists');

class Costing {
  private readonly ofFragments = new Map<string, number>();

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly fragments: Readonly<Partial<Record<string, FragmentDefinitionNode>>>,
    private readonly variables: Variables,
  ) {}

  ofSet(set: SelectionSetNode, type: GraphQLNamedType): number {
    let cost = 0;
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) cost += this.ofField(selection, type);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) cost += this.ofFragment(selection.name.value);
      else
        cost += this.ofSet(selection.selectionSet, this.typeOf(selection.typeCondition?.name.value) ?? type);
    }
    return cost;
  }

  private ofFragment(name: string): number {
    const known = this.ofFragments.get(name);
    if (known !== undefined) return known;
    const fragment = this.fragments[name];
    const type = this.typeOf(fragment?.typeCondition.name.value);
    const cost = fragment && type ? this.ofSet(fragment.selectionSet, type) : 0;
    this.ofFragments.set(name, cost);
    return cost;
  }

  private ofField(node: FieldNode, type: GraphQLNamedType): number {
    const hasFields = isObjectType(type) || isInterfaceType(type);
    const field = hasFields ? type.getFields()[node.name.value] : undefined;
    if (!field || !node.selectionSet) return 1;
    return 1 + this.lengthOf(field, node) * this.ofSet(node.selectionSet, getNamedType(field.type));
  }

  private lengthOf(field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    const has = (argument: string) => field.args.some(({ name }) => name === argument);
    if (!isListType(getNullableType(field.type)) && !has('slice')) return 1;
    const declared = field.extensions[LIST_LENGTH];
    const usual = typeof declared === 'number' ? declared : MAX_LIMIT;
    if (!has('slice') && !has('sizes') && !has('limit')) return usual;
    const { slice, limit, sizes } = getArgumentValues(field, node, this.variables) as {
      slice?: { limit?: number | null } | null;
      limit?: unknown;
      sizes?: readonly string[] | null;
    };
    if (has('sizes')) return sizes ? new Set(sizes).size : USUAL_SIZES;
    if (!has('slice')) return typeof limit === 'number' ? Math.max(limit, 1) : usual;
    return Math.min(Math.max(slice?.limit ?? DEFAULT_LIMIT, 1), MAX_LIMIT);
  }

  private typeOf(name: string | undefined): GraphQLNamedType | undefined {
    return name === undefined ? undefined : this.schema.getType(name);
  }
}
