import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { codegen } from '@graphql-codegen/core';
import { preset } from '@graphql-codegen/client-preset';
import * as fragmentMatcher from '@graphql-codegen/fragment-matcher';
import * as introspection from '@graphql-codegen/introspection';
import { build, type BuildOptions } from 'esbuild';
import { buildSchema, parse } from 'graphql';
import outputs from '../../examples/web-app/codegen.js';
import type { DocumentedQuery } from './documented-queries.js';

const SOURCE = 'examples/web-app';
const GENERATED = 'src/gql/';
const PLUGINS = { 'fragment-matcher': fragmentMatcher, introspection };

interface PluginOutput {
  readonly plugins: readonly string[];
  readonly config?: object;
}

/**
 * A copy of examples/web-app with its generated types, as `graphql-codegen` writes them by its codegen.ts.
 */
export interface WebApp {
  /** Errors of the compiler, with the options of tsconfig.json; empty without any. */
  typeErrors(): Promise<string>;
  read(file: string): string;
  /** A module of it, run in this process. */
  load<T>(module: string): Promise<T>;
  /** A module of it as a script for browsers, with its exports in the variable `webApp`. */
  script(module: string): Promise<string>;
  remove(): void;
}

/** @param more queries whose types are generated, too */
export async function generateWebApp(more: readonly DocumentedQuery[] = []): Promise<WebApp> {
  const folder = mkdtempSync(join(tmpdir(), 'web-app-'));
  cpSync(SOURCE, folder, { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const queries = {
    location: 'src/posts.graphql',
    source: readFileSync(`${SOURCE}/src/posts.graphql`, 'utf8'),
  };
  for (const [file, text] of await generate([queries, ...more])) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return {
    typeErrors: () => compile(folder),
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    async load<T>(module: string) {
      const file = join(folder, `${module}.mjs`);
      writeFileSync(file, await bundle(join(folder, 'src', module), { format: 'esm', platform: 'node' }));
      return (await import(pathToFileURL(file).href)) as T;
    },
    script: (module) =>
      bundle(join(folder, 'src', module), { format: 'iife', platform: 'browser', globalName: 'webApp' }),
    remove() {
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * @returns a module with all that it imports, as it runs in development: there
 *   the libraries warn of what is wrong
 */
async function bundle(module: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    ...options,
    entryPoints: [module],
    bundle: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"development"' },
    conditions: ['development'],
  });
  return outputFiles[0]?.text ?? '';
}

async function generate(
  sources: readonly DocumentedQuery[],
): Promise<(readonly [file: string, text: string])[]> {
  const text = readFileSync('contract/schema.graphql', 'utf8');
  const schemaAst = buildSchema(text);
  const schema = parse(text);
  const documents = sources.map(({ location, source }) => ({
    location,
    document: parse(source),
    rawSDL: source,
  }));
  const { [GENERATED]: types, ...others } = outputs.generates;
  const files = await preset.buildGeneratesSection({
    ...types,
    schema,
    schemaAst,
    documents,
    baseOutputDir: GENERATED,
    pluginMap: {},
    plugins: [],
  });
  for (const [filename, { plugins, config = {} }] of Object.entries<PluginOutput>(others))
    files.push({
      filename,
      schema,
      schemaAst,
      documents: [],
      config,
      pluginMap: PLUGINS,
      plugins: plugins.map((name) => ({ [name]: {} })),
    });
  return Promise.all(files.map(async (file) => [file.filename, await codegen(file)] as const));
}

async function compile(folder: string): Promise<string> {
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const finished = await promisify(execFile)(process.execPath, [tsc, '--project', folder]).catch(
    (error: unknown) => error,
  );
  const { stdout, stderr } = finished as { stdout: string; stderr: string };
  return stdout + stderr;
}
