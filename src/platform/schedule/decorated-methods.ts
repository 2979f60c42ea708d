import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Injectable } from '@nestjs/common';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper.js';
import { DeclarationError } from './declaration-error.js';

type Decorator<T> = ReturnType<typeof DiscoveryService.createDecorator<T>>;

export interface DecoratedMethod<T> {
  /** Argument of the decorator. */
  readonly declaration: T;
  readonly method: (...parameters: unknown[]) => Promise<unknown>;
  /** The module of the provider. */
  readonly host: InstanceWrapper['host'];
}

const hasScope = ({ name: provider }: InstanceWrapper, method: string): string =>
  `${String(provider)}.${method} cannot run by itself: its class, or what it injects, is made anew for each request.`;

/** Finds methods of providers by a decorator. */
@Injectable()
export class DecoratedMethods {
  private readonly scanner = new MetadataScanner();

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws DeclarationError for one of a class that there is for requests alone */
  find<T>(decorator: Decorator<T>): DecoratedMethod<T>[] {
    return this.discovery.getProviders().flatMap((wrapper) => {
      const instance = wrapper.instance as Record<string, DecoratedMethod<T>['method']> | null | undefined;
      if (typeof instance !== 'object' || instance === null) return [];
      return this.scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object).flatMap((name) => {
        const declaration = this.discovery.getMetadataByDecorator(decorator, wrapper, name);
        const method = instance[name];
        if (!declaration || !method) return [];
        if (!wrapper.isDependencyTreeStatic()) throw new DeclarationError(hasScope(wrapper, name));
        return [{ declaration, method: method.bind(instance), host: wrapper.host }];
      });
    });
  }
}
