import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DomainEvents } from '../../src/kernel/events/domain-events.js';
import { InvalidError } from '../../src/kernel/errors.js';
import {
  type ArticleChange,
  ArticleHooks,
  type PendingArticleChange,
} from '../../src/modules/articles/article-hooks.js';
import { ArticleChanged } from '../../src/modules/articles/domain/article-events.js';
import { RepathArticles } from '../../src/modules/articles/placement/repath-articles.js';
import { ArticleScheduleService } from '../../src/modules/articles/scheduling/article-schedule.service.js';
import { Environment } from '../../src/platform/config/environment.js';
import { Database } from '../../src/platform/database/database.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { type Service, startService } from '../support/service.js';

/** Calls of hooks and events, in their order. */
let told: string[] = [];
let changes: ArticleChange[] = [];

@Injectable()
class Words {
  readonly forbidden = 'Forbidden';
}

@Module({ providers: [Words], exports: [Words] })
class WordsModule {}

@Injectable()
class WatchingHooks extends ArticleHooks {
  constructor(private readonly words: Words) {
    super();
  }

  override before(change: PendingArticleChange): void {
    told.push(`before ${change.verb}`);
    const { headline } = change.article;
    if (headline.includes(this.words.forbidden)) throw InvalidError.field('headline', 'is forbidden');
    if (headline.includes('Marked')) change.write({ metaDescription: `marked at ${change.verb}` });
  }

  override after(change: ArticleChange): void {
    told.push(`after ${change.verb}`);
    changes.push(change);
    if (change.article.headline.includes('Late')) throw InvalidError.field('headline', 'is too late');
  }
}

@Injectable()
class Listener implements OnModuleInit {
  constructor(private readonly events: DomainEvents) {}

  onModuleInit(): void {
    this.events.on(ArticleChanged, ({ verb, version, fields }) => {
      // Whether the time of publication differs depends on the clock.
      const named = fields.filter((field) => field !== 'created_ts');
      told.push(`event ${verb} ${version} ${named.sort().join(',')}`);
      return Promise.resolve();
    });
  }
}

@Module({ providers: [Listener] })
class ListenerModule {}

let service: Service;
beforeAll(async () => {
  service = await startService({
    settings: { articles: { permalink: '/{section}/{basename}' } },
    extension: { articles: WatchingHooks, modules: [WordsModule, ListenerModule] },
  });
  service.app.get(Environment).SCHEDULER = 'off';
});
afterAll(() => service.stop());
beforeEach(forget);

function forget(): void {
  told = [];
  changes = [];
}

/** Calls for one change. */
const steps = (verb: string, version: number, ...fields: string[]) => [
  `before ${verb}`,
  `after ${verb}`,
  `event ${verb} ${version} ${[...fields].sort().join(',')}`,
];
let count = 0;
const headline = () => `Story ${++count}`;
const create = async (door: 'posts' | 'drafts', fields: object = {}): Promise<number> => {
  const answer = await service.post(`/api/1.3/${door}`, { headline: headline(), ...fields }).expect(200);
  return (answer.body as { id: number }).id;
};
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;

describe('Hooks and events are told', () => {
  test.each(['posts', 'drafts'] as const)('of a new article of the door %s', async (door) => {
    const id = await create(door);
    expect(told).toEqual(steps('create', 1));
    expect(changes[0]).toMatchObject({ was: null, authorId: 1, article: { id } });
  });

  test('of each change of a draft until it is removed and restored', async () => {
    const id = await create('drafts');
    forget();
    const draft = `/api/1.3/drafts/${id}`;
    await service.put(draft, { subheadline: 'b', og_title: 'c' }).expect(200);
    await service.put(draft, { action: 'publish', og_title: 'd' }).expect(200);
    await service.put(`/api/1.3/posts/${id}`, { action: 'unpublish' }).expect(200);
    await service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: inAnHour() }).expect(200);
    await service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: inAnHour() + 60 }).expect(200);
    await service.delete(`/api/1.3/scheduled_posts/${id}`).expect(200);
    await service.delete(draft).expect(200);
    await service.put(draft, { action: 'restore' }).expect(200);
    expect(told).toEqual([
      ...steps('edit', 2, 'subheadline', 'og_title'),
      ...steps('publish', 3, 'og_title', 'status'),
      ...steps('unpublish', 4, 'status'),
      ...steps('schedule', 5, 'scheduled_at', 'status'),
      ...steps('schedule', 6, 'scheduled_at'),
      ...steps('unschedule', 7, 'scheduled_at', 'status'),
      ...steps('remove', 8, 'status'),
      ...steps('restore', 9, 'status'),
    ]);
    expect(changes[0]?.was).toMatchObject({ ogTitle: null });
    expect(changes[0]?.article).toMatchObject({ id });
  });

  test('of a schedule that is due, in the name of nobody', async () => {
    const id = await create('drafts');
    await service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: inAnHour() }).expect(200);
    const database = service.app.get(Database);
    await service.app
      .get<UnitOfWork>(UnitOfWork)
      .run(() => database.execute('UPDATE articles SET publish_due_ts = 1 WHERE id = ?', [id]));
    forget();
    await service.app.get(ArticleScheduleService).publishDue();
    expect(told.slice(0, 2)).toEqual(['before publish', 'after publish']);
    expect(told[2]).toMatch(/^event publish 3 /);
    expect(changes[0]).toMatchObject({ authorId: null, article: { id } });
  });

  test('of paths that follow a section, and of one that a section takes', async () => {
    const section = (fields: object) =>
      service.post('/api/1.3/sections', { title: 'S', ...fields }).expect(200);
    const { id } = (await section({ url: 'before' })).body as { id: number };
    const post = await create('posts', { sections: [id] });
    forget();
    await service.put(`/api/1.3/sections/${id}`, { url: 'behind' }).expect(200);
    await service.app.get(RepathArticles).catchUp();
    expect(told).toEqual(['after move', 'event move 2 post_url']);
    expect(changes[0]?.article.id).toBe(post);
    await create('posts', { headline: 'Taken', sections: [] });
    forget();
    await section({ url: 'taken' });
    expect(told).toEqual(['after move', expect.stringMatching(/^event move 2 /)]);
  });

  test('nothing of an edit that changes nothing but is empty', async () => {
    const id = await create('drafts');
    forget();
    await service.put(`/api/1.3/drafts/${id}`, {}).expect(200);
    expect(told).toEqual([]);
  });
});

describe('A hook', () => {
  test('refuses a change by every door, and nothing of it is saved', async () => {
    const id = await create('posts', { headline: 'Fine' });
    const refusal = { code: 'invalid', errors: [{ field: 'headline', message: 'is forbidden' }] };
    for (const door of ['posts', 'drafts'])
      expect(
        (await service.post(`/api/1.3/${door}`, { headline: 'Forbidden' }).expect(400)).body,
      ).toMatchObject({
        errors: refusal.errors,
      });
    await service.put(`/api/1.3/posts/${id}`, { headline: 'Forbidden', og_title: 'x' }).expect(400);
    expect((await service.get(`/api/1.3/posts/${id}`)).body).toMatchObject({
      headline: 'Fine',
      og_title: null,
    });
  });

  test('takes a change back after it was stored', async () => {
    const { body } = await service.get('/api/1.3/posts?limit=1');
    await service.post('/api/1.3/posts', { headline: 'Late' }).expect(400);
    expect((await service.get('/api/1.3/posts?limit=1')).body).toEqual(body);
  });

  test('writes fields of what is about to be saved', async () => {
    const id = await create('drafts', { headline: 'Marked' });
    const shown = async () => (await service.get(`/api/1.3/drafts/${id}`)).body as object;
    expect(await shown()).toMatchObject({ meta_description: 'marked at create' });
    await service.put(`/api/1.3/drafts/${id}`, { og_title: 'x' }).expect(200);
    expect(await shown()).toMatchObject({ meta_description: 'marked at edit', og_title: 'x' });
    expect(told.at(-1)).toBe('event edit 2 meta_description,og_title');
  });

  test('does not hold up the others that are due when it refuses one', async () => {
    const ids = [await create('drafts', { headline: 'One' }), await create('drafts', { headline: 'Two' })];
    for (const id of ids)
      await service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: inAnHour() }).expect(200);
    const database = service.app.get(Database);
    await service.app.get<UnitOfWork>(UnitOfWork).run(async () => {
      await database.execute(`UPDATE articles SET publish_due_ts = 1 WHERE id IN (?, ?)`, ids);
      await database.execute(`UPDATE articles SET headline = 'Forbidden' WHERE id = ?`, [ids[0] ?? 0]);
    });
    await service.app.get(ArticleScheduleService).publishDue();
    await service.get(`/api/1.3/posts/${ids[1]}`).expect(200);
    const { body } = await service.get(`/api/1.3/scheduled_posts/${ids[0]}`).expect(200);
    expect(JSON.stringify(body)).toContain('is forbidden');
  });
});
