import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserSuite, browserTest, faultsOf, startBrowser } from '../support/browser.js';
import { type PostsOfWebApp, startPostsOfWebApp } from '../support/web-app-posts.js';
import { generateWebApp } from '../support/web-app.js';

/** A page of another origin, with a module of examples/web-app in the variable `webApp`. */
async function servePage(script: string): Promise<Server> {
  const page =
    '<!doctype html><title>Web app</title><link rel="icon" href="data:,"><script src="/app.js"></script>';
  const server = createServer(({ url }, response) => {
    const isScript = url === '/app.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

browserSuite('examples/web-app in a browser, at another origin', () => {
  let site: PostsOfWebApp;
  let browser: Browser;
  const servers: Server[] = [];
  const pages = new Map<string, Page>();
  const faults: (readonly string[])[] = [];
  const asked: { method: string; headers: IncomingMessage['headers'] }[] = [];

  beforeAll(async () => {
    site = await startPostsOfWebApp();
    site.service.app.getHttpServer().on('request', ({ method = '', headers }: IncomingMessage) => {
      asked.push({ method, headers });
    });
    browser = await startBrowser();
    const app = await generateWebApp();
    for (const module of ['apollo.ts', 'urql.ts']) {
      const server = await servePage(await app.script(module));
      servers.push(server);
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const page = await browser.newPage();
      faults.push(
        faultsOf(page, origin, (url) => url === site.graphqlUrl || url.startsWith(`${site.graphqlUrl}?`)),
      );
      await page.goto(origin);
      await page.evaluate(`client = webApp.createClient(${JSON.stringify(site.graphqlUrl)})`);
      pages.set(module, page);
    }
    app.remove();
  });
  afterAll(async () => {
    await browser.close();
    for (const server of servers) server.close();
    await site.service.stop();
  });

  const call = (module: string, name: string, ...parameters: string[]): Promise<unknown> => {
    const words = parameters.map((parameter) => `, ${JSON.stringify(parameter)}`).join('');
    const page = pages.get(module);
    if (!page) throw new Error(`There is no page with ${module}.`);
    return page.evaluate(`webApp.${name}(client${words})`);
  };

  browserTest.each(['apollo.ts', 'urql.ts'])('%s pages, opens and searches', async (module) => {
    const posts = (await call(module, 'allPosts')) as { id: number }[];
    expect(posts.map(({ id }) => id)).toEqual(site.ids);
    const opened = await call(module, 'postAt', site.bridge.formerUrl);
    expect(opened).toMatchObject({ id: site.bridge.id, title: 'The bridge is open' });
    const found = await call(module, 'postsWith', 'open bridge');
    expect(found).toEqual([expect.objectContaining({ id: site.bridge.id })]);
    expect(faults.flat()).toEqual([]);
  });

  browserTest('Apollo Client names itself after a preflight that allows it', () => {
    const preflight = asked.find(({ method }) => method === 'OPTIONS');
    expect(preflight?.headers['access-control-request-headers']).toContain('apollographql-client-name');
    expect(asked).toContainEqual({
      method: 'POST',
      headers: expect.objectContaining({
        'apollographql-client-name': 'web-app',
        'apollographql-client-version': '1.0.0',
      }),
    });
  });
});
