import { type DynamicModule, Module } from '@nestjs/common';
import { httpSettings } from './http.settings.js';
import { customDataSettings } from './custom-data.js';
import { limitSettings } from './limit.settings.js';
import { builtInRoles, type RightDeclaration } from './rights.js';
import type { ModuleDeclarations, SettingsDeclaration, SiteDeclarations } from './site-declarations.js';
import { LoadedSettings, parseSiteSettings, SiteSettingsSource } from './site-settings-source.js';
import { allSettings } from './site-settings.schema.js';
import { siteSettings } from './site.settings.js';

/** Settings that belong to no single module. */
const settings = new Set<SettingsDeclaration>([
  siteSettings,
  limitSettings,
  httpSettings,
  customDataSettings,
]);
const rights = new Map<string, RightDeclaration>();

/**
 * The settings of the site, loaded once at start. Global: nearly every module has something to read in them.
 */
@Module({})
export class SiteModule {
  /** Takes settings and rights of a module, as `TypeOrmModule.forFeature` takes its tables. */
  static forFeature(declared: ModuleDeclarations): DynamicModule {
    for (const one of declared.settings ?? []) settings.add(one);
    for (const [name, right] of Object.entries(declared.rights ?? {})) rights.set(name, right);
    return { module: SiteModule };
  }

  /** Provides each class of settings. */
  static with(declarations: SiteDeclarations): DynamicModule {
    const types = allSettings(declarations).map(({ type }) => type);
    return {
      module: SiteModule,
      global: true,
      providers: [
        {
          provide: LoadedSettings,
          useFactory: async (source: SiteSettingsSource) =>
            parseSiteSettings(await source.load(), source.name, declarations),
          inject: [SiteSettingsSource],
        },
        ...types.map((type) => ({
          provide: type,
          useFactory: (loaded: LoadedSettings) => loaded.of(type),
          inject: [LoadedSettings],
        })),
      ],
      exports: types,
    };
  }
}

/** The settings and rights of all modules that have been loaded, and the roles that follow from them. */
export function siteDeclarations(): SiteDeclarations {
  const byName = Object.fromEntries(rights);
  return { settings: [...settings], rights: byName, roles: builtInRoles(byName) };
}
