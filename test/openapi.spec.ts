import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { redoclyFindings, spectralFindings } from './support/openapi-linters.js';

/** The document that generators of clients read. contract.spec.ts compares it with the service. */
const document = JSON.parse(readFileSync('contract/openapi.json', 'utf8')) as OpenAPIObject;

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
  readonly 'x-rights'?: readonly string[];
}

interface Answer {
  readonly headers?: object;
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    route: `${method} ${path}`,
    path,
    ...operation,
  })),
);

/** The part of the description that a reference leads to. */
const follow = ($ref: string): unknown =>
  $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);

const answerOf = (responses: Operation['responses'], status: number): Answer => {
  const response = responses[status] ?? {};
  return (response.$ref === undefined ? response : follow(response.$ref)) as Answer;
};

/** Names of the operations for which a rule does not hold. */
const without = (rule: (operation: (typeof operations)[number]) => boolean): string[] =>
  operations.filter((operation) => !rule(operation)).map(({ route }) => route);

test('redocly and spectral find nothing by the rules that they recommend', async () => {
  expect(await redoclyFindings(document)).toEqual([]);
  expect(await spectralFindings(document)).toEqual([]);
});

test('names of operations are in camel case, and each is of one operation', () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(names.filter((name) => !/^[a-z]+(?:[A-Z][a-z]+)*(?:V\d+)?$/.test(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each([
  ['post /api/1.3/posts', 'createPost'],
  ['get /api/1.3/posts', 'listPosts'],
  ['get /api/1.3/drafts/{id}', 'getDraft'],
  ['post /api/1.3/images', 'uploadImage'],
  ['put /api/1.3/sections/{id}/order', 'setEditorialOrder'],
  ['get /api/1.3/authors/search', 'searchAuthors'],
  ['get /api/1.1/authors/search', 'searchAuthorsV11'],
  ['post /api/1.3/authors/search', 'searchAuthorsWithBody'],
])('%s is %s', (route, name) => {
  expect(operations.find((operation) => operation.route === route)?.operationId).toBe(name);
});

test('every operation says with Retry-After that it is limited or overloaded', () => {
  for (const status of [429, 503])
    expect(without(({ responses }) => 'Retry-After' in (answerOf(responses, status).headers ?? {}))).toEqual(
      [],
    );
});

test('every operation says whether it needs a key, and every tag what it is for', () => {
  expect(without(({ security }) => Array.isArray(security))).toEqual([]);
  expect(document.tags?.filter(({ description }) => !description)).toEqual([]);
});

test('operations that need a key name the rights that it takes, but where any key will do', () => {
  const unnamed = operations.filter((operation) => operation['x-rights'] === undefined);
  const keyed = unnamed.filter(({ security }) => security.length > 0).map(({ route }) => route);
  expect(keyed).toEqual(['get /api/1.1/me']);
  const named = (route: string) => operations.find((operation) => operation.route === route)?.['x-rights'];
  expect(named('post /api/1.3/drafts')).toEqual([
    'drafts.write',
    'drafts.write.own',
    'drafts.write.community',
  ]);
  expect(named('post /api/1.3/drafts/{id}/preview_links')).toContain('drafts.write.own');
});

test('examples of schemas are lists, as OpenAPI 3.1 has them', () => {
  const found: unknown[] = [];
  JSON.stringify(document, (_key, value: unknown) => {
    const names = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    if (names.includes('example') && (names.includes('type') || names.includes('$ref'))) found.push(value);
    return value;
  });
  expect(found).toEqual([]);
});

test('writes that take If-Match answer 412; all writes 413 and 415', () => {
  const has = (responses: object, ...statuses: number[]) => statuses.every((status) => status in responses);
  const takesVersions = ({ parameters }: Operation) => parameters.some(({ name }) => name === 'If-Match');
  expect(without((operation) => !takesVersions(operation) || has(operation.responses, 412))).toEqual([]);
  const refusesBodies = ({ responses }: Operation) => has(responses, 413, 415);
  expect(without(refusesBodies).filter((name) => !name.startsWith('get '))).toEqual([]);
});

test('files are sent as binary parts', () => {
  const binary = { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' };
  for (const name of ['uploadImage', 'uploadDocument', 'replaceDocument']) {
    const { requestBody } = operations.find(({ operationId }) => operationId === name) ?? {};
    const schema = requestBody?.content['multipart/form-data']?.schema as { $ref: string };
    expect(follow(schema.$ref)).toMatchObject({ properties: { file: { type: 'array', items: binary } } });
  }
});

test('no field is required of posts whose fields the client chooses', () => {
  const { responses } = operations.find(({ operationId }) => operationId === 'listPosts') ?? {
    responses: {},
  };
  const { schema } = answerOf(responses, 200).content?.['application/json'] ?? {};
  const { items } = schema as { items: { $ref: string } };
  const post = follow(items.$ref) as { properties: object; required?: string[] };
  expect(post.required ?? []).toEqual([]);
  expect(Object.keys(post.properties)).toEqual(
    Object.keys((follow('#/components/schemas/ArticleResponse') as { properties: object }).properties),
  );
});
