import { Module } from '@nestjs/common';
import { AddedFields } from '../../platform/http/request/added-fields.js';
import { ArticlesModule } from '../articles/articles.module.js';
import { ExtraFields } from '../articles/http/fields/extra-fields.js';
import { ScheduledPostsController } from './http/scheduled-posts.controller.js';
import { ScheduledPostResponse } from './http/scheduled-posts.dto.js';
import { PublishDueJob } from './publish-due.job.js';

@Module({ imports: [ArticlesModule], controllers: [ScheduledPostsController], providers: [PublishDueJob] })
export class ScheduledPostsModule {
  constructor(added: AddedFields, extra: ExtraFields) {
    added.describe(ScheduledPostResponse, extra.described);
  }
}
