import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/** A JSON document as text. */
export const JSONString = new GraphQLScalarType<string, string>({
  name: 'JSONString',
  description: 'A JSON document, written out as a string.',
  serialize: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parseValue: (value) => checked(value),
  parseLiteral: (node) => checked(node.kind === Kind.STRING ? node.value : undefined),
});

function checked(value: unknown): string {
  if (typeof value !== 'string' || !isJson(value))
    throw new GraphQLError('A JSONString is a string that holds a JSON document.');
  return value;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
