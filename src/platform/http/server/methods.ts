import { METHODS } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import type { Express, Request, RequestHandler, Response } from 'express';
import { Failures } from '../../errors/failures.js';
import { type Problem, problem } from '../../errors/problem.js';
import { routeNotFound } from '../../errors/route-not-found.js';
import { pathOf } from '../request/request-path.js';

/** A route or another handler as the router of Express keeps it. */
interface Layer {
  readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
  /** Whether it is a handler for all paths. */
  readonly slash: boolean;
  readonly handle: unknown;
  match(path: string): unknown;
}

/** Pattern of pages, which may be anywhere but below the first segments of other routes. */
export const EVERYWHERE = '/{*path}';

/** A path that has no route of its own. */
const ANY_PAGE = '/-';

/** The routes of the service, by the first segment of their paths. */
interface RouteTable {
  /** First segments of routes, as they are written. */
  readonly segments: ReadonlySet<string>;
  /** Routes by their fixed first segment, in lower case: the router ignores case. */
  readonly bySegment: ReadonlyMap<string, readonly Layer[]>;
  /** Routes whose first segment is not fixed. */
  readonly others: readonly Layer[];
  /** The same without pages, and handlers among the routes for all that is below a path. */
  readonly elsewhere: readonly Layer[];
  /** Versions of the API that have the path, the newest first. */
  readonly versions: readonly string[];
  /** Methods of fixed paths that a route with an id would match, too, by the path in lower case. */
  readonly fixed: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Paths of the API: what is before the version, the version, and the rest. */
const VERSIONED = /^(\/(?:api|core)\/)(\d+\.\d+)(\/.+)$/i;

/**
 * Answers for paths that have a route, but not by this method: 405 with `Allow`,
 * and 204 to OPTIONS; and for paths that another version of the API has: 404
 * naming it. What a path has is asked of the router, so that every route is known.
 */
@Injectable()
export class Methods implements OnModuleInit {
  private table: RouteTable | null = null;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly failures: Failures,
  ) {}

  /** Runs after the routes of all modules are there, and before the handler of unknown paths. */
  onModuleInit(): void {
    // The command line has no HTTP.
    const adapter = this.host.httpAdapter as AbstractHttpAdapter | undefined;
    adapter?.getInstance<Express>().use(this.answer);
  }

  /**
   * Adds a handler for GET of paths that have no other route, behind all handlers for all paths and before
   * the routes: to look through all of them takes a tenth of a page. Called when the pages are there.
   */
  addShortcut(app: Express, handler: RequestHandler): void {
    app.get(EVERYWHERE, (request, response, next) => {
      if (this.hasOwn(request)) next();
      else void handler(request, response, next);
    });
    const layers = layersOf(app);
    const added = layers.splice(-1);
    const pages = layers.at(-1);
    const isForAll = (layer: Layer) =>
      layer !== pages && layer.handle !== this.answer && matches(layer, ANY_PAGE);
    layers.splice(layers.findLastIndex(isForAll) + 1, 0, ...added);
  }

  /** Whether a path has a route, or another handler, besides those for all paths. */
  private hasOwn({ app, path }: Request): boolean {
    this.table ??= routeTable(app as Express);
    const { bySegment, elsewhere } = this.table;
    return bySegment.has(segmentOf(path)) || elsewhere.some((layer) => matches(layer, path));
  }

  /** Runs before the routes: the rest of a fixed path is no id, which the route of an id would say of it. */
  readonly early: RequestHandler = (request, response, next) => {
    this.table ??= routeTable(request.app as Express);
    const allowed = this.table.fixed.get(request.path.toLowerCase());
    if (!allowed || allowed.has(request.method)) next();
    else this.answerWith(allowed, this.table, request, response);
  };

  private readonly answer: RequestHandler = (request, response, next) => {
    // All routes are there by the first request.
    this.table ??= routeTable(request.app as Express);
    const allowed = methodsOf(this.table, request.path);
    if (allowed.has(request.method)) next();
    else if (allowed.size > 0) this.answerWith(allowed, this.table, request, response);
    else next(otherVersion(this.table, request));
  };

  private answerWith(
    allowed: ReadonlySet<string>,
    table: RouteTable,
    request: Request,
    response: Response,
  ): void {
    const allow = [...allowed].sort().join(', ');
    response.setHeader('Allow', allow);
    if (request.method === 'OPTIONS') response.status(204).end();
    else this.failures.send(request, response, { problem: notAllowed(request, allow, table), headers: {} });
  }
}

/** Names the newest version of the API that has this path: no resource is in all of them. */
function otherVersion(table: RouteTable, request: Request): Error | undefined {
  const { path, method } = request;
  const [, before, , rest] = VERSIONED.exec(path) ?? [];
  if (before === undefined || rest === undefined) return undefined;
  const paths = table.versions.map((version) => before + version + rest);
  const other = paths.find((one) => methodsOf(table, one).has(method));
  return other === undefined ? undefined : routeNotFound(request, other);
}

const layersOf = (app: Express) => (app.router as unknown as { readonly stack: Layer[] }).stack;

function routeTable(app: Express): RouteTable {
  const layers = layersOf(app);
  const routes = layers.filter(isRoute);
  const isWhole = ({ route }: Layer) => /^\/[^/:*{}]+(?:\/|$)/.test(String(route?.path));
  const named = ({ route }: Layer) => firstSegment(route?.path);
  const others = routes.filter((layer) => !isWhole(layer));
  const behind = layers.slice(layers.findIndex(isOfPages));
  const mounted = behind.filter((layer) => !isRoute(layer) && !layer.slash);
  return {
    segments: new Set(routes.map(named).filter((segment) => segment !== null)),
    bySegment: Map.groupBy(routes.filter(isWhole), (layer) => named(layer)?.toLowerCase() ?? ''),
    others,
    elsewhere: [...others.filter((layer) => !isOfPages(layer)), ...mounted],
    versions: versionsOf(routes),
    fixed: fixedPaths(routes),
  };
}

function fixedPaths(routes: readonly Layer[]): Map<string, Set<string>> {
  const patternOf = ({ route }: Layer) => String(route?.path);
  const withId = routes.filter((layer) => /\/:\w*id$/i.test(patternOf(layer)));
  const fixed = routes.filter((layer) => !/[:*]/.test(patternOf(layer)));
  const confused = fixed.filter((layer) => withId.some((other) => matches(other, patternOf(layer))));
  const byPath = Map.groupBy(confused, (layer) => patternOf(layer).toLowerCase());
  return new Map([...byPath].map(([path, layers]) => [path, allowedBy(layers)]));
}

function versionsOf(routes: readonly Layer[]): string[] {
  const versions = routes.map(({ route }) => VERSIONED.exec(String(route?.path))?.[2]);
  return [...new Set(versions.filter((version) => version !== undefined))].sort().reverse();
}

function methodsOf({ segments, bySegment, others }: RouteTable, path: string): Set<string> {
  const [, segment = ''] = path.split('/', 2);
  const candidates = [...(bySegment.get(segmentOf(path)) ?? []), ...others];
  const matching = candidates.filter((layer) => matches(layer, path));
  const own = matching.filter(({ route }) => route?.path !== EVERYWHERE);
  return allowedBy(segments.has(segment) ? own : matching);
}

/** The first segment of a path, in lower case. */
const segmentOf = (path: string): string => path.split('/', 2)[1]?.toLowerCase() ?? '';

function allowedBy(layers: readonly Layer[]): Set<string> {
  const methods = layers.flatMap(({ route }) => Object.keys(route?.methods ?? {}));
  const allowed = new Set(methods.map((method) => method.toUpperCase()));
  if (allowed.has('GET')) allowed.add('HEAD');
  return allowed;
}

/** A path that no route but that of the pages has may be meant for one of the API. */
function hintFor({ segments }: RouteTable, { path }: Request): string {
  const [, segment = ''] = path.split('/', 2);
  return segments.has(segment) ? '' : ' It is a page of the site: /docs says where the API and GraphQL are.';
}

function notAllowed(request: Request, allow: string, table: RouteTable): Problem {
  const path = pathOf(request);
  const detail = `${path} does not take ${request.method}; it takes ${allow}.${hintFor(table, request)}`;
  return problem(405, 'method-not-allowed', detail, path);
}

const isOfPages = (layer: Layer): boolean => isRoute(layer) && layer.route?.path === EVERYWHERE;

const isRoute = ({ route }: Layer): boolean =>
  typeof route?.path === 'string' && !isMiddleware(route.methods);

/** A handler of all methods passes on those that it does not answer. */
function isMiddleware(methods: Readonly<Record<string, boolean>>): boolean {
  return '_all' in methods || Object.keys(methods).length >= METHODS.length;
}

/** A text that cannot be decoded is no path. */
function matches(layer: Layer, path: string): boolean {
  try {
    return Boolean(layer.match(path));
  } catch {
    return false;
  }
}

/** null for one that is a parameter. */
function firstSegment(path: unknown): string | null {
  const [, segment] = /^\/([^/:*{}]+)/.exec(String(path)) ?? [];
  return segment ?? null;
}
