import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Service, startService } from '../support/service.js';

const POSTS = 20;
const READERS = 8;

let service: Service;
const ids: number[] = [];
beforeAll(async () => {
  service = await startService();
  for (let number = 0; number < POSTS; number++) {
    const post = { headline: `Post ${number}`, body: `<p>${number}</p>`, tags: [`tag ${number}`] };
    const { body } = await service.post('/api/1.3/posts', post).expect(200);
    ids.push(body.id as number);
  }
});
afterAll(() => service.stop());

/** Statements are shared by requests that come at the same time (see ReadQueue). */
describe('Reads at one time', () => {
  test('each get what they ask for', async () => {
    const asked = [...ids, 999_999, ...ids, ...ids.toReversed()];
    const answers = await Promise.all(asked.map((id) => service.get(`/api/1.3/posts/${id}`)));
    const shown = answers.map(({ status, body }) =>
      status === 200 ? [body.id, body.headline, body.tags] : status,
    );
    const expected = (id: number) => [id, `Post ${ids.indexOf(id)}`, [`tag ${ids.indexOf(id)}`]];
    expect(shown).toEqual(asked.map((id) => (ids.includes(id) ? expected(id) : 404)));
  });

  test('of lists each get their own page', async () => {
    const offsets = Array.from({ length: 40 }, (_, index) => index % 4);
    const lists = await Promise.all(
      offsets.map((offset) => service.get(`/api/1.3/posts?limit=3&offset=${offset}`).expect(200)),
    );
    const newestFirst = ids.toReversed();
    expect(lists.map(({ body }) => (body as { id: number }[]).map(({ id }) => id))).toEqual(
      offsets.map((offset) => newestFirst.slice(offset, offset + 3)),
    );
  });

  test('never miss what was answered before they were asked', async () => {
    const [id] = ids as [number];
    let isOver = false;
    const read = async (): Promise<void> => {
      while (!isOver) await service.get(`/api/1.3/posts/${id}`).expect(200);
    };
    const readers = Array.from({ length: READERS }, read);
    for (let number = 0; number < 30; number++) {
      const edit = { headline: `Edited ${number}`, tags: [`edited ${number}`] };
      await service.put(`/api/1.3/posts/${id}`, edit).expect(200);
      const { body } = await service.get(`/api/1.3/posts/${id}`).expect(200);
      expect([body.headline, body.tags]).toEqual([edit.headline, edit.tags]);
      const { body: list } = await service.get('/api/1.3/posts?limit=20').expect(200);
      expect((list as { id: number; headline: string }[]).find((post) => post.id === id)?.headline).toBe(
        edit.headline,
      );
    }
    isOver = true;
    await Promise.all(readers);
  });
});
