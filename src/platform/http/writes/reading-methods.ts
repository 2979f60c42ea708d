const READING_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a method is safe (RFC 9110, 9.2.1): a request with it asks for no change. */
export function isReadingMethod(method = ''): boolean {
  return READING_METHODS.has(method);
}
