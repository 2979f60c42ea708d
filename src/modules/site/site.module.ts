import { Global, Module } from '@nestjs/common';
import { SiteSettings } from './site-settings.js';
import { SiteAdditions } from './site-additions.js';
import { parseSiteSettings, SiteSettingsSource } from './site-settings-source.js';

/** The settings of the site, loaded once at start. Global: nearly every module has something to read in them. */
@Global()
@Module({
  providers: [
    {
      provide: SiteSettings,
      useFactory: async (source: SiteSettingsSource, additions: SiteAdditions) =>
        parseSiteSettings(await source.load(), source.name, additions),
      inject: [SiteSettingsSource, SiteAdditions],
    },
  ],
  exports: [SiteSettings],
})
export class SiteModule {}
