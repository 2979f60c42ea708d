import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { buildSchema, type GraphQLInterfaceType, type GraphQLObjectType } from 'graphql';
import { CompiledQueriesPlugin, RUNS_BEFORE } from './compiled-queries.plugin.js';
import type { GraphqlContext } from '../request-context.js';

const SCHEMA = buildSchema(`
  type Query { word(of: String): String number: Int! several(count: Int = 2): [Query!] thing: Thing
    kept(in: In): String }
  input In { of: String }
  interface Thing { name: String }
  type Stone implements Thing { name: String }
`);

const THING = SCHEMA.getType('Thing') as GraphQLInterfaceType;
interface Told {
  readonly isKnown: boolean;
}
function tell({ isKnown }: Told) {
  if (!isKnown) throw new Error('What is this?');
  return 'Stone';
}

let tells: (value: Told) => string | Promise<string>;

let interpreted: number;
/** Whether the type of a thing can be told. */
let isKnown = true;
let server: ApolloServer<GraphqlContext>;
beforeEach(() => {
  interpreted = 0;
  isKnown = true;
  tells = tell;
  const counting: ApolloServerPlugin<GraphqlContext> = {
    requestDidStart: () =>
      Promise.resolve({
        executionDidStart() {
          interpreted += 1;
          return Promise.resolve();
        },
      }),
  };
  const fields = SCHEMA.getQueryType()?.getFields() ?? {};
  if (fields.word) fields.word.resolve = (_source, { of }: { of?: string }) => of ?? 'word';
  if (fields.number) fields.number.resolve = (source: { number?: number }) => source.number ?? null;
  if (fields.several)
    fields.several.resolve = (_source, { count }: { count: number }) =>
      Promise.resolve(Array.from({ length: count }, (_, number) => ({ number })));
  if (fields.thing) fields.thing.resolve = () => Promise.resolve({ name: 'stone', isKnown });
  THING.resolveType = (value: Told) => tells(value);
  const plugins = [new CompiledQueriesPlugin(), counting];
  server = new ApolloServer<GraphqlContext>({ schema: SCHEMA, plugins, nodeEnv: 'test' });
});

const RUNS = RUNS_BEFORE + 3;

/** @returns the different answers to as many runs, and how many runs were left to graphql-js */
async function askedOften(query: string, variables: Record<string, unknown> = {}, operationName?: string) {
  const answers = new Set<string>();
  for (let run = 0; run < RUNS; run++) {
    const { body } = await server.executeOperation(
      { query, variables, ...(operationName && { operationName }) },
      { contextValue: { request: { resetCost: () => undefined } } as unknown as GraphqlContext },
    );
    if (body.kind === 'single') answers.add(JSON.stringify(body.singleResult));
  }
  return { answers: [...answers].map((answer) => JSON.parse(answer) as object), interpreted };
}

describe('A query that is asked again and again', () => {
  test.each([
    ['{word}', { word: 'word' }],
    ['{word(of: "a\\"b\\\\`${1}\\u2028\\n")}', { word: 'a"b\\`${1}\u2028\n' }],
    ['{constructor: word toString: word}', { constructor: 'word', toString: 'word' }],
    ['{several{number __typename}}', { several: [0, 1].map((number) => ({ number, __typename: 'Query' })) }],
    [
      '{...a} fragment a on Query {several(count:1){...b}} fragment b on Query {number}',
      { several: [{ number: 0 }] },
    ],
  ])('%s is compiled, and answered the same', async (query, data) => {
    expect(await askedOften(query)).toEqual({ answers: [{ data }], interpreted: RUNS_BEFORE });
  });

  test('takes other variables each time', async () => {
    const query = 'query ($of: String = "none", $count: Int) {word(of: $of) several(count: $count) {number}}';
    await askedOften(query);
    for (const [variables, data] of [
      [
        { of: 'this', count: 1 },
        { word: 'this', several: [{ number: 0 }] },
      ],
      [{ count: 0 }, { word: 'none', several: [] }],
    ]) {
      const { answers } = await askedOften(query, variables);
      expect(answers).toEqual([{ data }]);
    }
    expect(interpreted).toBe(RUNS_BEFORE);
  });
});

test.each([
  ['throws', tell],
  ['rejects', (value: Told) => Promise.resolve(value).then(tell)],
])('Once compiled, it fails as before where what tells a type %s', async (_how, told) => {
  tells = told;
  const query = '{thing{name}}';
  expect((await askedOften(query)).answers).toEqual([{ data: { thing: { name: 'stone' } } }]);
  isKnown = false;
  const { answers } = await askedOften(query);
  expect(answers).toMatchObject([
    { data: { thing: null }, errors: [{ message: 'What is this?', path: ['thing'] }] },
  ]);
});

describe('It is left to graphql-js', () => {
  test.each([
    ['when it fails', '{several{number} number}', {}],
    ['when a variable is null', 'query ($of: String) {word(of: $of)}', { of: null }],
    ['when a variable is null by default', 'query ($of: String = null) {word(of: $of)}', {}],
    ['when a variable is wrong', 'query ($of: String) {word(of: $of)}', { of: [1] }],
    ['when a list is sent for an object', 'query ($in: In) {kept(in: $in)}', { in: [] }],
    [
      'when it has directives',
      'query ($is: Boolean!) {word @include(if: $is) number @skip(if: $is)}',
      { is: true },
    ],
    ['when a name means something in JavaScript', '{__proto__: word several{__proto__: number}}', {}],
    ['when it looks at the schema', '{__schema{queryType{name}}}', {}],
    ['when it is long', `{word(of: "${'long '.repeat(1000)}")}`, {}],
  ])('%s', async (_when, query, variables) => {
    const { answers, interpreted } = await askedOften(query, variables);
    expect([answers.length, interpreted]).toEqual([1, RUNS]);
  });

  test('when objects are asked for their type', async () => {
    const stone = SCHEMA.getType('Stone') as GraphQLObjectType;
    stone.isTypeOf = () => Promise.resolve(true);
    const { answers, interpreted } = await askedOften('{thing{name}}');
    stone.isTypeOf = undefined;
    expect([answers, interpreted]).toEqual([[{ data: { thing: { name: 'stone' } } }], RUNS]);
  });

  test('when it names an operation that is not there', async () => {
    await askedOften('query a {word}');
    interpreted = 0;
    const { answers } = await askedOften('query a {word}', {}, 'b');
    expect(answers).toMatchObject([{ errors: [{ message: 'Unknown operation named "b".' }] }]);
  });

  test('when there are several operations', async () => {
    const { answers, interpreted } = await askedOften('query a {word} query b {number}', {}, 'a');
    expect([answers, interpreted]).toEqual([[{ data: { word: 'word' } }], RUNS]);
  });
});
