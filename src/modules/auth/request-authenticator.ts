import type { IncomingMessage } from 'node:http';
import type { Actor } from './domain/actor.js';

/** Tells who acts from what a request carries besides keys: a signed token, a cookie, a certificate. */
export abstract class RequestAuthenticator {
  /** The name of its security scheme in the API description; begins with the name of the extension. */
  abstract readonly name: string;
  /** Security Scheme Object of OpenAPI: `{ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }`. */
  abstract readonly scheme: Readonly<Record<string, unknown>>;
  /** The headers that `credentialOf` reads, which caches have to know. */
  abstract readonly headers: readonly string[];
  /** Challenge for `WWW-Authenticate`, beside `Bearer`; null without a scheme of its own. */
  readonly challenge: string | null = null;
  /**
   * Whether browsers send the credential by themselves, as they do with cookies and certificates. Any site
   * could make them write then, so writes have to come from pages of this one.
   */
  readonly isAmbient: boolean = true;

  /** The credential in the request, null when it has none. Called for every request, so it must be cheap. */
  abstract credentialOf(request: IncomingMessage): string | null;
  /**
   * @returns null for a credential of somebody else.
   * @throws UnauthenticatedError for one that is not valid
   */
  abstract authenticate(credential: string, request: IncomingMessage): Promise<Actor | null>;
}
