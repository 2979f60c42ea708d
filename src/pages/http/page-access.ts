import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { OverloadedError } from '../../kernel/errors.js';
import { Actor } from '../../modules/auth/domain/actor.js';
import { RequestPreviews } from '../../modules/auth/http/request-previews.js';
import { RequestActors } from '../../modules/auth/http/request-actors.js';
import { AuthorLogins } from '../../modules/authors/author-logins.js';
import { emailKey } from '../../modules/authors/domain/author.entity.js';
import { RoleSettings } from '../../modules/site/role.settings.js';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { Semaphore } from '../../platform/concurrency/semaphore.js';
import { Credentials, isSameSecret } from '../../platform/http/request/credentials.js';
import { PasswordLimit } from './password-limit.js';

interface Login {
  readonly name: string;
  readonly password: string;
}

/** Wrong passwords in a minute: for one name from one address, and from one address for all names. */
const ATTEMPTS_FOR_NAME = 10;
const ATTEMPTS_FROM_ADDRESS = 30;
/** Tries of the site's password: cheap to compare, and many readers may share an address. */
const ATTEMPTS_FOR_SITE = 100;

const MAX_WAITING = 19;
const refusal = () => new OverloadedError('logins-busy', 'Too many are logging in; try again in a moment.');

/** Tells who asks for a public page, by key, preview link or password, and whether they may enter. */
@Injectable()
export class PageAccess {
  private readonly names = new PasswordLimit('passwords-name', ATTEMPTS_FOR_NAME);
  private readonly addresses = new PasswordLimit('passwords-address', ATTEMPTS_FROM_ADDRESS);
  private readonly site = new PasswordLimit('passwords-site', ATTEMPTS_FOR_SITE);
  /** Comparing a password keeps a thread busy that images and files need, too. */
  private readonly comparisons = new Semaphore({ permits: 1, waiting: MAX_WAITING, refusal });

  constructor(
    private readonly actors: RequestActors,
    private readonly previews: RequestPreviews,
    private readonly logins: AuthorLogins,
    private readonly settings: RoleSettings,
    private readonly siteSettings: SiteSettings,
    private readonly credentials: Credentials,
  ) {}

  /** Whether a header carries credentials or a preview token: a shared page must not answer then. */
  hasCredentials(request: Request): boolean {
    const { authorization, 'x-preview': preview } = request.headers;
    return authorization !== undefined || preview !== undefined || this.credentials.of(request).length > 0;
  }

  /** The article that a preview link opens, null where none does. */
  previewOf(request: Request): Promise<number | null> {
    return this.previews.find(request);
  }

  /** Actor of an API key or of other credentials; null for anonymous readers. @throws UnauthenticatedError */
  actorOf(request: Request): Promise<Actor | null> {
    return this.actors.findActor(request);
  }

  /**
   * Actor of an author's password; null when nobody has logged in.
   * @throws RateLimitedError, OverloadedError
   */
  async loggedIn(request: Request): Promise<Actor | null> {
    const login = loginOf(request);
    if (!login) return null;
    const address = request.ip ?? '';
    await this.addresses.take(address);
    // By the name and not by the account, which would tell whose e-mail address it is.
    const name = `${address} ${emailKey(login.name)}`;
    let isWrong = false;
    try {
      await this.names.take(name);
      const known = await this.logins.find(login.name);
      isWrong = !(await this.comparisons.run(() => this.logins.hasPassword(known, login.password)));
      return isWrong || !known
        ? null
        : new Actor(known.id, known.role, this.settings.roles[known.role] ?? []);
    } finally {
      // A try that was refused, or failed, says nothing of its password.
      if (!isWrong) await Promise.all([this.addresses.giveBack(address), this.names.giveBack(name)]);
    }
  }

  /**
   * Whether the site is open to whoever asks: a site that is still being built
   * has a password of its own, and whoever has a key needs none.
   *
   * @throws RateLimitedError, UnauthenticatedError
   */
  async mayEnter(request: Request): Promise<boolean> {
    const { basicAuth } = this.siteSettings;
    if (basicAuth === null || (await this.actorOf(request))) return true;
    const login = loginOf(request);
    if (!login) return false;
    const address = request.ip ?? '';
    await this.site.take(address);
    if (!isSameSecret(`${login.name}:${login.password}`, basicAuth)) return false;
    await this.site.giveBack(address);
    return true;
  }
}

/** RFC 7617. */
function loginOf({ headers }: Request): Login | null {
  const [, credentials] = /^Basic +([A-Za-z\d+/=_-]+) *$/i.exec(headers.authorization ?? '') ?? [];
  const [, name, password] =
    /^([^:]*):([\s\S]*)$/.exec(Buffer.from(credentials ?? '', 'base64').toString()) ?? [];
  return name === undefined || password === undefined ? null : { name, password };
}
