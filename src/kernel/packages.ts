import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Loads a package when it is first asked for, for code that cannot wait. Code
 * that can wait has `import()` where it uses the package.
 */
export const requirePackage = (name: string): unknown => require(name);
