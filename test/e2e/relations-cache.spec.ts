import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { ArticleFinder } from '../../src/modules/articles/listing/article-finder.js';
import { AuthorsRepository } from '../../src/modules/authors/domain/authors.repository.js';
import { Database } from '../../src/platform/database/database.js';
import type { TestDatabase } from '../support/database.js';
import { createImages } from '../support/images.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { type Service, startService } from '../support/service.js';

// The authors, sections and badges of articles are cached, and yet every instance shows a change at once.
let database: TestDatabase;
let one: Service, other: Service;
let author: number, section: number, badge: number, post: number;
beforeAll(async () => {
  database = await createMigratedDatabase();
  one = await startService({ database });
  other = await startService({ database });
  const created = async (path: string, fields: object) =>
    ((await one.post(`/api/${path}`, fields).expect(200)).body as { id: number }).id;
  await createImages(one, 1);
  author = await created('1.1/authors', { first_name: 'Ann', last_name: 'Lee' });
  section = await created('1.3/sections', { title: 'News', url: 'news', status: 2 });
  badge = await created('1.3/badges', { name: 'Hot', image_id: 1 });
  post = await created('1.3/posts', {
    headline: 'Read twice',
    roar_author_ids: [author],
    sections: [section],
    primary_section: section,
    badges: [badge],
  });
});
afterAll(async () => {
  for (const service of [one, other]) await service.stop();
  await database.drop();
});

async function read(service: Service): Promise<Post> {
  return (await service.get(`/api/1.3/posts/${post}`).expect(200)).body as Post;
}

test('an author, a section and a badge that have changed are shown at once by every instance', async () => {
  for (const service of [one, other]) await read(service);
  await one.put(`/api/1.1/authors/${author}`, { first_name: 'Anna', last_name: 'Lee' }).expect(200);
  expect((await read(other)).roar_authors).toMatchObject([{ title: 'Anna Lee' }]);
  await other.put(`/api/1.3/badges/${badge}`, { name: 'Cold' }).expect(200);
  expect((await read(one)).badges_details).toMatchObject([{ name: 'Cold' }]);
  await other.put(`/api/1.3/sections/${section}`, { title: 'World' }).expect(200);
  const article = await one.app.get<ArticleFinder>(ArticleFinder).findById(post);
  expect(article?.sections).toMatchObject([{ title: 'World' }]);
});

test('what is known is not read again', async () => {
  const { statements } = one.app.get(Database).sources;
  const finder = one.app.get<ArticleFinder>(ArticleFinder);
  const cost = () =>
    statements.during(async (soFar) => {
      await finder.findById(post);
      return soFar();
    });
  await cost();
  // The article, which relations it has, and the image of the badge.
  expect(await cost()).toBe(3);
  await one.put(`/api/1.1/authors/${author}`, { first_name: 'Annie', last_name: 'Lee' }).expect(200);
  expect([await cost(), await cost()]).toEqual([4, 3]);
});

test('what a transaction has written is shown in it, and to nobody else when it is rolled back', async () => {
  const [unitOfWork, authors] = [
    one.app.get<UnitOfWork>(UnitOfWork),
    one.app.get<AuthorsRepository>(AuthorsRepository),
  ];
  const finder = one.app.get<ArticleFinder>(ArticleFinder);
  const nameOf = async () => (await finder.findById(post))?.authors[0]?.firstName;
  const before = await nameOf();
  const work = unitOfWork.run(async () => {
    const record = await authors.getForUpdate(author);
    record.firstName = 'Nobody';
    await authors.save(record);
    expect(await nameOf()).toBe('Nobody');
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  // The next version has the number of the one that was rolled back.
  await one.put(`/api/1.1/authors/${author}`, { first_name: before, last_name: 'Li' }).expect(200);
  expect(await nameOf()).toBe(before);
});
