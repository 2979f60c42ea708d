import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { browserSuite, browserTest } from '../support/browser.js';
import { DESKTOP, NARROW, overflowOf, PHONE } from '../support/page-checks.js';
import { uploaded } from '../support/picture-client.js';
import { PICTURES_URL, type Site, startSite } from '../support/site.js';

const ENDLESS = 'Donaudampfschifffahrt'.repeat(9).slice(0, 180);

let site: Site;
let images: Readonly<Record<'narrow' | 'fine' | 'large', number>>;
beforeAll(async () => {
  site = await startSite({ site: { locale: 'he' } });
  const [narrow, fine, large] = [await image(500, 400), await image(1800, 1200), await image(3000, 2000)];
  images = { narrow, fine, large };
});
afterAll(() => site.stop());

const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#a02c1c' } })
    .jpeg()
    .toBuffer();
const image = async (width: number, height: number): Promise<number> =>
  (await uploaded(site.service, { name: `${width}.jpg`, file: await jpeg(width, height) })).id;

const send = async (path: string, fields: object) =>
  (await site.service.post(path, fields).expect(200)).body as { id: number; slug: string };
async function publish(fields: object): Promise<{ id: number; path: string }> {
  const { id, slug } = await send('/api/1.3/posts', { headline: 'A post', body: '<p>Words.</p>', ...fields });
  return { id, path: `/${slug}` };
}
const section = (fields: object) => send('/api/1.3/sections', { status: 2, ...fields });
const htmlAt = async (path: string, status = 200) =>
  (await site.service.as(null).get(path).expect(status)).text;
/** Images that a browser may load, by the ends of their paths, and their widths. */
const offered = (html = '') =>
  [...html.matchAll(/([^/\s"]+)\.jpg (\d+)w/g)].map(([, name = '', width]) => `${name} ${width}`);
const imagesIn = (html: string, type: string) =>
  new RegExp(`class="${type}"[^]*?(<img[^>]*>)`).exec(html)?.[1] ?? '';

test('cards are offered in several widths of one shape, and none that is enlarged', async () => {
  for (const [url, image_id] of Object.entries(images)) {
    const { id } = await section({ title: url, url });
    await publish({ image_id, sections: [id] });
  }
  expect(offered(imagesIn(await htmlAt('/large'), 'p-thumb'))).toEqual(['600x400 600', '1200x800 1200']);
  expect(imagesIn(await htmlAt('/narrow'), 'p-thumb')).toMatch(/src="[^"]*\/600x400\.jpg" width="600"/);
});

test('networks are given a wide cut, and the size of what is known alone', async () => {
  const own = await publish({ image_id: images.fine });
  expect(await htmlAt(own.path)).toMatch(
    /og:image" content="[^"]*\/1200x600\.jpg">\n<meta property="og:image:width" content="1200">\n<meta property="og:image:height" content="600">/,
  );
  const other = await htmlAt((await publish({ image_external: `${PICTURES_URL}/a.jpg` })).path);
  expect(other).toContain(`<meta property="og:image" content="${PICTURES_URL}/a.jpg">`);
  expect(other).not.toMatch(/og:image:(?:width|height)/);
});

test.each([
  ['narrow', ['210x 210', '300x 300', 'origin 500']],
  ['fine', ['210x 210', '300x 300', '600x 600', '980x 980', 'origin 1800']],
  ['large', ['210x 210', '300x 300', '600x 600', '980x 980']],
] as const)(
  'a %s image at the top, in the text or in an item is offered as it is worth',
  async (name, widths) => {
    const image_id = images[name];
    const { shortcode } = (await site.service.get(`/api/1.3/images/${image_id}`).expect(200)).body;
    const listicle = {
      items: [{ headline: 'One', body: '<p>x</p>', image_id }],
      settings: { layout_type: 1 },
    };
    const html = await htmlAt((await publish({ image_id, body: `<p>x</p>${shortcode}`, listicle })).path);
    const figures = [...html.matchAll(/<figure class="image"><img[^>]*>/g)].map(([figure]) =>
      offered(figure),
    );
    expect(figures).toEqual([widths, widths, widths]);
  },
);

test.each([404, 410] as const)('what answers %i has no address', async (status) => {
  const { id, path } = await publish({});
  await site.service.delete(`/api/1.3/posts/${id}`).expect(200);
  expect(await htmlAt(status === 410 ? path : '/nothing', status)).not.toMatch(/canonical|og:url/);
});

test('items have ids that the text cannot have by chance', async () => {
  const items = [{ headline: 'P main', body: '<p>x</p>' }, { headline: 'Two' }];
  const body = '<h2 id="two">Two</h2>';
  const { path } = await publish({ body, listicle: { items, settings: { layout_type: 2 } } });
  const html = await htmlAt(path);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual(expect.arrayContaining(['p-main', 'two', 'item-p-main', 'item-two']));
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, id] of html.matchAll(/ href="#([^"]*)"/g)) expect(ids).toContain(id);
});

test('a shortcode alone at the top is the picture of the post wherever it is shown', async () => {
  const { shortcode } = (await site.service.get(`/api/1.3/images/${images.fine}`).expect(200)).body;
  const { id } = await section({ title: 'Shortcodes', url: 'shortcodes' });
  const { path } = await publish({ media: ` ${shortcode}\n`, sections: [id] });
  expect(await htmlAt(path)).toMatch(/og:image" content="[^"]*\/1200x600\.jpg">[^]*"image":\[?[^\]]*\.jpg/);
  expect(imagesIn(await htmlAt('/shortcodes'), 'p-thumb')).toContain(`/images/${images.fine}/`);
  expect(await htmlAt('/shortcodes/feed.xml')).toMatch(/<media:content url="[^"]*\/980x\.jpg"/);
});

test('addresses of images elsewhere are written as URLs', async () => {
  const { path } = await publish({ image_external: 'https://e.example/a "b.jpg' });
  expect(await htmlAt(path)).toContain('og:image" content="https://e.example/a%20%22b.jpg"');
});

test('the theme speaks the language of the site', async () => {
  const html = await htmlAt((await publish({})).path);
  expect(html).toContain('<html lang="he" dir="rtl">');
  expect(html).toContain('property="og:locale" content="he_IL"');
  expect(html).toMatch(/מאת <a [^>]*rel="author"><bdi>/);
  expect(html).toContain('זמן קריאה: 1 דק׳');
});

browserSuite('In a browser', () => {
  browserTest('small pictures load small files', async () => {
    const badge = await send('/api/1.3/badges', { name: 'Prize', image_id: images.large });
    await send('/api/1.1/authors', { name: 'ann', first_name: 'Ann', image_id: images.fine });
    const { path } = await publish({ badges: [badge.id] });
    const { context, open } = await site.reader({ viewport: DESKTOP });
    const loadedAt = async (address: string, selector: string) => {
      const { page } = await open(address);
      const found = `document.querySelector(${JSON.stringify(selector)})`;
      return page.evaluate<string>(`${found}.decode().then(() => ${found}.currentSrc)`);
    };
    expect(await loadedAt(path, '.p-badges img')).toMatch(/\/210x\.jpg$/);
    expect(await loadedAt('/u/ann/', '.p-portrait img')).toMatch(/\/210x\.jpg$/);
    await context.close();
  });

  browserTest('a word without an end makes no page wider than its window', async () => {
    const outer = await section({ title: ENDLESS, url: 'outer' });
    const inner = await section({ title: ENDLESS, url: 'inner', parent_id: outer.id });
    await section({ title: ENDLESS, url: 'innermost', parent_id: inner.id });
    const badge = await send('/api/1.3/badges', { name: ENDLESS, image_id: images.fine });
    await send('/api/1.1/authors', { name: 'long', first_name: ENDLESS, image_id: images.fine });
    const { path } = await publish({
      ...{ headline: ENDLESS, tags: [ENDLESS], badges: [badge.id], sections: [inner.id] },
      image_id: images.fine,
    });
    const reader = await site.reader();
    const tag = `/tag/${ENDLESS.toLowerCase()}`;
    for (const address of ['/', path, tag, '/outer', '/outer/inner', '/outer/inner/innermost', '/u/long/'])
      for (const size of [PHONE, NARROW]) {
        const { page, response } = await reader.open(address);
        await page.setViewportSize(size);
        const overflow = await overflowOf(page);
        expect({ address, size, status: response.status(), overflow }).toMatchObject({
          status: 200,
          overflow: 0,
        });
        await page.close();
      }
    await reader.context.close();
  });

  browserTest('several authors and a long date fit a small phone', async () => {
    const spanish = await startSite({ site: { locale: 'es' } });
    const portrait = (await uploaded(spanish.service, { name: 'a.jpg', file: await jpeg(500, 500) })).id;
    const roar_author_ids: number[] = [];
    for (const last_name of ['Lee', 'Stone', 'Öz']) {
      const author = { first_name: 'Ann', last_name, image_id: portrait };
      roar_author_ids.push((await spanish.service.post('/api/1.1/authors', author).expect(200)).body.id);
    }
    const post = { headline: 'A post', body: '<p>Words.</p>', roar_author_ids, created_ts: 1_790_000_000 };
    const { body } = await spanish.service.post('/api/1.3/posts', post).expect(200);
    const reader = await spanish.reader();
    for (const width of [NARROW.width, 360, 375, 390]) {
      const { page } = await reader.open(`/${String(body.slug)}`);
      await page.setViewportSize({ ...NARROW, width });
      expect({ width, overflow: await overflowOf(page) }).toEqual({ width, overflow: 0 });
      await page.close();
    }
    await reader.context.close();
    await spanish.stop();
  });
});
