import { availableParallelism } from 'node:os';

const server = process.env.TEST_DATABASE_URL;

const shared = {
  testEnvironment: '<rootDir>/test/runner/environment.mjs',
  runtime: '<rootDir>/test/runner/runtime.mjs',
  extensionsToTreatAsEsm: ['.ts'],
  // Compiled by the options of .swcrc, as `npm run build` does.
  transform: { '^.+\\.ts$': '@swc/jest' },
  // Sources import each other by the names that they have once they are compiled.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

/**
 * Specs of requests, answers, files and pages that try no statement of SQL of their own: they run on one
 * database. Decoding pictures takes most of the time.
 */
const WITHOUT_SQL = [
  '(cli-messages|full-log|mcp-stdio|process-start|readme-tour|tracing-process|typescript-client)',
  '(compression|cors|json-bodies|malformed-requests|methods|misspelt-fields|wire)',
  '(check-urls|content|llms-text|old-feeds|old-shortcodes|structured-data|webhooks-fields)',
  '(password-hashers|request-authenticators|signed-urls-shown)',
  'documents-(content|names|uploads|versions)',
  'extension-(collisions|docs|refusals)',
  'faults-sqlite',
  'feeds-(hostile|known)',
  'graphiql',
  'graphql-(browser|clients|compiled|documented|driver|http|limits|persisted|schema)',
  'images-(attention|by-url|crops|damaged|focal-point|heic|hostile)',
  'images-(markup|serving|settings|shortcodes|sizes|thumbnails|uploads)',
  'pages-(amp|bodies|browser|figures|look|xss)',
  'scraper(-(hostile|xhtml))?',
  'storage-process',
];

/** The e2e suite runs on the embedded database, and on the server that TEST_DATABASE_URL names. */
const e2e = (name, serverUrl, ignored = []) => ({
  ...shared,
  displayName: name,
  testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...ignored.map((spec) => `/e2e/${spec}\\.spec\\.ts$`)],
  globals: { TEST_SERVER_URL: serverUrl },
});

export default {
  // For what hangs; a machine that is slow and busy takes a minute for a test that starts a dozen processes.
  testTimeout: 180_000,
  reporters: ['default', '<rootDir>/test/runner/summary.mjs'],
  testSequencer: '<rootDir>/test/runner/sequencer.mjs',
  globalSetup: '<rootDir>/test/runner/set-up.mjs',
  globalTeardown: '<rootDir>/test/runner/tear-down.mjs',
  // Some suites wait, for clocks, browsers and services that they start, so one more than there are cores
  // keeps these busy. Each costs as much processor time as several suites until its code is optimized.
  maxWorkers: Math.min(4, availableParallelism() + 1),
  // Modules of a suite stay in memory after it.
  workerIdleMemoryLimit: '1GB',
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/*.spec.ts'] },
    e2e('sqlite', ''),
    ...(server ? [e2e('mysql', server, WITHOUT_SQL)] : []),
  ],
};
