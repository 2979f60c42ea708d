import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Service, startService } from '../support/service.js';
import { parseHtml, textsOf } from '../support/xml.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const home = async (query = ''): Promise<string[]> => {
  const { text } = await service.as(null).get(`/${query}`).expect(200);
  return textsOf(parseHtml(text), 'h2').map((headline) => headline.trim());
};
const post = async (fields: object): Promise<number> =>
  (await service.post('/api/1.3/posts', fields).expect(200)).body.id;

test('The home page says how to publish, then shows the newest posts, until Home has posts of its own', async () => {
  const empty = await service.as(null).get('/').expect(200);
  expect(empty.text).toContain('Nothing has been published here yet.');
  expect(empty.text).toContain(
    '<a class="p-button" href="/docs#/Posts/createPost">How to publish the first post</a>',
  );
  const secret = { title: 'Secret', url: 'secret', status: 1 };
  const { id } = (await service.post('/api/1.3/sections', secret).expect(200)).body as { id: number };

  await post({ headline: 'Private', sections: [id] });
  for (let n = 1; n <= 21; n++) await post({ headline: `Story ${n}`, created_ts: 1_700_000_000 + n });
  expect(await home()).toEqual(Array.from({ length: 20 }, (_, n) => `Story ${21 - n}`));
  expect(await home('?page=2')).toEqual(['Story 1']);
  await service.as(null).get('/?page=3').expect(404);

  await post({ headline: 'On the front page', sections: ['Home'] });
  expect(await home()).toEqual(['On the front page']);
  await service.as(null).get('/?page=2').expect(404);
});

test('every public section at the top is linked to from every page', async () => {
  const titles = Array.from({ length: 15 }, (_, n) => `Section ${n + 1}`);
  for (const [n, title] of titles.entries())
    await service.post('/api/1.3/sections', { title, url: `section-${n + 1}`, status: 2 }).expect(200);
  const page = parseHtml((await service.as(null).get('/').expect(200)).text);
  const [top, foot] = [...page.getElementsByTagName('nav')].map((nav) => textsOf(nav, 'a'));
  expect([top, foot]).toEqual([titles.slice(0, 12), titles.slice(12)]);
});
