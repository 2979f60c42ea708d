import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createImages } from '../support/images.js';
import { type Service, startService } from '../support/service.js';
import { type Element, parseHtml, textsOf } from '../support/xml.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
  await createImages(service, 1);
});
afterAll(() => service.stop());

const pageAt = async (path: string): Promise<Element> =>
  parseHtml((await service.as(null).get(path).expect(200)).text);
const section = async (fields: object): Promise<number> =>
  (await service.post('/api/1.3/sections', { status: 2, ...fields }).expect(200)).body.id;

/** Titles of the window, and those that networks show. */
function titlesOf(page: Element): (string | null | undefined)[] {
  const metas = Array.from(page.querySelectorAll('meta[property="og:title"], meta[name="twitter:title"]'));
  return [...textsOf(page, 'title'), ...metas.map((meta) => meta.getAttribute('content'))];
}

test('A page of a list has its number in its titles, and the name of the site once', async () => {
  const plain = await section({ title: 'Long', url: 'long' });
  const covered = await section({ title: 'Covered', url: 'covered', url_header_image: { id: 1 } });
  for (let n = 0; n < 21; n++) {
    const fields = { headline: `Story ${n}`, sections: [plain, covered, 0], tags: ['Tides'] };
    await service.post('/api/1.3/posts', fields).expect(200);
  }
  for (const [path, window, own] of [
    ['/', 'Example', 'Example'],
    ['/?page=2', 'Example (2)', 'Example (2)'],
    ['/long', 'Long – Example', 'Long'],
    ['/long?page=2', 'Long (2) – Example', 'Long (2)'],
    ['/covered?page=2', 'Covered (2) – Example', 'Covered (2)'],
    ['/tag/tides?page=2', 'Tides (2) – Example', 'Tides (2)'],
  ] as const) {
    const page = await pageAt(path);
    expect({ path, titles: titlesOf(page) }).toEqual({ path, titles: [window, own, own] });
  }
});

test.each([
  ['', 'Tide & time'],
  [' ', 'Tide & time'],
  [null, 'Tide & time'],
  ['All tides', 'All tides'],
])('A section with the meta title %j is called %j, and its feeds by its title', async (meta_title, shown) => {
  const url = `tide-${shown.length}-${String(meta_title).length}`;
  await section({ title: 'Tide & time', url, meta_title });
  const page = await pageAt(`/${url}`);
  expect(titlesOf(page)).toEqual([`${shown} – Example`, shown, shown]);
  expect(textsOf(page, 'h1')).toEqual(['Tide & time']);
  const feeds = Array.from(page.querySelectorAll(`link[href*="/${url}/feed."]`));
  expect(feeds.map((link) => link.getAttribute('title'))).toEqual([
    'Tide & time',
    'Tide & time',
    'Tide & time',
  ]);
});
