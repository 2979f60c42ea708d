import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PageModel, PostModel } from '../../src/pages/models/page-models.js';
import { PageTheme } from '../../src/pages/models/page-theme.js';
import { PlainTheme } from '../../src/pages/theme/plain-theme.js';
import { browserTest } from '../support/browser.js';
import { type Service, startService } from '../support/service.js';
import { XssBrowser, type XssReader } from '../support/xss-browser.js';
import { XSS_PAYLOADS } from '../support/xss-payloads.js';
import { type Fragment, type Target, XssSite } from '../support/xss-site.js';

const HOST = 'site.example';
const ORIGIN = `http://${HOST}`;
const FILLING_MS = 120_000;
const TIME_LIMIT_MS = 300_000;
/** A policy can only stop more: with it, every so many pages are opened once more. */
const EVERY = 5;
/**
 * Pages take minutes: all are opened where BROWSER_TESTS asks for it, as the
 * gate does, elsewhere one of so many.
 */
const SAMPLE = process.env.BROWSER_TESTS === '1' ? 1 : 8;
/** In the navigation of a page. */
const SHOWN_SECTIONS = 12;
const SETTINGS = { articles: { leadMedia: ['media', 'image', 'video'] } };

/** Forgets to escape. */
class LeakyTheme extends PlainTheme {
  override post(page: PageModel, post: PostModel): string {
    return super.post(page, post).replace('</h1>', () => `</h1>${post.headline}`);
  }
}

let service: Service;
let site: XssSite;
let browser: XssBrowser | undefined;
const others: Service[] = [];

beforeAll(async () => {
  service = await startService({
    environment: { PUBLIC_BASE_URL: ORIGIN },
    settings: SETTINGS,
    extension: {},
  });
  site = new XssSite(service, ORIGIN);
  await site.fill();
}, FILLING_MS);
afterAll(async () => {
  await browser?.stop();
  await Promise.all(others.map((other) => other.stop()));
  await service.stop();
});

/** Readers of one host whom no policy protects, and others. */
async function readersOf(host: string): Promise<{ open: XssReader; guarded: XssReader }> {
  browser ??= await XssBrowser.start();
  if (host === HOST) browser.serve(HOST, service);
  const open = await browser.reader(host, { hasPolicy: false });
  return { open, guarded: await browser.reader(host, { hasPolicy: true }) };
}

/** Another service on the same database. */
async function serveAs(host: string, options: Parameters<typeof startService>[0]): Promise<void> {
  const environment = { PUBLIC_BASE_URL: `http://${host}` };
  const other = await startService({ extension: {}, ...options, database: service.database, environment });
  others.push(other);
  browser ??= await XssBrowser.start();
  browser.serve(host, other);
}

async function faultsOf(targets: readonly Target[]): Promise<readonly string[]> {
  const { open, guarded } = await readersOf(HOST);
  const opened = targets.filter((_, index) => index % SAMPLE === 0);
  const again = opened.filter((_, index) => index % EVERY === 0);
  const faults = await Promise.all([open.look(opened), guarded.look(again)]);
  await Promise.all([open.close(), guarded.close()]);
  return faults.flat();
}

const movedTo = (host: string, targets: readonly Target[]) =>
  targets.map(({ url, ...target }) => ({ ...target, url: url.replace(HOST, host) }));

/** HTML and AMP HTML of all posts. */
async function graphqlFragments(): Promise<Fragment[]> {
  const query = `query ($tags: [String]) {
    posts(filters: { includedTags: $tags }, slice: { limit: 30 }) {
      content { tree { ... on MediaContentNode { html amp: html(device: AMP) } } }
    }
  }`;
  const fragments: Fragment[] = [];
  for (const { name } of site.groups) {
    const { body } = await service.post('/core/graphql', { query, variables: { tags: [name] } }).expect(200);
    const posts = body.data.posts as { content: { tree: Record<string, string | null>[] } }[];
    for (const node of posts.flatMap(({ content }) => content.tree))
      for (const html of Object.values(node)) if (html) fragments.push({ html, name: `GraphQL, ${name}` });
  }
  return fragments;
}

describe('The test itself', () => {
  const SHOWN: readonly (readonly [html: string, fault: RegExp])[] = [
    ['<script>alert(1)</script>', /^ran: alert/m],
    ['<img src=x onerror=alert(1)>', /^ran: alert/m],
    ['<a href="javascript:alert(1)">x</a>', /^ran: alert/m],
    ['<details ontoggle=print()>x</details>', /^ran: print/m],
    ['<p onanimationend=confirm()>x', /^ran: confirm/m],
    ['<form><button formaction="javascript:alert(1)">x</button></form>', /^ran: alert/m],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', /^ran: alert/m],
    ['<script src=//evil.example/x.js></script>', /^asked for a script: http:\/\/evil/m],
    ['<link rel=stylesheet href=//evil.example/x.css>', /^asked for a stylesheet/m],
    ['<meta http-equiv=refresh content="0;url=/elsewhere">', /^asked for a document: .*elsewhere/m],
    ['<iframe sandbox src="https://evil.example/"></iframe>', /^asked for a document: https:\/\/evil/m],
    ['<script>fetch("/elsewhere")</script>', /^asked for a fetch/m],
    ['<p ontouchstart=x>', /the attribute ontouchstart/],
    ['<a href=" vb\nscript:x">x</a>', /an address with vbscript:/],
    ['<img srcset="x 1x, data:text/html,x 2x">', /an address with data:/],
    ['<svg><desc>x</desc></svg>', /an element that has no place here: <desc/],
    ['<base href=/x/>', /an element that has no place here: <base/],
    ['<object data=x></object>', /an element that has no place here: <object/],
    ['<img name=body>', /a name that stands before/],
    ['<p style="background:url(x)">x', /a style that reaches out/],
    ['<p>x<style>p{}</style>', /a style sheet/],
    ['<p>x<meta name=a>', /a meta element/],
    ['<script type=application/ld+json>{"a":</script>', /JSON-LD cannot be read/],
    ['<iframe src="https://www.youtube.com/embed/x"></iframe>', /a frame without walls/],
    ['<textarea>', /the footer is not where it should be/],
    ['<p>x</p>', /^$/],
    // The last one: nobody is there to go on.
    ['<script>top.location = "/elsewhere"</script>', /^asked for a document/m],
  ];

  browserTest('sees whatever runs, and nothing in a page in which nothing does', async () => {
    const host = 'museum.example';
    const page = (html: string) => `<!doctype html><title>x</title>${html}<footer class=p-footer></footer>`;
    const headers = { 'Content-Type': 'text/html', 'Content-Security-Policy': "default-src 'none';" };
    browser ??= await XssBrowser.start();
    browser.handle(host, ({ url = '' }, response) => {
      response.writeHead(200, headers).end(page(SHOWN[Number(url.slice(1))]?.[0] ?? ''));
    });
    const reader = await browser.reader(host, { hasPolicy: false });
    for (const [index, [html, fault]] of SHOWN.entries()) {
      const found = await reader.look([{ url: `http://${host}/${index}`, name: 'x' }]);
      expect({ html, found: found.join('\n') }).toEqual({ html, found: expect.stringMatching(fault) });
    }
    await reader.close();
  });

  browserTest(
    'sees what a leaky theme lets through, and that the policy stops it',
    async () => {
      await serveAs('leaky.example', {
        settings: SETTINGS,
        extension: { adapters: [{ provide: PageTheme, useClass: LeakyTheme }] },
      });
      const { open, guarded } = await readersOf('leaky.example');
      const posts = movedTo('leaky.example', site.posts.slice(0, 100));
      const [bare, stopped] = [await open.look(posts), await guarded.look(posts)];
      const of = (faults: readonly string[], kind: RegExp) =>
        new Set(faults.filter((fault) => kind.test(fault)).map((fault) => fault.replace(/^.* in /, '')));
      expect(of(bare, /^ran: /).size).toBeGreaterThan(20);
      expect(of(stopped, /^stopped by script/).size).toBeGreaterThan(20);
      expect(of(stopped, /^ran: /)).toEqual(new Set());
      await Promise.all([open.close(), guarded.close()]);
    },
    TIME_LIMIT_MS,
  );
});

describe('Payloads', () => {
  test('are in every field that takes a text', () => {
    expect(new Set(XSS_PAYLOADS).size).toBeGreaterThanOrEqual(200);
    const none = [...site.fields].filter(([, { sent, refused }]) => sent === refused).map(([name]) => name);
    expect(none.sort()).toEqual(['author: name', 'section: url']);
    const some = [...site.fields].filter(([, { refused }]) => refused > 0).map(([name]) => name);
    expect(some.sort()).toEqual([
      ...['author: name', 'image post: page_list', 'image: file', 'image: link_url'],
      ...['media post: image_external', 'media post: page_list', 'section: url', 'section: url_header_image'],
      ...['video post: page_list', 'video post: video'],
    ]);
    for (const pages of [site.posts, site.ampPosts])
      expect(new Set(pages.map(({ url }) => url)).size).toBe(3 * XSS_PAYLOADS.length);
  });

  for (const kind of ['posts', 'ampPosts', 'sections', 'authors', 'tags'] as const)
    browserTest(
      `run on no page of ${kind}`,
      async () => {
        expect(await faultsOf(site[kind])).toEqual([]);
      },
      TIME_LIMIT_MS,
    );

  browserTest(
    'run on no page that lists posts, and in no navigation',
    async () => {
      const { open } = await readersOf(HOST);
      for (let at = 0; at * SHOWN_SECTIONS < site.sectionIds.length; at++) {
        const shown = site.sectionIds.slice(at * SHOWN_SECTIONS, (at + 1) * SHOWN_SECTIONS);
        for (const id of shown) await service.put(`/api/1.3/sections/${id}`, { order: -1 - at }).expect(200);
        expect(await open.look([{ url: `${ORIGIN}/?page=${at + 1}`, name: `home ${at + 1}` }])).toEqual([]);
      }
      await open.close();
      expect(await faultsOf(site.groups)).toEqual([]);
    },
    TIME_LIMIT_MS,
  );

  browserTest(
    'run in no feed, neither in Chromium nor in a reader who takes what it says for HTML',
    async () => {
      const { open } = await readersOf(HOST);
      for (const { url } of site.groups.filter((_, index) => index % SAMPLE === 0)) {
        expect(await open.visit([`${url}/feed.xml`, `${url}/feed.json`])).toEqual([]);
        const { faults, html } = await open.readXml(`${url}/feed.xml`);
        const { body } = await service.as(null).get(`${new URL(url).pathname}/feed.json`);
        const contents = (body.items as { content_html?: string }[]).flatMap(
          ({ content_html: content }) => content ?? [],
        );
        expect(faults).toEqual([]);
        expect(contents.length).toBeGreaterThan(5);
        expect(html.length).toBeGreaterThan(contents.length);
        expect(await open.show([...html, ...contents].map((text) => ({ html: text, name: url })))).toEqual(
          [],
        );
      }
      await open.close();
    },
    TIME_LIMIT_MS,
  );

  browserTest(
    'run in no sitemap',
    async () => {
      const { open } = await readersOf(HOST);
      const index = await open.readXml(`${ORIGIN}/sitemap.xml`);
      expect(index.faults).toEqual([]);
      expect(index.locations.length).toBeGreaterThanOrEqual(5);
      for (const url of index.locations) expect((await open.readXml(url)).faults).toEqual([]);
      expect(await open.visit([`${ORIGIN}/sitemap.xml`, ...index.locations])).toEqual([]);
      await open.close();
    },
    TIME_LIMIT_MS,
  );

  browserTest(
    'run in no HTML that the APIs answer with',
    async () => {
      const { open } = await readersOf(HOST);
      const all = [...site.fragments, ...(await graphqlFragments())];
      const fragments = [...new Map(all.map((fragment) => [fragment.html, fragment])).values()];
      expect(fragments.length).toBeGreaterThan(5 * XSS_PAYLOADS.length);
      for (let at = 0; at < fragments.length; at += 500)
        expect(await open.show(fragments.slice(at, at + 500))).toEqual([]);
      await open.close();
    },
    TIME_LIMIT_MS,
  );

  browserTest(
    'run nowhere as the name and the description of the site',
    async () => {
      const texts = XSS_PAYLOADS.join(' ');
      const settings = { ...SETTINGS, site: { name: texts, description: texts } };
      await serveAs('named.example', { settings });
      const { open, guarded } = await readersOf('named.example');
      const first = [site.posts, site.ampPosts, site.sections, site.authors, site.groups].map(([one]) => one);
      const targets = [
        ...movedTo('named.example', first as Target[]),
        { url: 'http://named.example/', name: 'home' },
        { url: 'http://named.example/nothing/here', name: 'nothing', status: 404 },
      ];
      for (const reader of [open, guarded]) {
        expect(await reader.look(targets)).toEqual([]);
        const feed = await reader.readXml('http://named.example/feed.xml');
        expect([feed.faults, await reader.show(feed.html.map((html) => ({ html, name: 'feed' })))]).toEqual([
          [],
          [],
        ]);
        await reader.close();
      }
    },
    TIME_LIMIT_MS,
  );

  test(
    'are not said again by pages that there are not',
    async () => {
      const anybody = service.as(null);
      const { text: nothing } = await anybody.get('/nothing/here').expect(404);
      for (const payload of XSS_PAYLOADS) {
        const path = encodeURIComponent(`nothing ${payload}`);
        for (const page of [`/${path}`, `/u/${path}/`, `/?page=${path}`])
          expect((await anybody.get(page).expect(404)).text).toBe(nothing);
        for (const file of [`/tag/${path}/feed.xml`, `/u/${path}/feed.json`, `/res/sitemaps/${path}`]) {
          const { headers } = await anybody.get(file).expect(404);
          expect(headers).toMatchObject({
            'content-type': expect.stringMatching(/^application\/problem\+json/),
            'x-content-type-options': 'nosniff',
          });
        }
      }
    },
    TIME_LIMIT_MS,
  );
});
