import { Module } from '@nestjs/common';
import { ArticlesModule } from '../articles/articles.module.js';
import { ScheduledPostsController } from './http/scheduled-posts.controller.js';
import { PublishDueJob } from './publish-due.job.js';

@Module({ imports: [ArticlesModule], controllers: [ScheduledPostsController], providers: [PublishDueJob] })
export class ScheduledPostsModule {}
