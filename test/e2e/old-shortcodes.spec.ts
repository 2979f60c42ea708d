import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type Service, startService } from '../support/service.js';

const TWEET = 'https://twitter.com/jack/status/20';
let service: Service;
let image: number;
let document: { id: number; shortcode: string };

beforeAll(async () => {
  service = await startService();
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const uploaded = await service.post('/api/1.3/images').attach('file', picture, 'red.png').expect(200);
  image = uploaded.body.id;
  const text = Buffer.from('%PDF-1.4\n%%EOF\n');
  document = (await service.post('/api/1.3/documents').attach('file', text, 'a.pdf').expect(200)).body;
});
afterAll(() => service.stop());

const rendered = async (body: string, more: object = {}) => {
  const post = { headline: 'Post', body, ...more };
  const { body: answer } = await service.post('/api/1.3/posts', post).expect(200);
  return answer as { id: number; description: string; media_html: string; warnings: string[] };
};

describe('Shortcodes of a predecessor', () => {
  test.each([
    [`[twitter_embed ${TWEET} expand=1]`, `[x ${TWEET} expand=1]`],
    [`[twitter ${TWEET}]`, `[x ${TWEET}]`],
    [`[TWITTER <a href="${TWEET}">${TWEET}</a>]`, `[x ${TWEET}]`],
  ])('%s is rendered as %s', async (former, current) => {
    const { description, warnings } = await rendered(`<p>Before ${former} after</p>`);
    expect(description).toBe((await rendered(`<p>Before ${current} after</p>`)).description);
    expect(description).toContain('embed-x');
    expect(warnings).toEqual([]);
  });

  test('of images and documents stand for those', async () => {
    const former = `<p>[rebelmouse-image ${image} is_animated_gif=false alt="A red one" expand=1]</p>`;
    const { description, warnings } = await rendered(
      `${former}<p>[rebelmouse-document-pdf ${document.id} original_filename="a.pdf"]</p>`,
    );
    const { description: current } = await rendered(
      `${former.replace('rebelmouse', 'cms')}<p>${document.shortcode}</p>`,
    );
    expect(description).toBe(current);
    expect(description).toContain(`data-image-id="${image}"`);
    expect(description).toContain(`data-document-id="${document.id}"`);
    expect(warnings).toEqual([]);
  });

  test('of images are the image of a post in feeds, as ours are', async () => {
    const { id } = await rendered('', { media: `[rebelmouse-image ${image}]` });
    const { body: feed } = await service.as(null).get('/feed.json').expect(200);
    const items = feed.items as { id: string; url: string; image?: string }[];
    const { body: post } = await service.get(`/api/1.3/posts/${id}`).expect(200);
    const item = items.find(({ url }) => url === post.post_url);
    expect(item?.image).toContain(`/res/images/${image}/`);
  });

  test('of images elsewhere show them, and nothing that runs', async () => {
    const { description } = await rendered(
      '[rebelmouse-proxy-image https://images.example/a.jpg?b=1&c=2 alt=\'"><script>x</script>\' caption="Far" photo_credit="Ann"]',
    );
    expect(description).toMatch(
      /^<figure class="image"><img src="https:\/\/images\.example\/a\.jpg\?b=1&amp;c=2"/,
    );
    expect(description).toContain('Far <span class="credit">Ann</span>');
    expect(description).not.toContain('<script');
    const { description: nothing, warnings } = await rendered('[rebelmouse-proxy-image javascript:alert(1)]');
    expect(nothing).not.toContain('javascript');
    expect(warnings).toEqual([expect.stringContaining('is no address of an image')]);
  });

  test('that nobody knows stay text, and are told', async () => {
    const text = '<p>[gallery ids="1,2"] and [poll https://polls.example/1]</p>';
    const { description, warnings } = await rendered(text);
    expect(description).toContain('[gallery ids=');
    expect(warnings).toEqual([
      expect.stringMatching(/^body: .*"gallery"/),
      expect.stringMatching(/^body: .*"poll"/),
    ]);
  });

  test.each([
    'He said [sic] and [1].',
    '[Twitter users]',
    '[[gallery ids=1]]',
    '<code>[gallery ids=1]</code>',
  ])('%s is text without a warning', async (text) => {
    expect((await rendered(`<p>${text}</p>`)).warnings).toEqual([]);
  });
});

test('Without compatibility they stay text, and are told', async () => {
  const strict = await startService({ settings: { compatibility: false } });
  const body = `<p>[twitter_embed ${TWEET}]</p><p>[rebelmouse-proxy-image https://a.example/b.png]</p>`;
  const { body: post } = await strict.post('/api/1.3/posts', { headline: 'Post', body }).expect(200);
  expect(post.description).toContain('[twitter_embed');
  expect(post.warnings).toHaveLength(2);
  await strict.stop();
});
