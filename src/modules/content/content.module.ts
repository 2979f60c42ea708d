import { Module } from '@nestjs/common';
import { ContentService } from './content.service.js';
import { EmbedMarkup } from './embed-markup.js';
import { EmbedShortcodes } from './embed-shortcodes.js';
import { EmbedFramesController } from './http/embed-frames.controller.js';
import { Shortcodes } from './shortcodes.js';

@Module({
  controllers: [EmbedFramesController],
  providers: [ContentService, EmbedMarkup, EmbedShortcodes, Shortcodes],
  exports: [ContentService, EmbedMarkup, Shortcodes],
})
export class ContentModule {}
