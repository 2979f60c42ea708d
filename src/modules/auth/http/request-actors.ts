import type { IncomingMessage } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import { ForbiddenError, OverloadedError, UnauthenticatedError } from '../../../kernel/errors.js';
import { Environment } from '../../../platform/config/environment.js';
import { letReadFromReplica, stayOnPrimary } from '../../../platform/concurrency/reads/read-target.js';
import { RateLimit } from '../../../platform/http/admission/rate-limit.js';
import { RequestSources } from '../../../platform/http/admission/request-sources.js';
import { Credentials } from '../../../platform/http/request/credentials.js';
import { isReadingMethod } from '../../../platform/http/writes/reading-methods.js';
import { DeclarationError } from '../../../platform/schedule/declaration-error.js';
import { inTime, LateError } from '../../../platform/schedule/in-time.js';
import { Authenticator } from '../authenticator.js';
import type { Actor } from '../domain/actor.js';
import type { RequestAuthenticator } from '../request-authenticator.js';

/** Tokens that look otherwise are not looked up as keys. */
const KEY = /^[A-Za-z\d]+$/;
/** For an authenticator, which may ask other systems. */
const AUTHENTICATION_LIMIT_MS = 10_000;

/** Finds the actor of a request: by its key, else by the authenticators of extensions. */
@Injectable()
export class RequestActors {
  private readonly logger = new Logger(RequestActors.name);
  private readonly added: RequestAuthenticator[] = [];
  private readonly origin: string;
  private headers: readonly string[] = ['x-rmauth', 'authorization'];

  constructor(
    private readonly authenticator: Authenticator,
    private readonly credentials: Credentials,
    private readonly sources: RequestSources,
    private readonly rateLimit: RateLimit,
    { PUBLIC_BASE_URL }: Environment,
  ) {
    this.origin = new URL(PUBLIC_BASE_URL).origin;
  }

  /**
   * Authenticators of credentials that a client sends precede those of credentials that its browser sends.
   *
   * @throws DeclarationError for one that does not say which headers it reads
   */
  add(authenticators: readonly RequestAuthenticator[]): void {
    const silent = authenticators.find(({ headers }) => !Array.isArray(headers));
    if (silent)
      throw new DeclarationError(`${silent.constructor.name} must have a list of the headers that it reads.`);
    this.added.push(...authenticators);
    this.added.sort((one, other) => Number(one.isAmbient) - Number(other.isAmbient));
    const headers = authenticators.flatMap((one) => one.headers.map((name) => name.toLowerCase()));
    this.headers = [...new Set([...this.headers, ...headers])];
    this.credentials.add(authenticators.map((one) => (request) => credentialOf(one, request)));
  }

  /** The headers by which answers differ, for `Vary`. */
  get vary(): string {
    return [...this.headers, 'x-preview'].join(', ');
  }

  /** Credential headers of a request, for another request that is sent in its name. */
  credentialsOf(request: IncomingMessage): Readonly<Record<string, string>> {
    const { headers } = request;
    const key = this.credentials.keyOf(request);
    if (key !== null) return { 'x-rmauth': key };
    return Object.fromEntries(
      [...this.headers, 'origin', 'sec-fetch-site'].flatMap((name) => {
        const value = headers[name];
        return value === undefined ? [] : [[name, String(value)]];
      }),
    );
  }

  /** Security schemes of the API description, besides keys. */
  get schemes(): Readonly<Record<string, object>> {
    return Object.fromEntries(this.added.map(({ name, scheme }) => [name, scheme]));
  }

  /** @throws UnauthenticatedError, ForbiddenError, RateLimitedError */
  async getActor(request: IncomingMessage): Promise<Actor> {
    return this.known(await this.findActor(request));
  }

  /** @throws UnauthenticatedError */
  known(actor: Actor | null): Actor {
    if (actor) return actor;
    throw this.unauthenticated('key-missing', 'This needs an API key in the header x-rmauth.');
  }

  /**
   * null for those who do not say who they are.
   * @throws UnauthenticatedError, ForbiddenError, RateLimitedError
   */
  async findActor(request: IncomingMessage): Promise<Actor | null> {
    const actor = await this.authenticate(request).catch(async (error: unknown) => {
      if (error instanceof UnauthenticatedError) await this.rateLimit.count(request);
      throw error;
    });
    await this.rateLimit.count(request);
    return actor;
  }

  private async authenticate(request: IncomingMessage): Promise<Actor | null> {
    const key = this.credentials.keyOf(request);
    const bearer = this.credentials.bearerOf(request);
    const actor = await (key === null ? this.byOthers(request, bearer) : this.byKey(key));
    if (actor || (key ?? bearer) === null) return actor;
    throw this.unauthenticated('key-invalid', 'The API key is unknown, revoked or expired.');
  }

  private async byKey(key: string): Promise<Actor | null> {
    const actor = await this.authenticator.authenticate(key);
    if (actor) this.sources.accept(key, key);
    // A key that may write has to see its own writes at once, so it stays on the primary.
    if (actor?.key?.scope === 'read') letReadFromReplica();
    return actor;
  }

  private async byOthers(request: IncomingMessage, bearer: string | null): Promise<Actor | null> {
    const holder = bearer !== null && KEY.test(bearer) ? await this.byKey(bearer) : null;
    return holder ?? this.byAdded(request);
  }

  private async byAdded(request: IncomingMessage): Promise<Actor | null> {
    for (const authenticator of this.added) {
      const credential = credentialOf(authenticator, request);
      if (credential === null) continue;
      // Requests without a key were let go to the replica; this one names somebody, who may write.
      stayOnPrimary();
      if (authenticator.isAmbient) this.mustComeFromHere(request);
      const actor = await this.authenticated(authenticator, credential, request);
      if (!actor) continue;
      this.sources.accept(credential, `author ${actor.authorId}`);
      return actor;
    }
    return null;
  }

  /** @throws OverloadedError once it takes too long; and what the authenticator throws */
  private async authenticated(
    authenticator: RequestAuthenticator,
    credential: string,
    request: IncomingMessage,
  ): Promise<Actor | null> {
    const name = `${authenticator.constructor.name}.authenticate`;
    try {
      return await inTime(AUTHENTICATION_LIMIT_MS, name, () =>
        authenticator.authenticate(credential, request),
      );
    } catch (error) {
      if (!(error instanceof LateError)) throw error;
      this.logger.error(error.message);
      throw new OverloadedError(
        'authentication-too-slow',
        'It took too long to find out who sends this request; try again later.',
      );
    }
  }

  /** Browsers say of which site the page is that writes; a page cannot say another. @throws ForbiddenError */
  private mustComeFromHere({ method, headers }: IncomingMessage): void {
    if (isReadingMethod(method)) return;
    const site = headers['sec-fetch-site'];
    const isFromHere =
      site === undefined ? headers.origin === this.origin : site === 'same-origin' || site === 'none';
    if (isFromHere) return;
    throw new ForbiddenError(
      'cross-site-write',
      'A write that is signed by the browser has to come from a page of this site.',
    );
  }

  private unauthenticated(code: string, message: string): UnauthenticatedError {
    return new UnauthenticatedError(
      code,
      message,
      this.added.flatMap(({ challenge }) => challenge ?? []),
    );
  }
}

/** An authenticator may read its credential out of what a stranger has sent as JSON: only a text is one. */
function credentialOf(authenticator: RequestAuthenticator, request: IncomingMessage): string | null {
  const credential: unknown = authenticator.credentialOf(request);
  return typeof credential === 'string' ? credential : null;
}
