import { defineConfig } from 'eslint/config';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import tseslint from 'typescript-eslint';

const MAX_FILE_LINES = 300;
const MAX_PARAMETERS = 6;
const MAX_CONTROLLER_METHOD_LINES = 6;
const MAX_COMMENT_CHARACTERS = 110;

/** Rules that ESLint itself recommends; the list comes as a package of its own otherwise. */
const recommended = Object.fromEntries(
  [...builtinRules].filter(([, rule]) => rule.meta.docs?.recommended).map(([name]) => [name, 'error']),
);

/** Lines between the braces of a method: `max-lines-per-function` counts the decorators above it, too. */
const maxMethodLines = {
  meta: { type: 'suggestion', schema: [{ type: 'integer' }] },
  create: (context) => ({
    MethodDefinition({ key, kind, value: { body } }) {
      const lines = body ? Math.max(0, body.loc.end.line - body.loc.start.line - 1) : 0;
      const [max] = context.options;
      if (kind === 'constructor' || lines <= max) return;
      context.report({ node: key, message: `This method has ${lines} lines; ${max} are allowed.` });
    },
  }),
};

/** Lines of comments; Prettier breaks those of code alone. */
const commentWidth = {
  meta: { type: 'layout', schema: [{ type: 'integer' }] },
  create: (context) => ({
    Program({ comments }) {
      const [max] = context.options;
      const { lines } = context.sourceCode;
      for (const { loc, value } of comments)
        for (let line = loc.start.line; line <= loc.end.line; line++) {
          const text = lines[line - 1];
          const isAlone = line > loc.start.line || /^\s*$/.test(text.slice(0, loc.start.column));
          if (text.length <= max || !isAlone || /^\s*eslint-/.test(value)) continue;
          context.report({
            loc: { line, column: max },
            message: `This line has ${text.length} characters; ${max} are allowed.`,
          });
        }
    },
  }),
};

/** Rules of our own. */
const house = { rules: { 'comment-width': commentWidth, 'max-method-lines': maxMethodLines } };

const NORMAL_FORM = 'It takes time by the square of a run of marks: use normalForm of kernel/text.ts.';
const OUTBOUND = 'Only src/platform/outbound opens connections: use its guarded client.';

/** Ways out of the process. Types may be imported, and so may the few things that open no connection. */
const connectingModules = [
  { name: 'node:http', allowImportNames: ['METHODS', 'STATUS_CODES', 'createServer'] },
  { name: 'node:https', allowImportNames: ['createServer'] },
  { name: 'node:http2', allowImportNames: ['constants'] },
  { name: 'node:net', allowImportNames: ['BlockList', 'SocketAddress', 'isIP', 'isIPv4', 'isIPv6'] },
  { name: 'node:tls' },
  { name: 'node:dgram' },
  { name: 'undici' },
]
  .flatMap((path) => [path, { ...path, name: path.name.replace('node:', '') }])
  .filter(({ name }, index, paths) => paths.findIndex((path) => path.name === name) === index)
  .map((path) => ({ ...path, allowTypeImports: true, message: OUTBOUND }));

const forwardRef = {
  name: '@nestjs/common',
  importNames: ['forwardRef'],
  message: 'Modules form no cycles: use a module further in, or a domain event.',
};

/** Stand-ins for the noun that a comment should begin with. */
const PRONOUNS = ['those', 'what', 'whatever', 'which', 'who', 'whoever', 'whose'];

const NO_BARREL = 'No barrels: import from the file that declares it.';

export default defineConfig(
  { ignores: ['dist/', 'data/', 'coverage/', 'contract/', 'clients/*/dist/', 'clients/*/src/schema.ts'] },
  {
    name: 'scripts',
    files: ['**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly'])),
    },
    rules: { ...recommended, eqeqeq: 'error', 'no-var': 'error', 'prefer-const': 'error' },
  },
  {
    name: 'TypeScript',
    files: ['{src,test,bench,clients}/**/*.ts', '*.ts'],
    extends: [
      { rules: recommended },
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
    ],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      // A module of Nest is a class for its decorator alone.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // A module adds its rights to those of all by an interface that extends them.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      // A class that describes a response to Swagger is met by its shape; nobody makes one with `new`.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        {
          allowNumber: true,
          allowAny: false,
          allowBoolean: false,
          allowNever: false,
          allowNullish: false,
          allowRegExp: false,
        },
      ],
    },
  },
  {
    name: 'source',
    files: ['src/**/*.ts'],
    plugins: { house },
    rules: {
      'max-lines': ['error', MAX_FILE_LINES],
      '@typescript-eslint/max-params': ['error', { max: MAX_PARAMETERS }],
      'no-console': 'error',
      'no-restricted-exports': [
        'error',
        {
          restrictDefaultExports: {
            direct: true,
            named: true,
            defaultFrom: true,
            namedFrom: true,
            namespaceFrom: true,
          },
        },
      ],
      'no-restricted-globals': [
        'error',
        {
          globals: ['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: OUTBOUND })),
          checkGlobalObject: true,
        },
      ],
      'no-restricted-imports': ['error', { paths: [forwardRef, ...connectingModules] }],
      'no-restricted-properties': ['error', { property: 'normalize', message: NORMAL_FORM }],
      'no-restricted-syntax': [
        'error',
        {
          selector: `ImportExpression[source.value=/^(${connectingModules.map(({ name }) => name).join('|')})$/]`,
          message: OUTBOUND,
        },
        { selector: 'ExportAllDeclaration', message: NO_BARREL },
      ],
    },
  },
  {
    name: 'comments',
    files: ['{src,test,bench,clients}/**/*.ts', '*.ts', '**/*.mjs'],
    plugins: { house },
    rules: {
      'house/comment-width': ['error', MAX_COMMENT_CHARACTERS],
      'no-warning-comments': ['error', { terms: PRONOUNS, location: 'start', decoration: ['*'] }],
    },
  },
  {
    name: 'controllers',
    files: ['src/**/*.controller.ts'],
    rules: { 'house/max-method-lines': ['error', MAX_CONTROLLER_METHOD_LINES] },
  },
  {
    name: 'indexes',
    files: ['src/**/index.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration, ExportNamedDeclaration[specifiers.length>0]', message: NO_BARREL },
      ],
    },
  },
  {
    name: 'the guarded client',
    files: ['src/platform/outbound/**/*.ts'],
    rules: {
      'no-restricted-globals': 'off',
      'no-restricted-imports': ['error', { paths: [forwardRef] }],
      'no-restricted-syntax': ['error', { selector: 'ExportAllDeclaration', message: NO_BARREL }],
    },
  },
  {
    name: 'texts in a normal form, and a migration that is as it was',
    files: [
      'src/kernel/text.ts',
      'src/modules/authors/infrastructure/migrations/1795737600000-author-titles.ts',
      '**/*.spec.ts',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    name: 'the client of tests',
    files: ['src/testing/client.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    name: 'what talks to the terminal',
    files: ['src/main.ts', 'src/cli.ts', 'src/cli/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    name: 'what a worker thread starts with',
    files: ['src/modules/**/*.worker.ts'],
    rules: { 'no-restricted-exports': 'off' },
  },
  {
    name: 'tests',
    files: ['test/**/*.ts', '**/*.spec.ts'],
    rules: {
      // Bodies of answers are any.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
