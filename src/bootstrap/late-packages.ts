/** Packages that every installation may need, and that are loaded when they are: no start waits for them. */
export const LATE_PACKAGES = [
  '@modelcontextprotocol/server',
  'exifreader',
  'file-type',
  'graphql-jit',
  'htmlparser2',
  'sanitize-html',
  'sharp',
  'transliteration',
] as const;

/**
 * Says at start that one is not installed, not at the first request that needs it.
 * @throws Error naming it
 */
export function findLatePackages(): void {
  for (const name of LATE_PACKAGES) import.meta.resolve(name);
}
