import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { browserSuite, browserTest } from '../support/browser.js';
import { NEWSPAPER, type Newspaper, printNewspaper } from '../support/newspaper.js';
import { type SizeName, SIZES } from '../support/page-checks.js';
import { eventually } from '../support/eventually.js';
import { PICTURES_URL, type Site, SITE_URL, startSite } from '../support/site.js';

const MAX_BYTES = 100_000;
const MIN_WORDS = 1200;

/**
 * Shifts of elements and texts of the page. Chromium also reports moves inside its own parts of an element,
 * such as the alternative text of an image on its way, as shifts without a node.
 */
const WATCH_SHIFTS = `
  globalThis.shifts = [];
  const shift = ({ node, previousRect, currentRect }) => ({
    node: (node.outerHTML ?? node.data).slice(0, 200),
    from: JSON.stringify(previousRect),
    to: JSON.stringify(currentRect),
  });
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) shifts.push(...sources.filter(({ node }) => node).map(shift));
  }).observe({ type: 'layout-shift' });`;
/** After the next frame has been painted. */
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

browserSuite('What the page of a long post costs', () => {
  let site: Site;
  let paths: Newspaper;
  beforeAll(async () => {
    site = await startSite(NEWSPAPER);
    paths = await printNewspaper(site.service);
  });
  afterAll(() => site.stop());

  browserTest('less than 100 KB without images, and no script', async () => {
    const reader = await site.reader();
    const loads = new Map<string, { url: string; type: string; bytes: number }>();
    const { page, faults } = await reader.open(paths.get('long post') ?? '', {
      async prepare(target) {
        const network = await reader.context.newCDPSession(target);
        network.on('Network.responseReceived', ({ requestId, type, response }) =>
          loads.set(requestId, { url: response.url, type, bytes: 0 }),
        );
        network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
          const load = loads.get(requestId);
          if (load) load.bytes = encodedDataLength;
        });
        await network.send('Network.enable');
      },
    });
    const own = [...loads.values()].filter(({ url }) => url.startsWith(SITE_URL));
    const texts = own.filter(({ type }) => type !== 'Image');
    expect(new Set(texts.map(({ type }) => type))).toEqual(new Set(['Document', 'Stylesheet']));
    expect(texts.every(({ bytes }) => bytes > 1000)).toBe(true);
    const bytes = texts.reduce((sum, load) => sum + load.bytes, 0);
    expect(bytes).toBeLessThan(MAX_BYTES);
    expect(own.length).toBeGreaterThan(texts.length);
    expect(await wordsOf(page)).toBeGreaterThan(MIN_WORDS);
    expect(await page.locator('script:not([type="application/ld+json"])').count()).toBe(0);
    expect(await page.evaluate(HANDLERS)).toEqual([]);
    expect(faults).toEqual([]);
    await reader.context.close();
  });

  browserTest.each(
    (Object.keys(SIZES) as SizeName[]).flatMap((size) =>
      ['long post', 'post with an image of elsewhere', 'home', 'section'].map(
        (name) => [name, size] as const,
      ),
    ),
  )('moves nothing when slow images come: %s, %s', async (name, size) => {
    const reader = await site.reader({ viewport: SIZES[size] });
    const held: Route[] = [];
    const hold = (route: Route) => void held.push(route);
    for (const images of [`${SITE_URL}/res/images/**`, `${PICTURES_URL}/**`])
      await reader.context.route(images, hold);
    const { page } = await reader.open(paths.get(name) ?? '', { waitUntil: 'domcontentloaded' });
    await page.evaluate(WATCH_SHIFTS);
    await page.evaluate(PAINTED);
    const images = await page.evaluate<number>('document.querySelectorAll("main img").length');
    expect(images).toBeGreaterThan(0);
    for (let index = 0; index < images; index++) {
      const image = `document.querySelectorAll("main img")[${index}]`;
      await page.evaluate(`${image}.scrollIntoView()`);
      await page.evaluate(PAINTED);
      const isThere = async () => {
        for (const route of held.splice(0)) await route.fallback();
        return page.evaluate<boolean>(`${image}.complete && ${image}.naturalWidth > 0`);
      };
      expect(await eventually(isThere, true)).toBe(true);
      await page.evaluate(PAINTED);
    }
    expect(await page.evaluate('shifts')).toEqual([]);
    await reader.context.close();
  });

  browserTest.each([
    ['home', 'desktop'],
    ['section', 'phone'],
    ['long post', 'phone'],
  ] as const)('moves nothing while the page arrives in pieces: %s, %s', async (name, size) => {
    const reader = await site.reader({ viewport: SIZES[size] });
    const { page, response } = await reader.open(paths.get(name) ?? '');
    // As high as the page, so that all of it is watched.
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ ...SIZES[size], height });
    const pieces = (await response.text()).split(PIECES);
    expect(pieces.length).toBeGreaterThan(MIN_PIECES);
    expect(await page.evaluate(`(${ARRIVING})(${JSON.stringify(pieces)})`)).toEqual([]);
    await reader.context.close();
  });
});

/** Cuts between the header and the footer, after each of these elements. */
const PIECES = /(?<=<main[^>]*>[^]*<\/(?:article|div|figure|header)>)(?=[^]*<\/main>)/;
const MIN_PIECES = 10;
/** Writes a page anew, piece by piece, and tells what moved. */
const ARRIVING = `async ([head, ...pieces]) => {
  document.open();
  document.write(head);
  await new Promise((done) => document.querySelector('link[rel="stylesheet"]').addEventListener('load', done));
  ${WATCH_SHIFTS}
  for (const piece of pieces) {
    document.write(piece);
    await ${PAINTED};
  }
  document.close();
  return globalThis.shifts;
}`;
const HANDLERS = `[...document.querySelectorAll('*')]
  .flatMap(({ attributes }) => [...attributes].map(({ name }) => name))
  .filter((name) => name.startsWith('on'))`;

const wordsOf = async (page: Page) =>
  (await page.locator('.p-post > .p-prose').innerText()).split(/\s+/).length;
