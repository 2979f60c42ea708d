import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ArticlesModule, ContentModule } from 'content-publishing-service';
import { Correction } from './correction.entity.js';
import { CorrectionsController } from './corrections.controller.js';
import { CorrectionsResolver } from './corrections.resolver.js';
import { CorrectionsService } from './corrections.service.js';
import { ErratumShortcodes } from './erratum.shortcodes.js';

@Module({
  imports: [TypeOrmModule.forFeature([Correction]), ArticlesModule, ContentModule],
  controllers: [CorrectionsController],
  providers: [CorrectionsService, CorrectionsResolver, ErratumShortcodes],
})
export class CorrectionsModule {}
