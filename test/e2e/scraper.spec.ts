import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ScrapedPageResponse } from '../../src/modules/scraper/http/scraper.dto.js';
import { OriginServer } from '../support/origin-server.js';
import { type Service, startService } from '../support/service.js';

const SCRAPER = '/api/1.3/scraper';
const KEYS = [
  'title',
  'headline',
  'description',
  'body',
  'url',
  'favicon',
  'parser',
  'type',
  'cacheable',
  'extra',
  'tags',
  'images',
  'videos',
  'embed',
];
const PARAGRAPH = `<p>${'The harbour was quiet that morning, and the boats lay still, waiting. '.repeat(8)}</p>`;

let origin: OriginServer;
let service: Service;
beforeAll(async () => {
  origin = await OriginServer.start();
  service = await startService({
    environment: { OUTBOUND_ALLOW: origin.host },
    settings: { scraper: { requestsPerMinute: 200 } },
  });
});
afterAll(async () => {
  await service.stop();
  await origin.stop();
});

const ask = (url: string) => service.get(`${SCRAPER}?url=${encodeURIComponent(url)}`);
const scrape = async (path: string): Promise<ScrapedPageResponse> =>
  (await ask(origin.url(path)).expect(200)).body;

const ARTICLE = `<!doctype html><html lang="en-GB"><head>
  <title>A harbour of words | The Daily Example</title>
  <meta name="description" content="From the meta tag.">
  <meta property="og:title" content="A harbour of words">
  <meta property="og:description" content="From Open Graph &amp;amp; more.">
  <meta property="og:site_name" content="The Daily Example">
  <meta property="og:image" content="/large.jpg"><meta property="og:image:width" content="1200">
  <meta property="og:image:height" content="630">
  <meta property="article:published_time" content="2026-11-20T08:00:00Z">
  <meta name="author" content="By Paul Berry"><meta property="article:tag" content="Sea">
  <link rel="canonical" href="/canonical"><link rel="icon" sizes="64x64" href="/icon.png">
  <script>document.title = 'changed'; fetch('/leak');</script>
  <link rel="stylesheet" href="/leak.css"></head>
  <body><img src="/pixel.gif" width="1" height="1"><article><h1>A harbour of words</h1>
  ${PARAGRAPH.repeat(4)}<img src="/inside.jpg" width="800" height="600"><script>alert(1)</script>
  <p onclick="alert(1)">Last words that are long enough to be kept, with <a href="javascript:alert(1)">a link</a>.</p>
  </article></body></html>`;

describe('A page', () => {
  test('is told with all keys', async () => {
    origin.serve('/article', ARTICLE);
    const page = await scrape('/article');
    expect(Object.keys(page).sort()).toEqual([...KEYS].sort());
    expect(page).toMatchObject({
      headline: 'A harbour of words',
      description: 'From Open Graph & more.',
      url: origin.url('/canonical'),
      favicon: origin.url('/icon.png'),
      type: 'article',
      cacheable: true,
      tags: ['Sea'],
      embed: { shortcode: '', media_html: '', shortcode_id: '', shortcode_adapter: '' },
      videos: [],
    });
    expect(page.title).toMatch(/^A harbour of words/);
    expect(page.extra).toMatchObject({ byline: 'Paul Berry', site_name: 'The Daily Example', lang: 'en-GB' });
    expect(Date.parse(String(page.extra.published_time))).toBe(Date.parse('2026-11-20T08:00:00Z'));
    expect(page.images[0]).toEqual({
      url: origin.url('/large.jpg'),
      width: 1200,
      height: 630,
      type: 'jpg',
      weight: expect.any(Number),
    });
    expect(page.body).toContain('The harbour was quiet');
    expect(page.body).not.toMatch(/<script|onclick|javascript:/);
    expect(origin.asked.filter((path) => path.startsWith('/leak'))).toEqual([]);
  });

  test('is told with its own title, its author and its formulas', async () => {
    const formula =
      '<math><mi>E</mi><mo>=</mo><msup><mi>c</mi><mn>2</mn></msup><annotation>E</annotation></math>';
    const item = {
      '@type': 'Article',
      headline: 'What light is',
      author: { '@type': 'Organization', name: 'Us' },
    };
    origin.serve(
      '/2024/03/15/light',
      `<title>Light and c&sup2;</title><script type="application/ld+json">${JSON.stringify(item)}</script><article>
       <h1>Light and c<sup>2</sup></h1><p class="byline">By Ada Berry | Staff Writer | 5 min read</p>
       <p>So ${formula}, or \\(E=c^2\\).</p>${PARAGRAPH.repeat(4)}</article>`,
    );
    const page = await scrape('/2024/03/15/light');
    expect(page).toMatchObject({ title: 'Light and c²', headline: 'What light is' });
    expect(page.extra).toMatchObject({ byline: 'Ada Berry', published_time: '2024-03-15' });
    expect(page.body).toContain('So E=c<sup>2</sup>, or \\(E=c^2\\).');
  });

  test('of nothing at all has every key all the same', async () => {
    origin.serve('/empty', '');
    const page = await scrape('/empty');
    expect(Object.keys(page).sort()).toEqual([...KEYS].sort());
    expect(page).toMatchObject({
      title: '',
      description: '',
      body: '',
      url: origin.url('/empty'),
      images: [],
    });
  });

  test('tells what oEmbed says of it', async () => {
    const link = `<link rel="alternate" type="application/json+oembed" href="/oembed?format=json">`;
    origin.serve('/video', `<html><head>${link}</head><body>x</body></html>`);
    const player = '<iframe width="1" src="https://player.example/7?x=1&amp;y=2"></iframe>';
    const answer = {
      type: 'video',
      title: 'A film',
      author_name: 'Ada',
      provider_name: 'Films',
      html: player,
      width: 640,
      height: '360',
      thumbnail_url: origin.url('/still.jpg'),
    };
    origin.serve('/oembed', JSON.stringify(answer), 'application/json');
    const page = await scrape('/video');
    expect(page).toMatchObject({
      title: 'A film',
      type: 'video',
      extra: { byline: 'Ada', site_name: 'Films' },
      videos: [{ embed_url: 'https://player.example/7?x=1&y=2', width: 640, height: 360 }],
    });
    expect(page.images[0]?.url).toBe(origin.url('/still.jpg'));
  });

  test.each([
    ['/picture.png', 'image/png', Buffer.from('89504e470d0a1a0a', 'hex'), 'image'],
    [
      '/paper.pdf',
      'application/pdf',
      Buffer.from('%PDF-1.4\n1 0 obj <</Title (A paper) /Producer (TeX)>> endobj'),
      'document',
    ],
    [
      '/feed.xml',
      'application/rss+xml',
      Buffer.from('<rss><channel><title>News</title><item><title>One</title></item></channel></rss>'),
      'feed',
    ],
  ])('that is none, %s, has a sensible result', async (path, type, bytes, kind) => {
    origin.serve(path, bytes, type);
    const page = await scrape(path);
    expect(page).toMatchObject({ type: kind, url: origin.url(path), body: '' });
    if (kind === 'image') expect(page.images[0]?.url).toBe(origin.url(path));
    if (kind === 'document') expect(page.title).toBe('A paper');
    if (kind === 'feed') expect(page.title).toBe('News');
  });
});

describe('The text of a page is read', () => {
  const title = (word: string) =>
    `<html><head><title>${word}</title></head><body>${word.repeat(50)}</body></html>`;
  const CHINESE = Buffer.from('d6d0b9fac8cbc3f1', 'hex');
  const JAPANESE = Buffer.from('93fa967b8cea8365835883678374834083438b', 'hex').subarray(0, 12);
  const RUSSIAN = Buffer.from('cff0e8e2e5f2', 'hex');
  const around = (word: Buffer, meta = '') =>
    Buffer.concat([
      Buffer.from(`<html><head>${meta}<title>`),
      word,
      Buffer.from('</title></head><body>'),
      ...Array<Buffer>(40).fill(Buffer.concat([word, Buffer.from(' ')])),
      Buffer.from('</body></html>'),
    ]);

  test.each([
    ['GB18030, by its header', around(CHINESE), 'text/html; charset=GB18030', '中国人民'],
    ['GB2312, by its meta tag', around(CHINESE, '<meta charset="gb2312">'), 'text/html', '中国人民'],
    ['Shift_JIS, by its header', around(JAPANESE), 'text/html; charset=Shift_JIS', '日本語テスト'],
    ['windows-1251, by its header', around(RUSSIAN), 'text/html; charset=windows-1251', 'Привет'],
    ['windows-1251, unnamed', around(RUSSIAN), 'text/html', 'Привет'],
    ['UTF-8, unnamed', Buffer.from(title('Grüße')), 'text/html', 'Grüße'],
    [
      'UTF-8, misnamed by a mark',
      Buffer.from(`\ufeff${title('Grüße')}`),
      'text/html; charset=latin1',
      'Grüße',
    ],
    ['UTF-16, by its mark', Buffer.from(`\ufeff${title('Grüße')}`, 'utf16le'), 'text/html', 'Grüße'],
  ])('%s', async (name, bytes, type, expected) => {
    const path = `/charset/${encodeURIComponent(name)}`;
    origin.serve(path, bytes, type);
    expect((await scrape(path)).title).toBe(expected);
  });

  test('also where its UTF-8 is not valid', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<title>Good '),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('</title>'),
    ]);
    origin.serve('/invalid', bytes);
    expect((await scrape('/invalid')).title).toMatch(/^Good /);
  });
});

describe('What is remembered', () => {
  test('is not fetched again, for as long as its server says', async () => {
    origin.serve('/fresh', '<title>Fresh</title>', 'text/html', { 'cache-control': 'max-age=60' });
    origin.serve('/stale', '<title>Stale</title>', 'text/html', { 'cache-control': 'no-store' });
    for (const path of ['/fresh', '/fresh', '/stale', '/stale'])
      expect((await scrape(path)).cacheable).toBe(path === '/fresh');
    expect(origin.asked.filter((path) => path === '/fresh')).toHaveLength(1);
    expect(origin.asked.filter((path) => path === '/stale')).toHaveLength(2);
  });

  test('is fetched once by those who ask at one time', async () => {
    origin.on('/slow', (_request, response) => {
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Slow</title>'),
        200,
      );
    });
    const answers = await Promise.all(Array.from({ length: 10 }, () => scrape('/slow')));
    expect(new Set(answers.map(({ title }) => title))).toEqual(new Set(['Slow']));
    expect(origin.asked.filter((path) => path === '/slow')).toHaveLength(1);
  });

  test('is never a failure', async () => {
    await ask(origin.url('/later')).expect(422);
    origin.serve('/later', '<title>Later</title>');
    expect((await scrape('/later')).title).toBe('Later');
  });
});

describe('Refused', () => {
  test.each([
    ['no URL', '', 400],
    ['an empty URL', '?url=', 400],
    ['another scheme', `?url=${encodeURIComponent('ftp://example.com/')}`, 400],
    ['a script', `?url=${encodeURIComponent('javascript:alert(1)')}`, 400],
    ['no URL at all', '?url=example', 400],
    ['a URL too long', `?url=http://example.com/${'x'.repeat(5000)}`, 400],
    ['two URLs', '?url=http://a.example/&url=http://b.example/', 400],
    ['a private address', `?url=${encodeURIComponent('http://127.0.0.1:1/')}`, 422],
    ['the address of cloud metadata', `?url=${encodeURIComponent('http://169.254.169.254/latest/')}`, 422],
  ])('is %s', async (_name, query, status) => {
    const { body } = await service.get(SCRAPER + query).expect(status);
    expect(body).toMatchObject({ status, code: expect.any(String) });
  });

  test('is a page that is not there, with the reason', async () => {
    const { body } = await ask(origin.url('/missing')).expect(422);
    expect(body).toMatchObject({ code: 'outbound-status', detail: '127.0.0.1 answered 404.' });
  });

  test('is who may not use it', async () => {
    origin.serve('/rights', '<title>Rights</title>');
    const path = `${SCRAPER}?url=${encodeURIComponent(origin.url('/rights'))}`;
    for (const role of ['Reader', 'Community User', 'Developer'])
      await (await service.createAuthorWithKey(role)).client.get(path).expect(403);
    await (await service.createAuthorWithKey('Guest Writer')).client.get(path).expect(200);
    await service.as(null).get(path).expect(401);
  });

  test('is who asks too often, until the minute is over', async () => {
    origin.serve('/often', '<title>Often</title>');
    const limited = await startService({
      environment: { OUTBOUND_ALLOW: origin.host },
      settings: { scraper: { requestsPerMinute: 3, cacheBytes: 0 } },
    });
    const path = `${SCRAPER}?url=${encodeURIComponent(origin.url('/often'))}`;
    for (let request = 0; request < 3; request++) await limited.get(path).expect(200);
    const answer = await limited.get(path).expect(429);
    expect(answer.body).toMatchObject({ status: 429, code: 'scraper-rate-limit' });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await (await limited.createAuthorWithKey('Editor')).client.get(path).expect(200);
    await limited.stop();
  });
});
