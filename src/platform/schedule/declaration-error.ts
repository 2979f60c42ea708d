/** A job or a consumer cannot run as a decorator declares it: the service does not start with it. */
export class DeclarationError extends Error {
  override readonly name = 'DeclarationError';
}
