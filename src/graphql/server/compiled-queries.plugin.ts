import {
  type ApolloServerPlugin,
  type GraphQLRequestContextResponseForOperation,
  type GraphQLServerContext,
  HeaderMap,
} from '@apollo/server';
import { Plugin } from '@nestjs/apollo';
import {
  BREAK,
  defaultTypeResolver,
  type DocumentNode,
  getVariableValues,
  type GraphQLSchema,
  type GraphQLTypeResolver,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphqlContext } from '../request-context.js';

/** Compiling takes as long as some executions: only what is asked again and again is worth it. */
export const RUNS_BEFORE = 16;
const MAX_COMPILED = 50;
/** Such a text takes tens of milliseconds at most to compile, and some hundred kilobytes to keep. */
const MAX_CHARACTERS = 3_000;

type Run = (
  context: GraphqlContext,
  variables: Readonly<Record<string, unknown>>,
) => Promise<Result> | Result;
interface Result {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly unknown[];
}
/** A document that has been executed: how often, and what it was compiled to; null when it cannot be. */
interface Known {
  runs: number;
  run?: Run | null;
}

/**
 * Answers queries that are asked again and again by functions that they were
 * compiled to, which takes less processor time. What is answered is the same:
 * whatever meets an error is executed by graphql-js, whose words clients know.
 */
@Plugin()
export class CompiledQueriesPlugin implements ApolloServerPlugin<GraphqlContext> {
  private readonly known = new LRUCache<DocumentNode, Known>({ max: MAX_COMPILED });

  serverWillStart({ schema }: GraphQLServerContext) {
    for (const type of Object.values(schema.getTypeMap()))
      if (isAbstractType(type)) type.resolveType = rejecting(type.resolveType ?? defaultTypeResolver);
    return Promise.resolve();
  }

  requestDidStart() {
    return Promise.resolve({
      responseForOperation: (context: GraphQLRequestContextResponseForOperation<GraphqlContext>) =>
        this.answer(context),
    });
  }

  private async answer({
    schema,
    document,
    operation,
    request,
    contextValue,
  }: GraphQLRequestContextResponseForOperation<GraphqlContext>) {
    const variables = request.variables ?? {};
    // No operation has the name; graphql-jit would run the one that there is, and its cost is not known.
    if (!(operation as OperationDefinitionNode | undefined)) return null;
    const run = await this.compiled(schema, document);
    if (!run || !areSound(schema, variables, operation)) return null;
    const { data, errors } = await run(contextValue, variables);
    if (!data || errors) {
      contextValue.request.resetCost();
      return null;
    }
    const head = { headers: new HeaderMap() };
    return { http: head, body: { kind: 'single' as const, singleResult: { data } } };
  }

  private async compiled(schema: GraphQLSchema, document: DocumentNode): Promise<Run | null> {
    const known = this.known.get(document) ?? { runs: 0 };
    if (known.runs === 0) this.known.set(document, known);
    known.runs += 1;
    if (known.runs === RUNS_BEFORE + 1) known.run = await compile(schema, document);
    return known.run ?? null;
  }
}

/**
 * graphql-jit takes null for nothing where a field may not be null but has a default, and a list for an
 * object. What graphql-js refuses has no cost, and must not run.
 */
function areSound(
  schema: GraphQLSchema,
  variables: Readonly<Record<string, unknown>>,
  { variableDefinitions = [] }: OperationDefinitionNode,
): boolean {
  if (Object.values(variables).includes(null)) return false;
  return getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 }).errors === undefined;
}

async function compile(schema: GraphQLSchema, document: DocumentNode): Promise<Run | null> {
  if (!isCompilable(document)) return null;
  // graphql-jit takes a promise of no for a yes.
  if (Object.values(schema.getTypeMap()).some((type) => isObjectType(type) && type.isTypeOf)) return null;
  const { compileQuery, isCompiledQuery } = await import('graphql-jit');
  const compiled = compileQuery(schema, document, '', { disablingCapturingStackErrors: true });
  if (!isCompiledQuery(compiled)) return null;
  return (context, variables) => compiled.query({}, context, variables);
}

type TypeResolver = GraphQLTypeResolver<unknown, GraphqlContext>;

/**
 * Functions that a compiled one calls must not throw: once a promise is in
 * play, nobody catches it, and the query is never answered. A promise is an
 * error to graphql-jit, and graphql-js throws what it was rejected with.
 */
const rejecting =
  (resolveType: TypeResolver): TypeResolver =>
  (...asked) => {
    const type = caught(() => resolveType(...asked));
    if (type instanceof Promise) type.catch(() => undefined);
    return type;
  };

function caught<T>(call: () => T): T | Promise<never> {
  try {
    return call();
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

/**
 * Directives and names with a meaning in JavaScript are left to graphql-js, and so are several operations.
 */
function isCompilable(document: DocumentNode): boolean {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operations.length !== 1 || (document.loc?.end ?? Infinity) > MAX_CHARACTERS) return false;
  let isPlain = true;
  const stop = () => {
    isPlain = false;
    return BREAK;
  };
  visit(document, {
    Directive: stop,
    VariableDefinition: ({ defaultValue }) => (defaultValue?.kind === Kind.NULL ? stop() : undefined),
    Field: ({ name, alias }) =>
      (name.value.startsWith('__') && name.value !== '__typename') || alias?.value.startsWith('__')
        ? stop()
        : undefined,
  });
  return isPlain;
}
