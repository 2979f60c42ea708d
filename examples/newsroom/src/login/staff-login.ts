import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  type Actor,
  AuthorIdentities,
  RequestAuthenticator,
  UnauthenticatedError,
} from 'content-publishing-service';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { NewsroomSettings } from '../newsroom.settings.js';

const AUDIENCE = 'newsroom';

/** Lets the staff in by the tokens of its identity provider; an author is made at the first visit. */
@Injectable()
export class StaffLogin extends RequestAuthenticator {
  readonly name = 'newsroom-login';
  readonly scheme = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
  readonly headers = ['Authorization'];
  override readonly isAmbient = false;

  constructor(
    private readonly identities: AuthorIdentities,
    private readonly settings: NewsroomSettings,
  ) {
    super();
  }

  credentialOf({ headers }: IncomingMessage): string | null {
    return /^Bearer (\S+\.\S+\.\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null;
  }

  async authenticate(token: string): Promise<Actor> {
    const { loginIssuer: issuer, loginKeys } = this.settings;
    const keys = createLocalJWKSet({ keys: [...loginKeys] });
    const demands = { issuer, audience: AUDIENCE, requiredClaims: ['exp', 'sub'] };
    const { payload } = await jwtVerify(token, keys, demands).catch(() => {
      throw new UnauthenticatedError('token-not-valid', 'The token is not valid.');
    });
    const { sub: subject = '' } = payload;
    return this.identities.ensure({ issuer, subject }, { firstName: subject, role: 'Guest Editor' });
  }
}
