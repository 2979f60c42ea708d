import { Module } from '@nestjs/common';
import { ContentService } from './content.service.js';
import { EmbedShortcodes } from './embed-shortcodes.js';
import { Shortcodes } from './shortcodes.js';

@Module({ providers: [ContentService, Shortcodes, EmbedShortcodes], exports: [ContentService, Shortcodes] })
export class ContentModule {}
