import { setTimeout as delay } from 'node:timers/promises';
import { askService, ServiceFailure } from '../running-service.js';
import { parseWebUrl } from '../../kernel/web-url.js';

/** Browsers follow more; whoever reads a chain of redirects shortens it. */
const MAX_REDIRECTS = 5;
/** Answers "too busy" that one URL may get. */
const MAX_REFUSALS = 100;
const TIMEOUT_MS = 30_000;

/** Outcome of an old URL: a page, a page behind redirects, another site, no page. */
export type Lead = 'page' | 'moved' | 'elsewhere' | 'lost';

export interface WalkedUrl {
  /** URL or path in the list. */
  readonly url: string;
  readonly lead: Lead;
  /** Addresses that the redirects name, in their order. */
  readonly redirects: readonly string[];
  /** Status of the last response; null without a response. */
  readonly status: number | null;
  /** Null for a URL that leads somewhere. */
  readonly reason: string | null;
}

/** Follows old URLs of a site on a service that may not be at the site's address yet. */
export class UrlWalk {
  /**
   * @param service where the service is
   * @param site base of the URLs that a service with this environment gives out
   */
  constructor(
    private readonly service: URL,
    private readonly site: URL,
  ) {}

  /**
   * Never rejects: a URL without an answer is lost.
   * @param url a path of the site, or a URL of it on whatever host it had
   */
  async follow(url: string): Promise<WalkedUrl> {
    const redirects: string[] = [];
    const end = (lead: Lead, status: number | null, reason: string | null = null): WalkedUrl => {
      return { url, lead, redirects, status, reason };
    };
    let path = pathOf(url);
    if (path === null) return end('lost', null, 'is neither a path nor an http(s) URL');
    try {
      for (;;) {
        const { status, location } = await this.ask(path);
        if (status < 300) return end(redirects.length === 0 ? 'page' : 'moved', status);
        if (location === null) return end('lost', status, `is answered with ${status}`);
        const target: URL | null = URL.parse(location, new URL(path, this.service).href);
        redirects.push(target?.href ?? location);
        if (target === null) return end('lost', status, 'leads to what is no URL');
        path = this.pathOnSite(target, url);
        if (path === null) return end('elsewhere', status);
        if (redirects.length > MAX_REDIRECTS)
          return end('lost', status, `takes more than ${MAX_REDIRECTS} redirects`);
      }
    } catch (error) {
      return end('lost', null, error instanceof ServiceFailure ? 'is not answered' : String(error));
    }
  }

  /** @throws ServiceFailure when there is no answer at all */
  async ask(path: string): Promise<{ status: number; location: string | null }> {
    for (let refusals = 0; ; refusals++) {
      const { status, headers } = await askService(this.service.href.replace(/\/$/, '') + path, {
        method: 'HEAD',
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const wait = Number(headers.get('retry-after'));
      if (!(status === 429 || status === 503) || !(wait > 0) || refusals === MAX_REFUSALS)
        return { status, location: status < 400 ? headers.get('location') : null };
      await delay(wait * 1000);
    }
  }

  /** A redirect to the host of the listed URL stays on the site, wherever the service is at the moment. */
  private pathOnSite(target: URL, listed: string): string | null {
    const base = [this.site, this.service].find(({ origin }) => origin === target.origin);
    if (base === undefined && URL.parse(listed)?.origin !== target.origin) return null;
    const below = (base?.pathname ?? '').replace(/\/$/, '');
    if (below !== '' && !target.pathname.startsWith(`${below}/`)) return null;
    return target.pathname.slice(below.length) + target.search;
  }
}

/** A path stays a path: `//host` names no other host. */
function pathOf(url: string): string | null {
  const parsed = parseWebUrl(url.startsWith('/') ? `http://site${url}` : url);
  return parsed && parsed.pathname + parsed.search;
}
