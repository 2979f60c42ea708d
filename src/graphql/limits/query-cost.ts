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
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../slices.js';

/** Items that a list without a `slice` is counted as. */
const USUAL_LENGTH = 5;

type Variables = Readonly<Record<string, unknown>>;

/** How many fields an answer may have: what is asked of each item, times the items that may come. */
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
  return coerced && query ? new Costing(schema, document, coerced).ofSet(operation.selectionSet, query) : 0;
}

class Costing {
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  private readonly ofFragments = new Map<string, number>();

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly variables: Variables,
  ) {
    const fragments = document.definitions.filter(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
    );
    this.fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]));
  }

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
    const fragment = this.fragments.get(name);
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
    if (!isListType(getNullableType(field.type))) return 1;
    if (!field.args.some(({ name }) => name === 'slice')) return USUAL_LENGTH;
    const { slice } = getArgumentValues(field, node, this.variables) as {
      slice?: { limit?: number | null } | null;
    };
    return Math.min(Math.max(slice?.limit ?? DEFAULT_LIMIT, 1), MAX_LIMIT);
  }

  private typeOf(name: string | undefined): GraphQLNamedType | undefined {
    return name === undefined ? undefined : this.schema.getType(name);
  }
}
