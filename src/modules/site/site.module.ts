import { Global, Module } from '@nestjs/common';
import { SiteSettings } from './site-settings.js';
import { SiteSettingsSource } from './site-settings-source.js';

/** The settings of the site, loaded once at start. Global: nearly every module has something to read in them. */
@Global()
@Module({
  providers: [
    {
      provide: SiteSettings,
      useFactory: (source: SiteSettingsSource) => source.load(),
      inject: [SiteSettingsSource],
    },
  ],
  exports: [SiteSettings],
})
export class SiteModule {}
