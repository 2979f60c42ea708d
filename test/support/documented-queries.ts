import { readFileSync } from 'node:fs';

/** A query that docs/graphql.md shows, as a block of GraphQL or as the body of a request. */
export interface DocumentedQuery {
  readonly location: string;
  readonly source: string;
}

const FILE = 'docs/graphql.md';

export function documentedQueries(): DocumentedQuery[] {
  const text = readFileSync(FILE, 'utf8');
  const blocks = [...text.matchAll(/```graphql\n(.*?)```/gs)].map(([, block = '']) => block);
  const bodies = [...text.matchAll(/ -d '(\{.*?\n\})'/gs)].map(
    ([, body = '']) => (JSON.parse(body) as { query: string }).query,
  );
  return [...bodies, ...blocks].map((source, index) => ({ location: `${FILE}#${index}`, source }));
}
