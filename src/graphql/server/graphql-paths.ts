/** The driver mounts Apollo at the first path, too. */
export const APOLLO_PATH = 'core/graphql';
export const GRAPHQL_PATHS = [APOLLO_PATH, 'res/graphql'];
export const GRAPHIQL_PATH = 'core/graphiql';
