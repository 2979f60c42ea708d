export default {
  // From the repository of the service, or the URL of its GraphQL.
  schema: 'schema.graphql',
  documents: 'src/**/*.graphql',
  generates: {
    'src/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        avoidOptionals: { field: true },
        enumsAsTypes: true,
        scalars: { JSONString: 'string' },
        strictScalars: true,
        useTypeImports: true,
      },
    },
    // For the cache of Apollo Client, and for that of urql.
    'src/gql/possible-types.ts': { plugins: ['fragment-matcher'] },
    'src/gql/introspection.json': { plugins: ['introspection'], config: { minify: true } },
  },
};
