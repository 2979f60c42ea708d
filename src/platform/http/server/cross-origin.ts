import { Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request } from 'express';
import { pathOf } from '../request/request-path.js';

type Cors = Exclude<
  Parameters<NestExpressApplication['enableCors']>[0],
  undefined | ((...args: never) => unknown)
>;

const API = /^\/(?:api|mcp)(?:\/|$)/;
/** Lifetime of a preflight response in browsers, which have limits of their own. */
const MAX_AGE_S = 86_400;

/** Headers of answers that pages of other sites may read, besides those that every page may. */
const EXPOSED_HEADERS = [
  'x-request-id',
  'ETag',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Link',
  'Location',
  'X-Total-Count',
  'X-Total-Count-Relation',
  'Dry-Run',
  'Idempotency-Replayed',
];

/**
 * No allowed headers: those that are asked for are. Never with credentials, so
 * that no browser sends any by itself.
 */
const OPTIONS = { exposedHeaders: EXPOSED_HEADERS, maxAge: MAX_AGE_S };
const CLOSED: Cors = { origin: false };

/** Lets pages of other sites use the service, as far as the site says (CORS, Fetch standard). */
@Injectable()
export class CrossOrigin {
  /** Paths that pages of every site may use, with their methods. */
  private readonly open = new Map<string, Cors>();
  private api: Cors = CLOSED;

  /** @param methods `GET, POST` */
  openPaths(paths: readonly string[], methods: string): void {
    for (const path of paths) this.open.set(path, { ...OPTIONS, origin: '*', methods });
  }

  /** @param origins whose pages may use the API: `https://app.example`, or `*` for all */
  allow(origins: readonly string[]): void {
    if (origins.length === 0) return;
    this.api = { ...OPTIONS, origin: origins.includes('*') ? '*' : [...origins] };
  }

  /** Installs the middleware before all that refuse requests, so that pages can read failures. */
  configure(app: NestExpressApplication): void {
    app.enableCors((request: Request, answer: (error: null, options: Cors) => void) => {
      answer(null, this.optionsFor(request));
    });
  }

  private optionsFor(request: Request): Cors {
    const path = pathOf(request).toLowerCase();
    const cors = this.open.get(path.replace(/\/$/, '')) ?? (API.test(path) ? this.api : CLOSED);
    if (cors === CLOSED) return CLOSED;
    // Other OPTIONS requests are answered by the route.
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    return { ...cors, preflightContinue: !isPreflight };
  }
}
