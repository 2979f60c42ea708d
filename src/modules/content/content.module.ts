import { Module } from '@nestjs/common';
import { AboutTexts } from './rendering/about-texts.js';
import { AboutTextsJob } from './rendering/about-texts.job.js';
import { ContentService } from './rendering/content.service.js';
import { EmbedMarkup } from './embeds/embed-markup.js';
import { EmbedShortcodes } from './embeds/embed-shortcodes.js';
import { EmbedFramesController } from './http/embed-frames.controller.js';
import { FormerShortcodes } from './shortcodes/former-shortcodes.js';
import { Shortcodes } from './shortcodes/shortcodes.js';
import { SiteModule } from '../site/site.module.js';
import { contentSettings } from './content.settings.js';

@Module({
  imports: [SiteModule.forFeature({ settings: [contentSettings] })],
  controllers: [EmbedFramesController],
  providers: [
    AboutTexts,
    AboutTextsJob,
    ContentService,
    EmbedMarkup,
    EmbedShortcodes,
    FormerShortcodes,
    Shortcodes,
  ],
  exports: [AboutTexts, AboutTextsJob, ContentService, EmbedMarkup, Shortcodes],
})
export class ContentModule {}
