const server = process.env.TEST_DATABASE_URL;

const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
      },
    ],
  },
  // Sources import each other by the names that they have once they are compiled.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

/** The e2e suite runs on the embedded database, and on the server that TEST_DATABASE_URL names. */
const e2e = (name, serverUrl) => ({
  ...shared,
  displayName: name,
  testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'],
  globals: { TEST_SERVER_URL: serverUrl },
});

export default {
  testTimeout: 30_000,
  maxWorkers: 2,
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/*.spec.ts'] },
    e2e('sqlite', ''),
    ...(server ? [e2e('mysql', server)] : []),
  ],
};
