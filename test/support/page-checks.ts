import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** The least that WCAG 2.2 wants a page to go with (1.4.10). */
export const NARROW = { width: 320, height: 640 };
export const SIZES = { desktop: DESKTOP, phone: PHONE } as const;
export const SCHEMES = ['light', 'dark'] as const;

export type SizeName = keyof typeof SIZES;
export type Scheme = (typeof SCHEMES)[number];

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Violations of WCAG 2.2 AA and best practices that axe finds; only those of colours when asked. */
export async function violationsOf(page: Page, onlyColours = false): Promise<readonly string[]> {
  const runOnly = onlyColours
    ? { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }
    : { type: 'tag', values: STANDARDS };
  const options = {
    runOnly,
    ...(onlyColours ? {} : { rules: { 'target-size': { enabled: true } } }),
    resultTypes: ['violations'],
    iframes: false,
  };
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** By how many pixels the page is wider than its window. */
export const overflowOf = (page: Page) =>
  page.evaluate<number>('Math.max(0, document.scrollingElement.scrollWidth - innerWidth)');

/** Sources of images that show nothing, after all have been asked for. */
export const brokenImagesOf = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    const settled = (image) =>
      image.complete || new Promise((done) => { image.onload = image.onerror = done; });
    await Promise.all(images.map(settled));
    return images.filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src);
  })()`);

/** All that is wrong with a page as it is seen now. */
export async function flawsOf(page: Page, onlyColours = false): Promise<readonly string[]> {
  const overflow = await overflowOf(page);
  const broken = await brokenImagesOf(page);
  const violations = await violationsOf(page, onlyColours);
  return [
    ...(overflow > 0 ? [`${overflow} pixels too wide`] : []),
    ...broken.map((src) => `no image: ${src}`),
    ...violations,
  ];
}

const FOLDER = 'docs/screenshots';
const KEPT_WIDTH = { desktop: 800, phone: 390 } as const;

/** Screenshots of a page that are kept for readers on GitHub. */
export interface Screenshot {
  readonly name: string;
  readonly views: readonly `${SizeName}-${Scheme}`[];
  /** CSS selector of what stands at the top, and how many pixels are to be seen above it. */
  readonly top?: string;
  readonly above?: number;
}

/** Keeps what is seen, small, when SCREENSHOTS=1 asks for it. */
export async function keepScreenshot(
  page: Page,
  screenshot: Screenshot | undefined,
  size: SizeName,
  scheme: Scheme,
): Promise<void> {
  const view = `${size}-${scheme}` as const;
  if (process.env.SCREENSHOTS !== '1' || !screenshot?.views.includes(view)) return;
  const { name, top = 'html', above = top === 'html' ? 0 : 16 } = screenshot;
  const place = `document.querySelector(${JSON.stringify(top)}).getBoundingClientRect().top`;
  await page.evaluate(`scrollTo(0, scrollY + ${place} - ${above})`);
  mkdirSync(FOLDER, { recursive: true });
  await sharp(await page.screenshot())
    .resize(KEPT_WIDTH[size])
    .webp({ quality: 76, effort: 6 })
    .toFile(join(FOLDER, `${name}-${view}.webp`));
}
