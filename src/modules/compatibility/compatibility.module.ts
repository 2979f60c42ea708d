import { Global, Module } from '@nestjs/common';
import { Failures } from '../../platform/errors/failures.js';
import { SiteModule } from '../site/site.module.js';
import { CompatibilitySettings, compatibilitySettings } from './compatibility.settings.js';
import { oldFailures } from './http/old-answers.js';

/** Whether and how clients of older versions of the API are served; the modules keep their own old doors. */
@Global()
@Module({ imports: [SiteModule.forFeature({ settings: [compatibilitySettings] })] })
export class CompatibilityModule {
  /** @internal Nest makes it. */
  constructor(failures: Failures, settings: CompatibilitySettings) {
    failures.addForm(oldFailures(settings));
  }
}
