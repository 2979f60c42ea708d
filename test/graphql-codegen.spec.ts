import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { documentedQueries } from './support/documented-queries.js';
import { generateWebApp, type WebApp } from './support/web-app.js';

let app: WebApp;
beforeAll(async () => {
  app = await generateWebApp(documentedQueries());
});
afterAll(() => {
  app.remove();
});

test('graphql-codegen makes strict types of the documented queries, with which the clients compile', async () => {
  expect(await app.typeErrors()).toBe('');
  const types = app.read('src/gql/graphql.ts');
  for (const name of ['Front', 'PostPage', 'PostList', 'PostSearch', 'PostAtUrl'])
    expect(types).toContain(`export const ${name}Document`);
  // An unknown scalar would be `any`.
  expect(types).not.toMatch(/\bany\b/);
});

test('the cache is told which types an interface has', () => {
  expect(app.read('src/gql/possible-types.ts')).toMatch(
    /"Particle": \[\s*"Author",\s*"ParticleContentNode",/,
  );
});
