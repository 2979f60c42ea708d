import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner } from '@nestjs/core';

/** Paths that the service answers before its controllers, with all below them. */
const BEFORE_CONTROLLERS = ['docs', 'metrics', 'core/graphql', 'res/graphql'];

interface Route {
  readonly method: RequestMethod;
  readonly path: string;
  /** `PostsController.list` */
  readonly handler: string;
}

const scanner = new MetadataScanner();

/**
 * Routes that would never be called: the second of one method and path, and those of paths that the service
 * answers before its controllers.
 *
 * @param controllers those of the extension after those of the service
 * @returns a sentence each
 */
export function* faultsOfRoutes(controllers: readonly Type<object>[]): Generator<string> {
  const byShape = new Map<string, Route[]>();
  for (const route of controllers.flatMap(routesOf)) {
    // The names of parameters tell no routes apart.
    const shape = route.path.replace(/:\w+/g, ':');
    const others = byShape.get(shape) ?? [];
    byShape.set(shape, [...others, route]);
    const other = others.find(
      ({ method }) => [method, RequestMethod.ALL].includes(route.method) || method === RequestMethod.ALL,
    );
    if (other)
      yield `controllers: ${RequestMethod[route.method]} ${route.path} of ${route.handler} is a route of ${other.handler} already`;
    const taken = BEFORE_CONTROLLERS.find((path) => `${route.path}/`.startsWith(`/${path}/`));
    if (taken !== undefined)
      yield `controllers: ${route.path} of ${route.handler} would never be called: the service answers at /${taken}`;
  }
}

function routesOf(controller: Type<object>): Route[] {
  const prototype = controller.prototype as Record<string, object>;
  return scanner.getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name] ?? {};
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    return pathsOf(controller).flatMap((base) =>
      pathsOf(handler).map((path) => ({
        method,
        path: `/${[base, path]
          .flatMap((part) => part.split('/'))
          .filter(Boolean)
          .join('/')}`,
        handler: `${controller.name}.${name}`,
      })),
    );
  });
}

const pathsOf = (decorated: object): string[] =>
  [Reflect.getMetadata(PATH_METADATA, decorated) as string | string[] | undefined]
    .flat()
    .map((path) => path ?? '');
