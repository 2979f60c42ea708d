import { createRequire } from 'node:module';

const client = createRequire(new URL('../clients/typescript/package.json', import.meta.url));

/** The types of the client, of an OpenAPI document. */
export async function clientTypes(document) {
  const { default: generate, astToString } = client('openapi-typescript');
  // It writes into the document that it is given.
  const nodes = await generate(structuredClone(document));
  return `// Written by npm run contract.\n${astToString(nodes)}`;
}
