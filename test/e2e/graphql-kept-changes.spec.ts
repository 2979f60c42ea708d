import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { ArticleScheduleService } from '../../src/modules/articles/scheduling/article-schedule.service.js';
import { FocalPointDetector } from '../../src/modules/media/focal-point/focal-point.detector.js';
import { Database } from '../../src/platform/database/database.js';
import { createImages } from '../support/images.js';
import { statementsOf } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

const ALL = `{ posts(slice: {limit: 100}) { title subtitle authors { title } image { title crops { href } }
  primarySections { title } regularSections { title } regularTags { title } } sections { title path } }`;

let service: Service;
/** The time that caches go by stands still. */
let time = performance.now();
beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
});
beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => time);
  // A focal point that is found in the background takes statements.
  jest.spyOn(service.app.get(FocalPointDetector), 'enqueue').mockReturnValue(undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => service.stop());

const id = async (path: string, fields: object): Promise<number> =>
  (await service.post(`/api/${path}`, fields).expect(200)).body.id;
const put = (path: string, fields: object) => service.put(`/api/${path}`, fields).expect(200);
const publish = (fields: object = {}) => id('1.3/posts', { headline: 'A post', ...fields });
const textOf = async (query = ALL) =>
  (await service.as(null).post('/core/graphql', { query }).expect(200)).text;

describe('What is kept shows at once', () => {
  let article = 0;
  let author = 0;
  let section = 0;
  beforeAll(async () => {
    jest.spyOn(service.app.get(FocalPointDetector), 'enqueue').mockReturnValue(undefined);
    await createImages(service, 2);
    author = await id('1.1/authors', { first_name: 'Ann', last_name: 'Lee' });
    section = await id('1.3/sections', { title: 'Harbour', url: 'harbour', status: 2 });
    article = await publish({ image_id: 1, roar_author_ids: [author], sections: [section] });
  });

  /** @param change what happens between two readers */
  async function expectShown(words: string, change: () => Promise<unknown>): Promise<void> {
    expect(await textOf()).not.toContain(words);
    expect(await statementsOf(service, textOf)).toEqual([]);
    await change();
    expect(await textOf()).toContain(words);
  }
  async function expectGone(words: string, change: () => Promise<unknown>): Promise<void> {
    expect(await textOf()).toContain(words);
    expect(await statementsOf(service, textOf)).toEqual([]);
    await change();
    expect(await textOf()).not.toContain(words);
  }

  test('that a post is changed, or put where nobody may see it', async () => {
    await expectShown('Corrected', () => put(`1.3/posts/${article}`, { headline: 'Corrected' }));
    const hidden = await id('1.3/sections', { title: 'Hidden', url: 'hidden', status: 1 });
    await expectGone('Corrected', () => put(`1.3/posts/${article}`, { sections: [hidden] }));
    await put(`1.3/posts/${article}`, { sections: [section] });
  });

  test('that a post is there, unpublished, and removed', async () => {
    let made = 0;
    await expectShown('Fresh', async () => (made = await publish({ headline: 'Fresh' })));
    await expectGone('Fresh', () => put(`1.3/posts/${made}`, { action: 'unpublish' }));
    const other = await publish({ headline: 'Short-lived' });
    await expectGone('Short-lived', () => service.delete(`/api/1.3/posts/${other}`).expect(200));
  });

  test('that a scheduled post is published', async () => {
    const draft = await id('1.3/drafts', { headline: 'On time', sections: [section] });
    await put(`1.3/scheduled_posts/${draft}`, { scheduled_at: Math.floor(Date.now() / 1000) + 3600 });
    const sql = 'UPDATE articles SET scheduled_at = 1, publish_due_ts = 1 WHERE id = ?';
    await service.app.get<UnitOfWork>(UnitOfWork).run(() => service.app.get(Database).execute(sql, [draft]));
    await expectShown('On time', () => service.app.get(ArticleScheduleService).publishDue());
  });

  test('that an author has another name', async () => {
    const names = { first_name: 'Anna', last_name: 'Lee' };
    await expectShown('Anna Lee', () => put(`1.1/authors/${author}`, names));
  });

  test('that there is a section, what it is called, that it is closed, and gone', async () => {
    let made = 0;
    const fields = { url: 'river', status: 2 };
    await expectShown('River', async () => (made = await id('1.3/sections', { title: 'River', ...fields })));
    await expectShown('Stream', () => put(`1.3/sections/${made}`, { title: 'Stream', ...fields }));
    const closed = { title: 'Stream', url: 'river', status: 1 };
    await expectGone('Stream', () => put(`1.3/sections/${made}`, closed));
    await put(`1.3/sections/${made}`, { title: 'Stream', ...fields });
    await expectGone('Stream', () => service.delete(`/api/1.3/sections/${made}`).expect(200));
  });

  test('what is said of an image, and that it is gone', async () => {
    const { body: image } = await service.get('/api/1.3/images/1').expect(200);
    const fields = { image_url: image.image_original_url };
    await expectShown('At dawn', () => put('1.3/images/1', { ...fields, caption: 'At dawn' }));
    await expectGone('At dawn', () => service.delete('/api/1.3/images/1?force=1').expect(200));
  });

  test('that a badge is changed, and gone, as extensions may show it', async () => {
    const badge = await id('1.3/badges', { name: 'Longread', image_id: 2 });
    for (const change of [
      () => put(`1.3/badges/${badge}`, { name: 'Feature', image_id: 2 }),
      () => service.delete(`/api/1.3/badges/${badge}`).expect(200),
    ]) {
      await textOf();
      await change();
      expect(await statementsOf(service, textOf)).not.toEqual([]);
    }
  });
});

test('What another instance has changed is shown when the second is over', async () => {
  const other = await startService({ database: service.database, environment: { SCHEDULER: 'off' } });
  try {
    const article = await publish({ headline: 'Here' });
    const query = `{ posts(filters: {includedIds: [${article}]}) { title } }`;
    const ask = async () => (await other.as(null).post('/core/graphql', { query }).expect(200)).text;
    expect(await ask()).toContain('Here');
    await put(`1.3/posts/${article}`, { headline: 'There' });
    time += 1001;
    expect(await ask()).toContain('There');
  } finally {
    await other.stop();
  }
});
