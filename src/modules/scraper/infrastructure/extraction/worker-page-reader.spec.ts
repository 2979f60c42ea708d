import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { PageInput } from '../../page-reader.js';
import { type PageLimits, WorkerPageReader } from './worker-page-reader.js';

const URL_OF_PAGE = 'https://news.example/2024/story.html';
const LIMITS: PageLimits = { cpuMs: 8_000, articleCpuMs: 4_000, elapsedMs: 60_000, waitingMs: 60_000 };
const reader = new WorkerPageReader();
const inputOf = (html: string): PageInput => ({
  bytes: new Uint8Array(Buffer.from(html)),
  contentType: 'text/html; charset=utf-8',
  url: URL_OF_PAGE,
});
const read = (html: string, limits?: PageLimits) => reader.read(inputOf(html), limits);
const linkedData = (json: string) => `<script type="application/ld+json">${json}</script>`;
const PARAGRAPH = `<p>${'Some text of an article, which has commas, and goes on for a while. '.repeat(3)}</p>`;

afterAll(() => reader.beforeApplicationShutdown());

describe('a page', () => {
  const PAGE = `<!doctype html><html lang=" de-AT "><head><title> A \n story &amp; more </title><base href="/base/">
    <meta charset=utf-8><meta name=Description content="What it&nbsp;is"><meta property="og:title" content="OG">
    <meta http-equiv=content-language content=de><meta name=empty content="">
    <link rel="Canonical x" href="c.html"><link rel=icon href="/i.png" type=image/png sizes=16x16 title=Icon>
    <link rel=bad href="javascript:alert(1)"></head><body>
    <h1>The <b>first</b> heading</h1><h1> </h1>
    <p class="byline">By <a rel=author href=/jane>Jane Doe</a></p><time datetime="2024-05-01T10:00Z">May</time>
    <article>${PARAGRAPH.repeat(10)}<img src="in.jpg" alt="in" width=640 height="480px">${PARAGRAPH}</article>
    <img src="data:image/gif;base64,AAAA" data-src="late.jpg"><noscript><img src="late.jpg" width=10 height=20></noscript>
    <img src=small.jpg srcset="a,b.jpg 300w, wide.jpg 1200w,mid.jpg 600w"><img src="data:image/gif;base64,AAAA">
    <picture><source srcset="p.webp 800w, q.webp 400w"><img src=p.jpg width="50%"></picture>
    <iframe src="//video.example/embed/1"></iframe><iframe src="about:blank"></iframe>
    <video src=v.mp4 type=video/mp4></video><video><source src=w.webm type=video/webm></video></body></html>`;

  test('has its facts', async () => {
    const { article, isArticleUnread, images, metas, ...facts } = await read(PAGE);
    expect(isArticleUnread).toBe(false);
    expect(facts).toEqual({
      lang: 'de-AT',
      title: 'A story & more',
      headings: ['The first heading'],
      links: [
        {
          rel: ['canonical', 'x'],
          href: 'https://news.example/base/c.html',
          type: null,
          sizes: null,
          title: null,
        },
        {
          rel: ['icon'],
          href: 'https://news.example/i.png',
          type: 'image/png',
          sizes: '16x16',
          title: 'Icon',
        },
      ],
      jsonLd: [],
      microdata: [],
      frames: ['https://video.example/embed/1'],
      videos: [
        { url: 'https://news.example/base/v.mp4', type: 'video/mp4' },
        { url: 'https://news.example/base/w.webm', type: 'video/webm' },
      ],
      times: ['2024-05-01T10:00Z'],
      dates: [],
      bylines: ['Jane Doe'],
    });
    expect(metas).toEqual([
      { name: 'description', content: 'What it is' },
      { name: 'og:title', content: 'OG' },
      { name: 'content-language', content: 'de' },
    ]);
    expect(article).toMatchObject({ title: 'OG', excerpt: 'What it is', siteName: null });
    expect(article?.text).toContain('Some text of an article');
    expect(article?.html).toContain('<p>');
    const base = 'https://news.example/base';
    expect(images).toEqual([
      { url: `${base}/in.jpg`, width: 640, height: 480, alt: 'in', isInArticle: true },
      { url: `${base}/late.jpg`, width: 10, height: 20, alt: null, isInArticle: expect.any(Boolean) },
      { url: `${base}/wide.jpg`, width: null, height: null, alt: null, isInArticle: expect.any(Boolean) },
      { url: `${base}/p.webp`, width: null, height: null, alt: null, isInArticle: expect.any(Boolean) },
    ]);
  });

  test('that is empty has none', async () => {
    expect(await read('')).toMatchObject({ lang: null, title: null, metas: [], images: [], article: null });
  });

  test.each(['é', '中文', '😀'])('is decoded (%s)', async (text) => {
    expect((await read(`<title>${text}`)).title).toBe(text);
  });

  test('gives its memory away only when that is its own', async () => {
    const bytes = Buffer.from('<title>pooled');
    expect(await reader.read({ bytes, contentType: '', url: URL_OF_PAGE })).toMatchObject({
      title: 'pooled',
    });
    expect(bytes.toString()).toBe('<title>pooled');
  });
});

test('dates are read of lines below the heading, and of what is marked as one', async () => {
  const { dates, times } = await read(`<p>Monday, June 3, 2024</p><h1>A <span class=katex><span>
    <math><msup><mi>x</mi><mn>2</mn></msup></math></span><span aria-hidden=true>x2</span></span></h1>
    <div><span>By Jane</span><span>May 1, 2024</span></div>${PARAGRAPH}<p>May 2, 2024</p>
    <p class="entry-date">May 3, 2024</p><p class="date-updated">May 4, 2024</p>
    <time class=updated datetime=2024-05-05></time><time>6 May 2024</time>`);
  expect(dates).toEqual(['By JaneMay 1, 2024', 'May 1, 2024', 'May 3, 2024']);
  expect(times).toEqual(['6 May 2024']);
});

describe('JSON-LD', () => {
  const itemsOf = async (...scripts: string[]) => (await read(scripts.map(linkedData).join(''))).jsonLd;

  test('lists and graphs are taken apart', async () => {
    const items = await itemsOf(
      '[{"@type":"A"},[{"@type":"B"}]]',
      '{"@context":"https://schema.org","@graph":[{"@type":"C"},{"@type":"D","n":1.5,"b":true}]}',
    );
    expect(items).toEqual([
      { '@type': 'A' },
      { '@type': 'B' },
      { '@type': 'C' },
      { '@type': 'D', n: 1.5, b: true },
    ]);
  });

  test('a reference is the node of the page that it names, also in a circle', async () => {
    const items = await itemsOf(
      '{"@graph":[{"@id":"#a","@type":"Article","author":[{"@id":"#p"}],"x":{"@id":"#none"}},{"@id":"#p","@type":"Person","name":"Jane","works":{"@id":"#a"}}]}',
    );
    expect(items[0]).toMatchObject({
      author: [{ '@type': 'Person', name: 'Jane', works: { '@id': '#a' } }],
      x: { '@id': '#none' },
    });
    expect(items[1]).toMatchObject({ works: { '@type': 'Article', author: [{ '@id': '#p' }] } });
  });

  test.each([
    ['a comment of HTML', '<!-- {"a":"b"} -->'],
    ['CDATA', '//<![CDATA[\n{"a":"b"}\n//]]>'],
    ['CDATA in comments', '/*<![CDATA[*/{"a":"b"}/*]]>*/'],
    ['commas too many', '{"a":"b",}'],
    ['comments', '{// one\n"a":/* two */"b"}'],
    ['a semicolon', ' {"a":"b"};\n'],
    ['escaped quotes', '{&quot;a&quot;:&quot;b&quot;}'],
  ])('%s does no harm', async (_name, json) => {
    expect(await itemsOf(json, '{"c":"d"}')).toEqual([{ a: 'b' }, { c: 'd' }]);
  });

  test('texts keep their slashes and commas, and lose what is no text', async () => {
    const json =
      '{"url":"https://x.example/a,]","t":"one\ntwo\\u0000 &#8217;&amp; \\ud800","__proto__":{"p":1},}';
    expect(await itemsOf(json)).toEqual([{ url: 'https://x.example/a,]', t: 'one two ’& �' }]);
  });

  test('what is no JSON is passed over', async () => {
    expect(await itemsOf('{"a":', 'var x = 1', '', '{"b":"c"}')).toEqual([{ b: 'c' }]);
  });
});

test('microdata has the form of JSON-LD', async () => {
  const { microdata } = await read(`<div itemscope itemtype="https://schema.org/NewsArticle">
    <h2 itemprop="headline name"> A  <i>title</i></h2><meta itemprop=datePublished content=2024-01-02>
    <a itemprop=url href=/x>y</a><img itemprop=image src=/1.jpg><img itemprop=image src=/2.jpg>
    <time itemprop=dateModified datetime=2024-01-03>z</time><data itemprop=n value=7>seven</data>
    <span itemprop=author itemscope itemtype=http://schema.org/Person><b itemprop=name>Jane</b></span></div>
    <div itemscope itemtype="http://schema.org/Thing"></div><p itemprop=lost>x</p>`);
  expect(microdata).toEqual([
    {
      '@type': 'NewsArticle',
      headline: 'A title',
      name: 'A title',
      datePublished: '2024-01-02',
      url: 'https://news.example/x',
      image: ['https://news.example/1.jpg', 'https://news.example/2.jpg'],
      dateModified: '2024-01-03',
      n: '7',
      author: { '@type': 'Person', name: 'Jane' },
    },
    { '@type': 'Thing' },
  ]);
});

test('no script runs and nothing is loaded', async () => {
  const requests: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    requests.push(url);
    response.end('document.title = "loaded"');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { title } =
    await read(`<title>still</title><script>document.title='run'</script><script src="${origin}/s.js"></script>
    <link rel=stylesheet href="${origin}/c.css"><style>@import "${origin}/d.css"</style><img src="${origin}/i.png" onerror="document.title='x'">
    <iframe src="${origin}/f"></iframe><iframe srcdoc="<script>parent.document.title=1</script>"></iframe><object data="${origin}/o"></object>
    <video src="${origin}/v" poster="${origin}/p"></video><body onload="document.title='y'"><svg onload="document.title='z'"></svg>
    <meta http-equiv=refresh content="0;url=${origin}/r"><template><img src="${origin}/t"></template>`);
  await new Promise((done) => setTimeout(done, 100));
  server.close();
  expect({ title, requests }).toEqual({ title: 'still', requests: [] });
});

describe('a hostile page is read in time', () => {
  const TITLE = '<title>t</title>';
  const nodes = (count: number, node: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => node(i));

  test.each<[string, () => string]>([
    ['100,000 elements in one another', () => '<div>'.repeat(100_000) + PARAGRAPH],
    ['100,000 tables in one another', () => '<table><tr><td>'.repeat(100_000)],
    ['1,000,000 open formatting elements', () => '<b>'.repeat(1_000_000)],
    ['1,000,000 siblings', () => '<b>x</b>'.repeat(1_000_000)],
    ['elements that are closed in the wrong order', () => '<b><div></b>'.repeat(100_000)],
    [
      'formatting elements that each block opens again',
      () => nodes(300, (index) => `<b id=${index}>`).join('') + '<p>x'.repeat(100_000),
    ],
    ['10 MB of text', () => 'some text, x '.repeat(800_000)],
    ['an attribute of 10 MB', () => `<p class="${'x '.repeat(5_000_000)}">`],
    ['an attribute that never ends', () => `<p class="${'x'.repeat(10_000_000)}`],
    ['500,000 attributes', () => `<p ${nodes(500_000, (index) => `a${index}=1`).join(' ')}>`],
    ['a huge table', () => `<table>${'<tr><td>x<td>y'.repeat(300_000)}`],
    ['what a table does not allow', () => `<table>${'<b>x<p>'.repeat(200_000)}`],
    ['options', () => `<select>${'<option>x'.repeat(100_000)}`],
    [
      'lists of classes',
      () =>
        nodes(
          5_000,
          (index) => `<div class="${'author byline-'.repeat(70)}${index}">${PARAGRAPH}</div>`,
        ).join(''),
    ],
    ['sources of images', () => `<img srcset="${'a'.repeat(9_000)} b">`.repeat(1_000)],
    ['microdata in one another', () => '<div itemscope><div itemprop="a b c">'.repeat(30_000)],
    ['comments that never end', () => '<!--'.repeat(1_000_000)],
    ['quotes', () => '<a "'.repeat(1_000_000)],
    ['300,000 metas', () => '<meta name=a content=b>'.repeat(300_000)],
    ['deep JSON-LD', () => linkedData('{"a":['.repeat(100_000) + ']}'.repeat(100_000))],
    ['JSON-LD of quotes', () => linkedData(`{"${'\\"'.repeat(450_000)}`)],
    ['100,000 scripts of JSON-LD', () => linkedData('{"a":1}').repeat(100_000)],
    ['NUL', () => '\0'.repeat(10_000_000)],
  ])('%s', async (_name, html) => {
    const facts = await read(TITLE + html(), LIMITS);
    expect(facts.title).toBe('t');
    expect(facts.metas.length).toBeLessThanOrEqual(500);
    expect(facts.jsonLd.length).toBeLessThanOrEqual(200);
    expect(JSON.stringify(facts).length).toBeLessThan(5_000_000);
  });

  test('what stands in the head is read after the limits are reached', async () => {
    const facts = await read(
      `${'<b>x</b>'.repeat(100_000)}<meta name=a content=b>${linkedData('{"c":"d"}')}`,
    );
    expect(facts).toMatchObject({
      metas: [{ name: 'a', content: 'b' }],
      jsonLd: [{ c: 'd' }],
      article: null,
    });
  });
});
