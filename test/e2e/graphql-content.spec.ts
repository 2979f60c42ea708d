import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { type ContentNode, contentNodesOf, contentTreeOf } from '../support/content-trees.js';
import { createImages } from '../support/images.js';
import { ok } from '../support/picture-client.js';
import { type Client, type Service, startService } from '../support/service.js';

const [RUNS, SEED] = [40, 5];
const [VIMEO, YOUTUBE] = [
  'https://player.vimeo.com/video/76979871',
  '[youtube https://youtu.be/dQw4w9WgXcQ]',
];

const ad = (order: number[], isEnabled = true) => ({ template: 'ad', order, isEnabled });
const ADS = { listicle: [ad([6, 2]), ad([4]), ad([9], false)], slideshow: [ad([3]), ad([1, 8], false)] };

let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { ads: ADS } });
  await createImages(service, 2);
});
afterAll(() => service.stop());

const publish = (sent: object) => ok<Post>(service.post('/api/1.3/posts', { headline: 'Post', ...sent }));
type Items = readonly { readonly id: number; readonly basename: string }[];
const itemsOf = ({ listicle }: Post) => (listicle as { items?: Items }).items ?? [];
const edit = ({ id }: Post, sent: object) => ok<Post>(service.put(`/api/1.3/posts/${id}`, sent));
const contentOf = (post: Post) => contentTreeOf(post, service);
const nodesOf = (post: Post, client: Client = service) => contentNodesOf(post, client);
const below = (tree: readonly ContentNode[], parent = '-') =>
  tree.filter(({ parentRef }) => parentRef === parent);
const htmlOf = (nodes: readonly ContentNode[]) => nodes.map(({ html }) => html).join('');

describe('The lead of a post', () => {
  const others = new Map<string, Service>();
  beforeAll(async () => {
    for (const setting of ['media,image', 'video']) {
      const settings = { articles: { leadMedia: setting.split(',') } };
      others.set(setting, await startService({ database: service.database, settings }));
    }
  });
  afterAll(() => Promise.all([...others.values()].map((other) => other.stop())));

  test.each([
    ['default', 'image_id media video', 'image_id'],
    ['default', 'media video', 'media'],
    ['default', 'video', 'video'],
    ['default', 'nothing', undefined],
    ['media,image', 'image_id media video', 'media'],
    ['media,image', 'image_id video', 'image_id'],
    ['video', 'image_id media video', 'video'],
    ['video', 'image_id media', undefined],
  ])('by the setting %s is, of %s, the %s', async (setting, names, lead) => {
    const all = Object.entries({ image_id: 1, media: YOUTUBE, video: VIMEO });
    const post = await publish(Object.fromEntries(all.filter(([name]) => names.includes(name))));
    const nodes = await nodesOf(post, others.get(setting));
    const marks = Object.entries({ image_id: 'images/1/', media: 'dQw4w9WgXcQ', video: '76979871' });
    const leads = nodes.map(({ html }) => marks.find(([, mark]) => html?.includes(mark))?.[0]);
    expect(leads).toEqual(lead ? [lead] : []);
    if (lead) expect(nodes[0]?.kind).toBe(lead === 'image_id' ? 'IMAGE' : 'TEXT');
  });

  test('is an image with its words, or media as they were sent, if they may be shown', async () => {
    const [image] = await nodesOf(await publish({ image_id: 1, photo_caption: 'A&<b>', photo_credit: 'B' }));
    expect([image?.kind, image?.code]).toEqual(['IMAGE', expect.stringMatching(/^\[cms-image 1\b/)]);
    expect(image?.html).toMatch(/A&amp;&lt;b&gt;.*>B</);
    const [far] = await nodesOf(await publish({ image_external: 'https://i.example/?a&b' }));
    expect(`${far?.kind} ${far?.html}`).toMatch(/^IMAGE .*"https:\/\/i\.example\/\?a&amp;b"/);
    for (const [index, media] of ['[cms-image 2 caption="x"]', YOUTUBE, '<p>a</p>'].entries()) {
      const [post, kind] = [await publish({ media }), index === 0 ? 'IMAGE' : 'TEXT'];
      expect(await nodesOf(post)).toMatchObject([{ kind, code: media, html: post.media_html }]);
    }
    for (const video of ['https://evil.example/a', ''])
      expect(await nodesOf(await publish({ video, media: '<script>a</script>' }))).toEqual([]);
  });
});

describe('The body of a post', () => {
  test.each([
    ['<p>One</p>[cms-image 1]<p>Two</p>', 'TEXT IMAGE TEXT'],
    ['[cms-image 1][cms-image 2 caption="x"]<p>One</p><p>Two</p>', 'IMAGE IMAGE TEXT'],
    ['<p>One</p><p>[cms-image 1]</p>\n<p>Two</p>\n', 'TEXT IMAGE TEXT'],
    ['<p>One <img src="https://i.example/a.png" alt="" /> two</p><p>Three</p>', 'TEXT'],
    ['<div><p>One</p>[cms-image 1]</div>', 'TEXT'],
    ['', ''],
  ])('%j is split into "%s"', async (body, kinds) => {
    const post = await publish({ body });
    const nodes = await nodesOf(post);
    expect(nodes.map(({ kind }) => kind).join(' ')).toBe(kinds);
    expect(htmlOf(nodes)).toBe(post.description ?? '');
    for (const { kind, code, html } of nodes)
      expect(code).toEqual(kind === 'TEXT' ? html : expect.stringMatching(/^\[cms-image [12]\b[^[\]]*\]$/));
  });

  const TAG = '<listicle id="listicle-ID"></listicle>';
  test.each([
    [`<p>a</p>${TAG}<p>b</p>`, 'a GROUP b'],
    [`<p>a</p><p>${TAG}</p>\n<p>b</p>`, 'a GROUP b'],
    [`[cms-image 1]${TAG}[cms-image 2]`, 'IMAGE GROUP IMAGE'],
    ['<p>a</p><p>b</p>', 'ab GROUP'],
    [`<p>a</p><listicle id="listicle-999999"></listicle><p>b</p>${TAG}<p>c</p>`, 'ab GROUP c'],
    [`<p>a</p>${TAG.replace(' ', ' class="x" ')}<p>b</p>`, 'a GROUP b'],
    [`<p>a</p><div>b ${TAG}</div><p>c</p>`, 'ab GROUP c'],
  ])('%j has its listicle so: %s', async (body, wanted) => {
    const post = await publish({ listicle: { items: [{ headline: 'Item' }] } });
    const edited = await edit(post, { body: body.replace('ID', String(post.id)) });
    const { rootRef, tree } = await contentOf(edited);
    const shown = below(tree, rootRef).map(({ adsOrder, kind, html = '' }) => {
      if (adsOrder) return ' GROUP ';
      return kind === 'IMAGE' ? ' IMAGE ' : html.replace(/<[^>]*>|\s/g, '');
    });
    expect(shown.join('').trim().replace(/\s+/g, ' ')).toBe(wanted);
  });
});

describe('A listicle', () => {
  test.each([
    ['', 'LISTICLE', null, [2, 4, 6]],
    ['1 multicolumn,counter,ecommerce ascending', 'LISTICLE ECOMMERCE MULTICOLUMN', 'ASCENDING', [2, 4, 6]],
    ['2  descending', 'SLIDESHOW', 'DESCENDING', [3]],
    ['2 thumbnails,ecommerce,parallax', 'SLIDESHOW PARALLAX THUMBNAILS', null, [3]],
    ['2 fullscreen', 'SLIDESHOW FULLSCREEN', null, [3]],
    ['3', 'SLIDESHOW FULLSCREEN', null, [3]],
    ['3 fullscreen,counter ascending', 'SLIDESHOW COUNTER FULLSCREEN', 'ASCENDING', [3]],
  ])('with the settings "%s" is a %s, %s, with ads at %j', async (text, looks, order, adsOrder) => {
    const [layout_type, list = '', numeration] = text.split(' ');
    const settings = layout_type ? { layout_type, flags: list.split(',').filter(Boolean), numeration } : {};
    const [root, group] = (await contentOf(await publish({ listicle: { items: [{}], settings } }))).tree;
    expect(root).toMatchObject({ layout: { kind: 'PLAIN' }, adsOrder: [] });
    const { listicle = [], slideshow = [], kind, numeration: counted } = group?.layout ?? {};
    expect([counted, group?.adsOrder]).toEqual([{ order }, adsOrder]);
    expect([kind, ...[...listicle, ...slideshow].sort()].join(' ')).toBe(looks);
  });

  test('has particles with their fields, and is not there without them', async () => {
    const one = { headline: 'Größe & Co', image_id: 2, caption: 'Cap', credit: 'Cred' };
    const two = { headline: 'H', headline_html: '<b>B</b> &amp; <i>&lt;C&gt;</i>' };
    const post = await publish({ listicle: { items: [one, two, {}] } });
    const { tree } = await contentOf(post);
    const particle = (index: number, title: string | null, image: object | null) => {
      const { id, basename = '' } = itemsOf(post)[index] ?? {};
      const page = (url: string | null) => ({ href: `${url ?? ''}#item-${basename}` });
      const pages = { web: page(post.post_url), amp: page(post.amp_url) };
      return expect.objectContaining({ id, title, breadcrumbTitle: title, subtitle: null, pages, image });
    };
    expect(below(tree, tree[1]?.ref)).toEqual([
      particle(0, 'Größe & Co', { id: 2, title: 'Cap', credit: 'Cred', altText: '' }),
      particle(1, 'B & <C>', null),
      particle(2, null, null),
    ]);
    expect(await nodesOf(await publish({ listicle: { items: [] } }))).toEqual([]);
  });

  test.each([
    [false, ['1', '<p>a</p>', '2', '<p>b</p>']],
    [true, ['<p>a</p>', '2', '<p>b</p>', '1']],
  ])('with body_text_above %s has the texts and images %j', async (body_text_above, wanted) => {
    const both = { media: '[cms-image 1]', body: '<p>a</p>[cms-image 2]<p>b</p>' };
    const items = [both, { body: '<p>c</p>' }, { media: YOUTUBE }, {}];
    const post = await publish({ listicle: { items, settings: { body_text_above } } });
    const { tree } = await contentOf(post);
    const all = below(tree, tree[1]?.ref).map(({ ref }) => below(tree, ref));
    const shown = all.map((nodes) => nodes.map(({ html = '' }) => /images.(\d)/.exec(html)?.[1] ?? html));
    expect(shown).toEqual([wanted, ['<p>c</p>'], [post.listicle_html[2]?.media], []]);
  });

  test('has what an item says of its media, in AMP pages, too', async () => {
    const words = { caption: 'Cap', credit: 'Cred' };
    const post = await publish({
      listicle: {
        items: [
          { media: YOUTUBE, ...words },
          { media: '[cms-image 1]', ...words },
        ],
      },
    });
    const { tree } = await contentOf(post);
    const [video, image] = below(tree, tree[1]?.ref).map(({ ref }) => below(tree, ref)[0]);
    expect([video?.kind, image?.kind]).toEqual(['TEXT', 'IMAGE']);
    for (const text of [video?.html, video?.amp, image?.html, image?.amp]) {
      expect(text).toContain('<figcaption>Cap <span class="credit">Cred</span></figcaption></figure>');
      expect(text?.split('<figcaption')).toHaveLength(2);
    }
  });
});

describe('Any body and listicle', () => {
  const NOT_AMP = /<(?:img|iframe|video|audio|picture|script|style|form|object|embed|svg|listicle)\b/i;
  const BLOCKS =
    `[cms-image 1]|<p>[cms-image 2 caption="x"]</p>|<p>${YOUTUBE}</p>|[sic]|&lt;b&gt; &amp;|<b>a</b>|
    <p onclick="a()">a</p>|<ul><li>a<ul><li>b</li></ul></li></ul>|<script>a</script>|<hr>|<video src="/a.mp4"></video>|
    <p>a <img src="https://i.example/a.png"> b</p>|<iframe src="${VIMEO}"></iframe>|\n\n|
    <figure><img src="/a"><figcaption>A</figcaption></figure>|<table><tr><td>a</td></tr></table>`.split('|');
  const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((words) => words.replace(/[<[&\0]/g, ''));
  const paragraph = text.map((words) => `<p>${words}</p>`);
  const blocks = fc.array(fc.oneof(paragraph, text, fc.constantFrom(...BLOCKS)), { maxLength: 8 });
  const item = {
    ...{ headline: text, headline_html: paragraph, image_id: fc.constantFrom(1, 2) },
    media: fc.constantFrom('[cms-image 1]', YOUTUBE, '<p>m</p>', ''),
    body: blocks.map((parts) => parts.join('')),
  };
  const items = fc.array(fc.record(item, { requiredKeys: [] }), { maxLength: 4 });
  const settings = fc.record({ layout_type: fc.integer({ min: 1, max: 3 }), body_text_above: fc.boolean() });
  const listicles = fc.option(fc.record({ items, settings }));
  /** One root, each node behind the one that holds it, and depth first. */
  function expectTree(rootRef: string, [root, ...nodes]: readonly ContentNode[]): void {
    expect([root?.ref, root?.parentRef]).toEqual([rootRef, '']);
    expect(new Set([rootRef, ...nodes.map(({ ref }) => ref)]).size).toBe(nodes.length + 1);
    const open = [rootRef];
    for (const { ref = '', parentRef } of nodes) {
      while (open.length > 0 && open.at(-1) !== parentRef) open.pop();
      expect([ref, open.at(-1)]).toEqual([ref, parentRef]);
      open.push(ref);
    }
  }

  test('are a tree, the same at every reading, in which nothing is lost', async () => {
    const places = fc.option(fc.nat({ max: 8 }));
    const property = fc.asyncProperty(blocks, places, listicles, async (parts, place, listicle) => {
      const created = await publish({ listicle });
      const tag = `<listicle id="listicle-${created.id}"></listicle>`;
      const all = place === null ? parts : parts.toSpliced(place, 0, tag);
      const post = await edit(created, { body: all.join('') });
      const { rootRef, tree } = await contentOf(post);
      expectTree(rootRef, tree);
      expect(await contentOf(post)).toEqual({ rootRef, tree });
      const hasItems = post.listicle_html.length > 0;
      const shown = below(tree, rootRef).map(({ adsOrder, html }) => (adsOrder ? tag : html));
      const wanted = (post.description ?? '').replace(tag, hasItems ? tag : '');
      // Blanks around the listicle are nothing.
      const bare = (html: string) => (place === null ? html : html.replace(/\s/g, ''));
      expect(bare(shown.join(''))).toBe(bare(wanted + (hasItems && place === null ? tag : '')));
      const particles = tree.filter(({ id }) => id !== undefined);
      expect(particles.map(({ id }) => id)).toEqual(itemsOf(post).map(({ id }) => id));
      for (const [index, { ref }] of particles.entries()) {
        const [html, texts] = [htmlOf(below(tree, ref)), post.listicle_html[index]];
        expect(html).toContain(texts?.media ?? '');
        const isAtItsEnd = listicle?.settings.body_text_above ? html.startsWith : html.endsWith;
        expect(isAtItsEnd.call(html, texts?.body ?? '')).toBe(true);
      }
      for (const { amp = '', code = '' } of tree)
        expect([NOT_AMP.exec(amp), /<script/i.exec(code)]).toEqual([null, null]);
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
  });
});
