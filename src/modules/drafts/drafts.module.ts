import { Module } from '@nestjs/common';
import { ArticlesModule } from '../articles/articles.module.js';
import { DraftsController } from './http/drafts.controller.js';

@Module({ imports: [ArticlesModule], controllers: [DraftsController] })
export class DraftsModule {}
