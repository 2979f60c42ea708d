/** Apollo is mounted at the first path; requests to the others are sent there. */
export const APOLLO_PATH = 'core/graphql';
export const GRAPHQL_PATHS = [APOLLO_PATH, 'res/graphql'];
export const GRAPHIQL_PATH = 'core/graphiql';
