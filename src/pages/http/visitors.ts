import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimitedError, UnauthenticatedError } from '../../kernel/errors.js';
import { Authenticator } from '../../modules/auth/authenticator.js';
import { Actor } from '../../modules/auth/domain/actor.js';
import { keyOf } from '../../modules/auth/http/request-key.js';
import { AuthorsService } from '../../modules/authors/authors.service.js';
import { SiteSettings } from '../../modules/site/site-settings.js';

interface Login {
  readonly name: string;
  readonly password: string;
}

/** Wrong passwords of one address and name in a minute; each costs the service as much as a right one. */
const TRIES = 10;
const MINUTE_S = 60;

/** Who looks at the public pages. */
@Injectable()
export class Visitors {
  private readonly limiter = new RateLimiterMemory({ points: TRIES, duration: MINUTE_S });

  constructor(
    private readonly authenticator: Authenticator,
    private readonly authors: AuthorsService,
    private readonly settings: SiteSettings,
  ) {}

  /** By an API key; null for readers without one. @throws UnauthenticatedError */
  async actorOf(request: Request): Promise<Actor | null> {
    const key = keyOf(request, this.settings);
    if (key === '') return null;
    const actor = await this.authenticator.authenticate(key);
    if (actor) return actor;
    throw new UnauthenticatedError('key-invalid', 'The API key is unknown, revoked or expired.');
  }

  /** By the password of an author; null when nobody has logged in. @throws RateLimitedError */
  async loggedIn(request: Request): Promise<Actor | null> {
    const login = loginOf(request);
    if (!login) return null;
    const who = `${request.ip ?? ''} ${login.name}`;
    await this.limiter.consume(who).catch((limit: unknown) => {
      const seconds = Math.max(1, Math.ceil((limit as RateLimiterRes).msBeforeNext / 1000));
      throw new RateLimitedError('rate-limited', 'Too many passwords were wrong; try again later.', seconds);
    });
    const author = await this.authors.authenticate(login.name, login.password);
    if (!author) return null;
    await this.limiter.delete(who);
    return new Actor(author.id, author.role, this.settings.authors.roles[author.role] ?? []);
  }

  /** Whether the site is open to whoever asks: a site that is still being built has a password of its own. */
  mayEnter(request: Request): boolean {
    const { basicAuth } = this.settings.site;
    if (basicAuth === null) return true;
    const login = loginOf(request);
    return isSame(login ? `${login.name}:${login.password}` : '', basicAuth);
  }
}

/** RFC 7617. */
function loginOf({ headers }: Request): Login | null {
  const [, credentials] = /^Basic +([A-Za-z\d+/=_-]+) *$/i.exec(headers.authorization ?? '') ?? [];
  const [, name, password] =
    /^([^:]*):([\s\S]*)$/.exec(Buffer.from(credentials ?? '', 'base64').toString()) ?? [];
  return name === undefined || password === undefined ? null : { name, password };
}

/** In a time that does not tell where they differ. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
