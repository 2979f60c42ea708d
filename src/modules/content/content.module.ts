import { Module } from '@nestjs/common';
import { AboutTexts } from './about-texts.js';
import { ContentService } from './content.service.js';
import { EmbedMarkup } from './embed-markup.js';
import { EmbedShortcodes } from './embed-shortcodes.js';
import { EmbedFramesController } from './http/embed-frames.controller.js';
import { Shortcodes } from './shortcodes.js';

@Module({
  controllers: [EmbedFramesController],
  providers: [AboutTexts, ContentService, EmbedMarkup, EmbedShortcodes, Shortcodes],
  exports: [AboutTexts, ContentService, EmbedMarkup, Shortcodes],
})
export class ContentModule {}
