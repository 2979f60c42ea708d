import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Response, Route } from 'playwright-core';
import { faultsOf, startBrowser } from './browser.js';
import { paint } from '../../src/cli/demo/paintings.js';
import { type Service, startService } from './service.js';

const HOST = 'site.example';
export const SITE_URL = `http://${HOST}`;
/** Has a picture at every path. */
export const PICTURES_URL = 'https://pictures.example';

/**
 * Hosts of the frames in the pages of the tests, and of what AMP pages load. None is asked: the test answers.
 */
const PLAYERS = ['https://www.youtube-nocookie.com', 'https://www.youtube.com', 'https://player.vimeo.com'];
const AMP_URL = 'https://cdn.ampproject.org';
/** For what hangs. */
const TIMEOUT_MS = 90_000;

const PLAYER =
  '<!doctype html><html lang="en"><title>Player</title><body style="margin:0;height:100vh;background:linear-gradient(#31465c,#10161d);display:grid;place-items:center"><svg width="96" height="68" role="img" aria-label="Play"><rect width="96" height="68" rx="16" fill="#c4302b"/><path d="M38 20v28l26-14z" fill="#fff"/></svg>';

/**
 * Stub of the AMP runtime, as far as the theme uses it: it shows the page, and puts images where they belong.
 */
const AMP_RUNTIME = `
for (const style of document.querySelectorAll('style[amp-boilerplate]')) style.remove();
const fill = () => {
  for (const place of document.querySelectorAll('amp-img, amp-iframe')) {
    const given = (name) => place.getAttribute(name);
    const inside = document.createElement(place.localName.slice('amp-'.length));
    for (const name of ['src', 'srcset', 'sizes', 'alt', 'title', 'sandbox'])
      if (given(name) !== null) inside.setAttribute(name, given(name));
    inside.style.cssText = 'display:block;width:100%;height:100%;border:0;object-fit:inherit';
    place.style.display = given('layout') === 'fixed' ? 'inline-block' : 'block';
    if (given('layout') === 'responsive') place.style.aspectRatio = given('width') + '/' + given('height');
    place.replaceChildren(inside);
  }
};
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', fill);
else fill();`;

export interface Opened {
  readonly page: Page;
  readonly response: Response;
  /** Errors on the console, exceptions, and requests to hosts that the pages have no business with. */
  readonly faults: readonly string[];
}

/** The service under its public address, and a browser that reaches nothing else. */
export interface Site {
  readonly service: Service;
  /** A reader with a browser set up so. */
  reader(options?: BrowserContextOptions): Promise<Reader>;
  stop(): Promise<void>;
}

export interface Reader {
  readonly context: BrowserContext;
  open(path: string, how?: Opening): Promise<Opened>;
}

interface Opening {
  readonly waitUntil?: 'domcontentloaded' | 'load';
  /** Runs before anything is asked for. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export async function startSite(settings: object): Promise<Site> {
  const service = await startService({ settings, environment: { PUBLIC_BASE_URL: SITE_URL } });
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  const rules = `MAP ${HOST}:80 127.0.0.1:${port}, MAP * ~NOTFOUND`;
  const { file } = await paint('storm');
  let browser: Browser | undefined;
  return {
    service,
    async reader(options = {}) {
      browser ??= await startBrowser(
        `--host-resolver-rules=${rules}`,
        // Messages about plain HTTP are not about the pages.
        `--unsafely-treat-insecure-origin-as-secure=${SITE_URL}`,
      );
      const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
      context.setDefaultTimeout(TIMEOUT_MS);
      await context.route(
        ({ origin }) => origin !== SITE_URL,
        (route) => answer(route, file),
      );
      return { context, open: (path, how) => open(context, path, how) };
    },
    async stop() {
      await browser?.close();
      await service.stop();
    },
  };
}

async function open(
  context: BrowserContext,
  path: string,
  { waitUntil = 'load', prepare }: Opening = {},
): Promise<Opened> {
  const page = await context.newPage();
  const faults = faultsOf(page, SITE_URL, (url) => isForeign(url, path));
  await prepare?.(page);
  const response = await page.goto(`${SITE_URL}${path}`, { waitUntil });
  if (!response) throw new Error(`There is no answer for ${path}.`);
  return { page, response, faults };
}

function isForeign(url: string, path: string): boolean {
  const { origin } = new URL(url);
  return (
    PLAYERS.includes(origin) || origin === PICTURES_URL || (origin === AMP_URL && path.startsWith('/amp/'))
  );
}

async function answer(route: Route, picture: Buffer): Promise<void> {
  const { origin, pathname } = new URL(route.request().url());
  if (PLAYERS.includes(origin)) await route.fulfill({ contentType: 'text/html', body: PLAYER });
  else if (origin === PICTURES_URL) await route.fulfill({ contentType: 'image/jpeg', body: picture });
  else if (origin === AMP_URL)
    await route.fulfill({
      contentType: 'text/javascript',
      body: pathname === '/v0.js' ? AMP_RUNTIME : '',
      headers: { 'access-control-allow-origin': '*' },
    });
  else await route.abort();
}
