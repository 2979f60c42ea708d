import { Global, Module } from '@nestjs/common';
import { SiteModule } from '../site/site.module.js';
import { compatibilitySettings } from './compatibility.settings.js';

/** Whether and how clients of older versions of the API are served; the modules keep their own old doors. */
@Global()
@Module({ imports: [SiteModule.forFeature({ settings: [compatibilitySettings] })] })
export class CompatibilityModule {}
