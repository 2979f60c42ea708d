import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OriginServer } from '../support/origin-server.js';
import { type Service, startService } from '../support/service.js';

let origin: OriginServer;
let service: Service;
beforeAll(async () => {
  origin = await OriginServer.start();
  service = await startService({ environment: { OUTBOUND_ALLOW: origin.host } });
});
afterAll(async () => {
  await service.stop();
  await origin.stop();
});

const scrape = (path: string) => service.get(`/api/1.3/scraper?url=${encodeURIComponent(origin.url(path))}`);

test.each([
  ['<script src="a.js"/><title>The ferry is late</title>', 'The ferry is late'],
  [
    "<script src='a.js' data-a='1>2' /><link rel='x' href='y'/><title>The ferry is late</title>",
    'The ferry is late',
  ],
  ['<title/><meta name="description" content="Desc"/>', 'The ferry is late'],
])('elements of XHTML that end where they begin have no content: %s', async (head, title) => {
  const page = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>${head}</head>
    <body><div/><h1>The ferry is late¶</h1><p>Text of the article, which goes on.<br/>It ends here.</p></body></html>`;
  origin.serve('/page.xhtml', page, 'application/xhtml+xml; charset=utf-8');
  const { body } = await scrape('/page.xhtml').expect(200);
  expect(body).toMatchObject({ title, headline: expect.stringContaining('The ferry') });
  expect(JSON.stringify(body)).not.toMatch(/&lt;|<meta|¶/);
});
