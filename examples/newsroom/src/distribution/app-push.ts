import { Injectable, Module } from '@nestjs/common';
import {
  ArticlesModule,
  ArticlesService,
  ArticleStatus,
  type CommittedEvent,
  Job,
  OnCommitted,
} from 'content-publishing-service';
import { NewsroomSettings } from '../newsroom.settings.js';

const HOUR_S = 3600;

/** Tells the app of what is published, and once an hour that the newsroom is there. */
@Injectable()
export class AppPush {
  constructor(
    private readonly settings: NewsroomSettings,
    private readonly articles: ArticlesService,
  ) {}

  @OnCommitted({ name: 'newsroom.push', resources: ['article'] })
  async tell({ id, verb, resourceId }: CommittedEvent, stopping: AbortSignal): Promise<void> {
    if (verb !== 'publish' && verb !== 'create') return;
    // A draft is created, too.
    const article = await this.articles.find(resourceId);
    if (article?.status === ArticleStatus.Published) await this.send({ key: id, post: resourceId }, stopping);
  }

  @Job({ name: 'newsroom.heartbeat', every: HOUR_S, on: 'one-instance' })
  async beat(stopping: AbortSignal): Promise<void> {
    await this.send({ key: 'heartbeat' }, stopping);
  }

  async send(message: object, signal?: AbortSignal): Promise<void> {
    const { pushUrl } = this.settings;
    if (pushUrl === null) return;
    const body = JSON.stringify(message);
    const { ok, status } = await fetch(pushUrl, { method: 'POST', body, signal: signal ?? null });
    if (!ok) throw new Error(`The app answers ${status}.`);
  }
}

@Module({ imports: [ArticlesModule], providers: [AppPush], exports: [AppPush] })
export class AppPushModule {}
