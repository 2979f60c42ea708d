import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { browserSuite, browserTest } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { EDITOR, NEWSPAPER, type Newspaper, printNewspaper } from '../support/newspaper.js';
import sharp from 'sharp';
import { uploaded } from '../support/picture-client.js';
import { WALKS } from '../../src/cli/demo/demo-texts.js';
import {
  flawsOf,
  keepScreenshot,
  NARROW,
  overflowOf,
  PHONE,
  SCHEMES,
  type Screenshot,
  SIZES,
  type SizeName,
} from '../support/page-checks.js';
import { slidesSeen, tabTo } from '../support/page-use.js';
import { type Reader, type Site, SITE_URL, startSite } from '../support/site.js';

const [FIRST, SECOND, THIRD] = WALKS.map(({ headline }) => headline) as [string, string, string];

const KEPT: Readonly<Record<string, Screenshot>> = {
  'post with a lead image': { name: 'post', views: ['desktop-light', 'desktop-dark', 'phone-light'] },
  'post with a video': { name: 'video', views: ['desktop-light'] },
  'post with a button': { name: 'keep-reading', views: ['phone-light'], top: '.p-post > .p-prose' },
  'post of a recipe': { name: 'recipe', views: ['phone-dark'], top: '.p-post > .p-prose' },
  'listicle after the body': { name: 'listicle', views: ['desktop-light'] },
  'slideshow after the body': { name: 'slideshow', views: ['desktop-light', 'phone-light'] },
  'fullscreen after the body': {
    name: 'fullscreen',
    views: ['desktop-light', 'phone-dark'],
    top: '.p-slides',
    above: 0,
  },
  'AMP page of a post with a lead image': { name: 'amp', views: ['phone-light'] },
  draft: { name: 'draft', views: ['desktop-light'] },
  home: { name: 'home', views: ['desktop-light', 'phone-dark'] },
  section: { name: 'section', views: ['desktop-light'] },
  author: { name: 'author', views: ['desktop-dark'] },
  'nothing there': { name: 'not-found', views: ['desktop-light'] },
};

browserSuite('The public pages in a browser', () => {
  let site: Site;
  let paths: Newspaper;
  let reader: Reader;
  beforeAll(async () => {
    site = await startSite(NEWSPAPER);
    paths = await printNewspaper(site.service);
    reader = await site.reader({ httpCredentials: { ...EDITOR, origin: SITE_URL } });
  });
  afterAll(() => site.stop());

  browserTest.each([
    'post with a lead image',
    'post with an image of elsewhere',
    'post with a shortcode at its top',
    'post with HTML at its top',
    'post with a video',
    'post without anything at its top',
    'post with a button',
    'post of a recipe',
    'long post',
    'listicle after the body',
    'listicle at its tag, texts above',
    'slideshow after the body',
    'slideshow at its tag, texts above',
    'fullscreen after the body',
    'fullscreen at its tag, texts above',
    'AMP page of a post with a lead image',
    'AMP page of a post with a video',
    'AMP page of a slideshow at its tag, texts above',
    'draft',
    'home',
    'section',
    'section, second page',
    'section within a section',
    'tag',
    'author',
    'nothing there',
    'removed post',
  ])('has nothing wrong: %s', async (name) => {
    const { page, response, faults } = await reader.open(paths.get(name) ?? '');
    expect(response.headers()['content-security-policy']).toMatch(/^default-src 'none'/);
    const status = name === 'nothing there' ? 404 : name === 'removed post' ? 410 : 200;
    expect(response.status()).toBe(status);
    for (const size of Object.keys(SIZES) as SizeName[])
      for (const colorScheme of SCHEMES) {
        await page.setViewportSize(SIZES[size]);
        await page.emulateMedia({ colorScheme });
        expect({ size, colorScheme, flaws: await flawsOf(page, colorScheme === 'dark') }).toEqual({
          size,
          colorScheme,
          flaws: [],
        });
        await keepScreenshot(page, KEPT[name], size, colorScheme);
      }
    await page.setViewportSize(NARROW);
    expect(await overflowOf(page)).toBe(0);
    // The console says of the page itself that it was not found.
    expect(faults).toEqual(status === 200 ? [] : [expect.stringContaining(`${status}`)]);
    await page.close();
  });

  browserTest.each(['', '/amp'])(
    'is not wider than a phone, whatever widths a body has: %s',
    async (door) => {
      const wide = [
        '<div style="width: 650px" class="wp-caption"><p>Caption</p></div>',
        '<figure style="width:1200px"><figcaption>Figure</figcaption></figure>',
        '<pre style="width:1200px">Code</pre>',
        '<div style="float:left;width:700px">Box</div>',
        // AMP allows no style that is stronger than theirs.
        ...(door === '' ? ['<p style="min-width:1000px">Paragraph</p>'] : []),
      ];
      const { body } = await site.service
        .post('/api/1.3/posts', { headline: 'Wide', body: wide.join('') })
        .expect(200);
      const narrow = await site.reader({ viewport: PHONE });
      const { page } = await narrow.open(`${door}/${(body as { slug: string }).slug}`);
      expect(await overflowOf(page)).toBe(0);
      if (door === '') {
        const right = await page
          .getByText('Paragraph')
          .evaluate((node) => node.getBoundingClientRect().right);
        expect(right).toBeLessThanOrEqual(PHONE.width);
      }
      await narrow.context.close();
    },
  );

  browserTest('does not enlarge the image at its top', async () => {
    const small = await sharp({ create: { width: 320, height: 240, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const image = await uploaded(site.service, { name: 'small.png', file: small }, { alt: 'Small' });
    const { body } = await site.service
      .post('/api/1.3/posts', { headline: 'Small', image_id: image.id, body: '<p>Text</p>' })
      .expect(200);
    const { page } = await reader.open(`/${(body as { slug: string }).slug}`);
    expect(await page.locator('.p-lead img').boundingBox()).toMatchObject({ width: 320, height: 240 });
    await page.close();
  });

  /** Nothing of it needs a script; with scripts on, the policy of the page is what keeps them away. */
  describe.each([true, false])('with scripts on: %s', (javaScriptEnabled) => {
    let someone: Reader;
    beforeAll(async () => {
      someone = await site.reader({ javaScriptEnabled, viewport: PHONE });
    });
    const openPost = async (name: string) => (await someone.open(paths.get(name) ?? '')).page;

    browserTest('Keep Reading opens by the mouse', async () => {
      const page = await openPost('post with a button');
      const rest = page.getByText('The first bus crossed at ten past six');
      expect(await rest.isVisible()).toBe(false);
      await page.getByText('Keep reading').click();
      expect(await eventually(() => rest.isVisible(), true)).toBe(true);
      expect((await page.locator('summary').boundingBox())?.height).toBeLessThan(2);
      await page.close();
    });

    browserTest('Keep Reading opens by the keyboard', async () => {
      const page = await openPost('post with a button');
      await tabTo(page, 'summary');
      await page.keyboard.press('Enter');
      const rest = page.getByText('The first bus crossed at ten past six');
      expect(await eventually(() => rest.isVisible(), true)).toBe(true);
      await page.close();
    });

    browserTest.each(['slideshow after the body', 'fullscreen at its tag, texts above'])(
      'slides are turned by links: %s',
      async (name) => {
        const page = await openPost(name);
        const seen = (wanted: string) => eventually(() => slidesSeen(page), wanted);
        expect(await slidesSeen(page)).toBe(FIRST);
        await tabTo(page, '.p-next');
        await page.keyboard.press('Enter');
        expect(await seen(SECOND)).toBe(SECOND);
        await tabTo(page, '.p-next');
        await page.keyboard.press('Enter');
        expect(await seen(THIRD)).toBe(THIRD);
        await tabTo(page, '.p-previous');
        await page.keyboard.press('Enter');
        expect(await seen(SECOND)).toBe(SECOND);
        await page.locator('.p-slide').nth(1).getByText('Previous').click();
        expect(await seen(FIRST)).toBe(FIRST);
        await page.close();
      },
    );

    browserTest('slides are turned by arrows', async () => {
      const page = await openPost('slideshow at its tag, texts above');
      await tabTo(page, '.p-track');
      for (const wanted of [SECOND, THIRD]) {
        await page.keyboard.press('ArrowRight');
        expect(await eventually(() => slidesSeen(page), wanted)).toBe(wanted);
      }
      await page.keyboard.press('ArrowLeft');
      expect(await eventually(() => slidesSeen(page), SECOND)).toBe(SECOND);
      await page.close();
    });

    browserTest('a slide fills the screen where it should', async () => {
      const page = await openPost('fullscreen after the body');
      await tabTo(page, '.p-next');
      await page.keyboard.press('Enter');
      const top = async () => (await page.locator('.p-slide').nth(1).boundingBox())?.y ?? NaN;
      expect(await eventually(async () => Math.round(await top()), 0)).toBe(0);
      expect(await page.locator('.p-slide').nth(1).boundingBox()).toMatchObject(PHONE);
      await page.close();
    });
  });

  browserTest.each(['long post', 'slideshow after the body', 'section', 'AMP page of a post with a video'])(
    'says the same without scripts: %s',
    async (name) => {
      const without = await site.reader({ javaScriptEnabled: false });
      const texts = [];
      for (const who of [reader, without]) {
        const { page } = await who.open(paths.get(name) ?? '');
        texts.push(await page.locator('main').innerText());
        await page.close();
      }
      await without.context.close();
      expect(texts[0]?.length).toBeGreaterThan(300);
      expect(texts[1]).toBe(texts[0]);
    },
  );
});
