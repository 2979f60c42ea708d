import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page, Request, Response } from 'playwright-core';
import { startBrowser } from './browser.js';
import type { Service } from './service.js';
import type { Fragment, Target } from './xss-site.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** XML of a feed or a sitemap as Chromium reads it. */
export interface ReadXml {
  readonly faults: readonly string[];
  readonly locations: readonly string[];
  readonly html: readonly string[];
}

const DESK = '/xss-desk';
const INSPECTION = readFileSync(new URL('./xss-inspection.mjs', import.meta.url), 'utf8');
const DESK_PAGE = `<!doctype html><title>Desk</title><link rel="icon" href="data:,"><script type="module">${INSPECTION}</script>`;
const AMP_SCRIPT = /^https:\/\/cdn\.ampproject\.org\/v0(?:\/amp-(?:audio|iframe|video)-0\.1)?\.js$/;
/** Hosts of payloads. */
const EVIL = /^[a-z]+:\/\/[^/]*evil/;
/** The same for all pages: no scripts at all, or those of AMP. */
const POLICY = /^default-src 'none';(?!.*script-src(?! https:\/\/cdn\.ampproject\.org(?:;|$)))/;
/** Frames of sites that may be embedded, thousands of them, get no process of their own. */
const ONE_PROCESS = ['--disable-site-isolation-trials', '--process-per-site', '--renderer-process-limit=1'];
/** Payloads call these. What a policy had to stop should not have been there. */
const CANARY = `{
  const report = globalThis.xssReport;
  const tell = (what) => report(what + ' in ' + location.href);
  for (const name of ['alert', 'confirm', 'prompt', 'print'])
    Object.defineProperty(globalThis, name, { value: () => void tell('ran: ' + name) });
  addEventListener('securitypolicyviolation', ({ effectiveDirective: directive, sample, blockedURI }) => {
    if (/^script|^base|^form/.test(directive)) tell('stopped by ' + directive + ': ' + blockedURI + ' ' + sample);
  });
}`;

/**
 * Chromium for which the hosts of the test are all there is. A proxy in this process hands what it asks for
 * to the services themselves, without pictures: that these cannot be loaded runs more handlers.
 */
export class XssBrowser {
  private readonly hosts = new Map<string, Handler>();

  private constructor(
    private readonly browser: Browser,
    private readonly proxy: Server,
  ) {
    proxy.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.answer(request, response);
    });
    // Requests over https go to other sites.
    proxy.on('connect', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  }

  static async start(): Promise<XssBrowser> {
    const proxy = createServer();
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    return new XssBrowser(await startBrowser(...ONE_PROCESS), proxy);
  }

  serve(host: string, { app }: Pick<Service, 'app'>): void {
    const server = app.getHttpServer();
    this.handle(host, (request, response) => server.emit('request', request, response));
  }

  handle(host: string, handler: Handler): void {
    this.hosts.set(host, handler);
  }

  /**
   * @param hasPolicy whether the Content-Security-Policy of pages counts, or what they escape is all there is
   */
  async reader(host: string, { hasPolicy }: { readonly hasPolicy: boolean }): Promise<XssReader> {
    const { port } = this.proxy.address() as AddressInfo;
    const server = `http://127.0.0.1:${port}`;
    const context = await this.browser.newContext({ bypassCSP: !hasPolicy, proxy: { server } });
    return XssReader.open(context, `http://${host}`);
  }

  async stop(): Promise<void> {
    await this.browser.close();
    this.proxy.closeAllConnections();
    this.proxy.close();
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = URL.parse(request.url ?? '');
    const handler = this.hosts.get(url?.host ?? '');
    if (!url || !handler || request.headers.accept?.startsWith('image/')) {
      response.writeHead(404, { 'Cache-Control': 'max-age=600' }).end();
      return;
    }
    if (url.pathname === DESK) {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(DESK_PAGE);
      return;
    }
    request.url = url.pathname + url.search;
    handler(request, response);
  }
}

/** Somebody who opens pages and feeds of one host, and writes down whatever runs. */
export class XssReader {
  private readonly faults: string[] = [];
  /** URLs that may be opened now, and the statuses of their responses. */
  private expected = new Map<string, number>();

  private constructor(
    private readonly context: BrowserContext,
    private readonly desk: Page,
    private readonly origin: string,
  ) {}

  static async open(context: BrowserContext, origin: string): Promise<XssReader> {
    const reader = new XssReader(context, await context.newPage(), origin);
    await context.exposeBinding('xssReport', (_source, what: string) => reader.faults.push(what));
    await context.addInitScript({ content: CANARY });
    context.on('page', (page) => reader.faults.push(`opened a window: ${page.url()}`));
    reader.watch(reader.desk);
    await reader.desk.goto(`${origin}${DESK}`);
    return reader;
  }

  /** All faults of pages, which are opened in frames: each with its own headers. */
  look(targets: readonly Target[]): Promise<readonly string[]> {
    return this.faultsIn('pages', targets, targets);
  }

  /** All faults of HTML that is put into a page without a policy. */
  show(fragments: readonly Fragment[]): Promise<readonly string[]> {
    return this.faultsIn('fragments', fragments, []);
  }

  async readXml(url: string): Promise<ReadXml> {
    this.expected = new Map([[url, 200]]);
    const read = await this.desk.evaluate<ReadXml>(`xss.xml(${JSON.stringify(url)})`);
    return { ...read, faults: [...this.faults.splice(0), ...read.faults] };
  }

  /** All faults of what is opened in the window itself, whatever its type. */
  async visit(urls: readonly string[]): Promise<readonly string[]> {
    const page = await this.context.newPage();
    this.faults.splice(0);
    this.watch(page);
    const faults: string[] = [];
    for (const url of urls) {
      this.expected = new Map([[url, 200]]);
      await page.goto(url);
      faults.push(...this.faults.splice(0));
    }
    await page.close();
    return faults;
  }

  close(): Promise<void> {
    return this.context.close();
  }

  private async faultsIn(look: 'pages' | 'fragments', given: readonly object[], targets: readonly Target[]) {
    this.expected = new Map(targets.map(({ url, status = 200 }) => [new URL(url).href, status]));
    const found = await this.desk
      .evaluate<string[]>(`xss.${look}(${JSON.stringify(given)})`)
      .catch((error: unknown) => [`the window was led away: ${String(error)}`]);
    return [...this.faults.splice(0), ...found];
  }

  private watch(page: Page): void {
    page.on('dialog', (dialog) => {
      this.faults.push(`ran: a dialog in ${page.url()}`);
      void dialog.dismiss();
    });
    page.on('response', (answer) => {
      this.judge(answer, page === this.desk && answer.request().resourceType() === 'document');
    });
    page.on('request', (request) => {
      if (!this.isHarmless(request, page))
        this.faults.push(`asked for a ${request.resourceType()}: ${request.url()}`);
    });
  }

  /** @param isPage whether it is one of those that have a policy of their own */
  private judge(answer: Response, isPage: boolean): void {
    const status = this.expected.get(answer.url());
    if (status === undefined) return;
    if (answer.status() !== status) this.faults.push(`${answer.url()} is answered with ${answer.status()}`);
    const policy = answer.headers()['content-security-policy'] ?? '';
    if (isPage && !POLICY.test(policy)) this.faults.push(`${answer.url()} has the policy "${policy}"`);
  }

  private isHarmless(request: Request, page: Page): boolean {
    const url = request.url();
    switch (request.resourceType()) {
      case 'image':
      case 'media':
      case 'texttrack':
        return true;
      case 'other':
        return !EVIL.test(url);
      case 'stylesheet':
        return url.startsWith(`${this.origin}/res/theme/`);
      case 'script':
        return AMP_SCRIPT.test(url);
      case 'document':
        return this.isExpected(request, page);
      default:
        return this.expected.has(firstOf(request).url());
    }
  }

  /** The desk and what is looked at, and in that frames of sites that may be embedded. */
  private isExpected(request: Request, page: Page): boolean {
    const url = request.url();
    if (url === `${this.origin}${DESK}` || this.expected.has(url)) return true;
    const around = request.frame().parentFrame();
    const isEmbed = around !== null && around !== page.mainFrame();
    return isEmbed && url.startsWith('https://') && !EVIL.test(url);
  }
}

/** The request before the redirects that led to this one. */
function firstOf(request: Request): Request {
  const from = request.redirectedFrom();
  return from ? firstOf(from) : request;
}
