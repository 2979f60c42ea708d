import { dirname, resolve as resolvePath } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction } from 'node:vm';
import Runtime from 'jest-runtime';
import { compiledFileOf, importNative, isNative, requireNative } from './native-modules.mjs';

/** Paths that specifiers of test/ and of specs in src/ lead to: no folder there has packages of its own. */
const paths = new Map();

/**
 * Jest links and compiles all modules anew for each suite, which takes two seconds for packages and service.
 * Here both are loaded once in a worker, by Node itself, the service from dist/, and only what is in test/
 * for each suite. V8 then optimizes the code of the service once, too.
 *
 * It reaches into parts of jest-runtime that have no promise of stability, hence its version is pinned. A
 * suite that needs packages and service for itself names `test/runner/own-realm.mjs` as its environment: all
 * is as usual there.
 */
export default class SharingRuntime extends Runtime {
  constructor(...parameters) {
    super(...parameters);
    if (this._environment.isRealmShared) this.#share();
  }

  #share() {
    const { esmLoader, executor } = this;
    // Without a context: the realm of the process.
    replace(esmLoader, 'getContext', () => () => undefined);
    replace(executor, 'compile', () => (source, filename) => {
      const importModuleDynamically = (specifier, _function, attributes, phase) =>
        executor.dynamicImport(specifier, filename, undefined, attributes, phase);
      return compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically,
      });
    });
    replace(esmLoader, 'resolveSpecifierForSyncGraph', (resolve) => (...parameters) => {
      const [from, specifier, , scratch, registry] = parameters;
      const module = this.#importNative(from, specifier);
      if (!module) return resolve(...parameters);
      const cacheKey = pathToFileURL(module.identifier).href;
      esmLoader.tryCommitSynthetic(cacheKey, registry, scratch, () => module);
      return { cacheKey, enqueue: null, modulePath: module.identifier };
    });
    replace(
      esmLoader,
      'resolveModule',
      (resolve) =>
        async (...[specifier, from, context]) =>
          this.#importNative(from, specifier) ?? resolve(specifier, from, context),
    );
  }

  #importNative(from, specifier) {
    if (specifier.includes(':') || this._resolution.isCoreModule(specifier)) return undefined;
    if (/^[./]/.test(specifier)) {
      const compiled = this.#compiledFileOf(from, specifier);
      return compiled && importNative(compiled, true);
    }
    const path = this.#resolve(from, specifier);
    return isNative(path) ? importNative(path, this._resolution.shouldLoadAsEsm(path)) : undefined;
  }

  #compiledFileOf(from, specifier) {
    // Coverage is measured in what Jest itself loads.
    if (this._coverageOptions.collectCoverage) return undefined;
    return compiledFileOf(resolvePath(dirname(from), specifier));
  }

  #resolve(from, specifier) {
    if (from.includes('node_modules')) return this._resolution.resolveEsm(from, specifier);
    if (!paths.has(specifier)) paths.set(specifier, this._resolution.resolveEsm(from, specifier));
    return paths.get(specifier);
  }

  requireModule(from, moduleName, options, isRequireActual) {
    if (this.#mayBeNative(moduleName, options)) {
      const path = this._resolution.resolveCjs(from, moduleName);
      if (isNative(path)) return requireNative(path);
    }
    return super.requireModule(from, moduleName, options, isRequireActual);
  }

  /** Otherwise it would replace the one of the process, which packages use, too. */
  installGetBuiltinModule() {
    if (!this._environment.isRealmShared) super.installGetBuiltinModule();
  }

  #mayBeNative(moduleName, options) {
    if (!this._environment.isRealmShared || !moduleName || options?.isInternalModule) return false;
    return !this._resolution.isCoreModule(moduleName);
  }
}

function replace(object, name, make) {
  if (typeof object[name] !== 'function') throw new Error(`jest-runtime has no ${name} any more.`);
  object[name] = make(object[name].bind(object));
}
