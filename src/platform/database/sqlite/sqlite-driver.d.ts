/** The name under which this package has better-sqlite3. ADR 0010 */
declare module 'sqlite-driver' {
  // eslint-disable-next-line no-restricted-exports -- the package has a default export
  export { default } from 'better-sqlite3';
}
