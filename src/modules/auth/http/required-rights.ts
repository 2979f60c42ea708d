import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import { NO_RIGHT, RIGHTS } from './access.js';

/** A class or a method with {@link Requires}. */
export interface RequiredRights {
  /** `CorrectionsController.add` */
  readonly name: string;
  readonly rights: readonly string[];
}

/** All of them, of controllers and resolvers. */
export function requiredRights(discovery: DiscoveryService): RequiredRights[] {
  const scanner = new MetadataScanner();
  const classes = new Set(
    [...discovery.getControllers(), ...discovery.getProviders()].map((one) => one.metatype),
  );
  return [...classes].flatMap((type) => {
    const prototype = type?.prototype as Readonly<Record<string, object>> | undefined;
    if (!type || !prototype) return [];
    const methods = scanner
      .getAllMethodNames(prototype)
      .map((name) => [`${type.name}.${name}`, prototype[name]] as const);
    return [[type.name, type] as const, ...methods].flatMap(([name, target]) => {
      const rights =
        target && (Reflect.getMetadata(RIGHTS, target) as readonly string[] | typeof NO_RIGHT | undefined);
      return rights && rights !== NO_RIGHT ? [{ name, rights }] : [];
    });
  });
}
