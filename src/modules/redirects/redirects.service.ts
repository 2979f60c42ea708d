import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { percentDecoded } from '../../kernel/text.js';
import { ConflictError, InvalidError } from '../../kernel/errors.js';
import type { Page } from '../../kernel/page.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { PermalinksService } from '../permalinks/permalinks.service.js';
import { MAX_TO, Redirect, type RedirectStatus } from './domain/redirect.entity.js';
import { RedirectsRepository } from './domain/redirects.repository.js';
import { RedirectChains } from './redirect-chains.js';
import { parseWebUrl } from '../../kernel/web-url.js';

/** A redirect as it is sent. */
export interface NewRedirect {
  readonly from: string;
  /** A path of the site or an http(s) URL. */
  readonly to: string;
  /** 301 when it is left out. */
  readonly status?: RedirectStatus | undefined;
}

/** Target of a redirect. */
export interface RedirectTarget {
  readonly url: string;
  readonly status: RedirectStatus;
}

/** Start of a URL, which would be taken for a path; the scheme may be left out. */
const URL_START = /^\s*(?:[a-z][a-z\d+.-]*:)?\/\//i;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** Makes, removes and finds redirects. */
@Injectable()
export class RedirectsService {
  constructor(
    private readonly redirects: RedirectsRepository,
    private readonly chains: RedirectChains,
    private readonly permalinks: PermalinksService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws InvalidError for what is no path or URL, a path of the service itself, and a loop
   * @throws ConflictError when an article or a section has the path, TakenError when another redirect has it
   */
  create({ from, to, status = 301 }: NewRedirect): Promise<Redirect> {
    return this.unitOfWork.run(async () => {
      if (URL_START.test(from)) throw InvalidError.field('from', 'must be a path of the site, not a URL');
      // Lists of other systems have paths as URLs have them.
      const fromPath = this.permalinks.ownPath(percentDecoded(from), 'from');
      if (await this.permalinks.isPage(fromPath))
        throw new ConflictError('path-taken', `An article or a section has the path ${fromPath}.`);
      const target = targetOf(to);
      const redirect = Object.assign(new Redirect(), {
        fromPath,
        target,
        status,
        createdTs: this.clock.now(),
      });
      await this.redirects.add(redirect);
      // Checked after the insert: of two redirects to each other, one waits for the other.
      const [fault = null] = await this.chains.faultsOf([redirect]);
      if (fault !== null) throw InvalidError.field('to', fault);
      return redirect;
    });
  }

  /** @throws NotFoundError */
  async remove(id: number): Promise<void> {
    await this.unitOfWork.run(async () => this.redirects.remove(await this.redirects.getById(id)));
  }

  /** @throws NotFoundError */
  get(id: number): Promise<Redirect> {
    return this.redirects.getById(id);
  }

  /** Newest first. */
  list(page: Page): Promise<Redirect[]> {
    return this.redirects.list(page);
  }

  /** @param path as it is stored; null when it leads nowhere else */
  async find(path: string): Promise<RedirectTarget | null> {
    const redirect = await this.redirects.find(path);
    return redirect && { url: this.urlOf(redirect.target), status: redirect.status };
  }

  private urlOf(target: string): string {
    return target.startsWith('/') ? this.permalinks.urlOf('') + encoded(target) : target;
  }
}

/** Paths are parsed below it, and stored without it. */
const SITE = 'https://site.invalid';

/** @throws InvalidError */
function targetOf(to: string): string {
  // Parsing a URL takes tabs and line breaks out of it.
  if (CONTROL.test(to)) throw InvalidError.field('to', 'must not hold control characters');
  const text = to.trim();
  const isPath = /^\/(?![/\\])/.test(text);
  const url = parseWebUrl(text, SITE);
  if (!url || (!isPath && !/^https?:\/\//i.test(text)))
    throw InvalidError.field('to', 'must be a path of the site or an http or https URL');
  if (url.username !== '' || url.password !== '') throw InvalidError.field('to', 'must not hold a password');
  const target = isPath ? url.href.slice(url.origin.length) : url.href;
  if (target.length > MAX_TO)
    throw InvalidError.field('to', `must not be longer than ${MAX_TO} characters as it is encoded in URLs`);
  return target;
}

/** The path as URLs have it; what is encoded already stays as it is. */
function encoded(path: string): string {
  return new URL(SITE + path).href.slice(SITE.length);
}
