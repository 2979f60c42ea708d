import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { UnauthenticatedError } from '../../src/kernel/errors.js';
import type { Actor } from '../../src/modules/auth/domain/actor.js';
import { RequestAuthenticator } from '../../src/modules/auth/request-authenticator.js';
import { AuthorIdentities } from '../../src/modules/authors/author-identities.js';

export const ISSUER = 'https://login.site.example';
const AUDIENCE = 'https://site.example';
const [ours, theirs] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')]);
const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(ours.publicKey)), alg: 'ES256' }] });

interface Claims extends JWTPayload {
  readonly name?: string;
  readonly role?: string;
  readonly scope?: string;
}

/** A signed token of a subject. */
export function tokenOf(
  sub: string,
  claims: JWTPayload = {},
  isForged = false,
  expires: string | number = '5m',
): Promise<string> {
  return new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub, ...claims })
    .setProtectedHeader({ alg: 'ES256' })
    .setExpirationTime(expires)
    .sign((isForged ? theirs : ours).privateKey);
}

/** Knows the tokens of an identity provider. */
@Injectable()
export class JwtAuthenticator extends RequestAuthenticator {
  readonly name = 'acme-jwt';
  readonly scheme = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
  readonly headers = ['Authorization'];
  override readonly isAmbient = false;

  constructor(private readonly identities: AuthorIdentities) {
    super();
  }

  credentialOf({ headers }: IncomingMessage): string | null {
    return /^Bearer (\S+\.\S+\.\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null;
  }

  async authenticate(token: string): Promise<Actor> {
    const { sub = '', name = sub, role = 'Editor', scope } = await claimsOf(token);
    const actor = await this.identities.ensure({ issuer: ISSUER, subject: sub }, { firstName: name, role });
    return scope === 'read' ? actor.reading() : actor;
  }
}

async function claimsOf(token: string): Promise<Claims> {
  try {
    return (await jwtVerify<Claims>(token, keys, { issuer: ISSUER, audience: AUDIENCE })).payload;
  } catch {
    throw new UnauthenticatedError('token-not-valid', 'The token is not valid.', [
      'Bearer error="invalid_token"',
    ]);
  }
}

/** Knows the sessions of a site: every cookie but `old` is one of a subject. */
@Injectable()
export class SessionAuthenticator extends RequestAuthenticator {
  readonly name = 'acme-session';
  readonly scheme = { type: 'apiKey', in: 'cookie', name: 'acme_session' };
  readonly headers = ['Cookie'];
  override readonly challenge = 'Session realm="acme"';

  constructor(private readonly identities: AuthorIdentities) {
    super();
  }

  credentialOf({ headers }: IncomingMessage): string | null {
    const [, session] = /(?:^|; )acme_session=([^;]+)/.exec(headers.cookie ?? '') ?? [];
    return session === undefined ? null : decodeURIComponent(session);
  }

  async authenticate(session: string): Promise<Actor | null> {
    if (session === 'old') return null;
    return this.identities.ensure(
      { issuer: ISSUER, subject: session },
      { firstName: session, role: 'Editor' },
    );
  }
}
