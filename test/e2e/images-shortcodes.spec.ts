import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ok, uploaded } from '../support/picture-client.js';
import { subjectAt } from '../support/picture-pixels.js';
import { type Service, startService } from '../support/service.js';

const POSTS = '/api/1.3/posts';
const MAX_CHARACTERS = 40_000;
const photo = { name: 'photo.jpg', file: await subjectAt({ x: 0.3, y: 0.5 }, 90, 60).jpeg().toBuffer() };

interface Post {
  readonly description: string;
  readonly warnings: readonly string[];
}

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const post = (body: string) => ok<Post>(service.post(POSTS, { headline: 'A headline', body }));

describe('The shortcode of an image', () => {
  test('can be pasted however long its texts are', async () => {
    const quotes = '"'.repeat(10_000);
    for (const words of [
      { caption: '<'.repeat(10_000) },
      { caption: quotes, photo_credit: quotes, alt: quotes, title: quotes },
      { alt: 'short', caption: '&'.repeat(10_000), title: 'short' },
    ]) {
      const image = await uploaded(service, photo, words);
      expect(image.shortcode.length).toBeLessThanOrEqual(MAX_CHARACTERS);
      const { description, warnings } = await post(`<p>${image.shortcode}</p>`);
      expect(description).toBe(image.media_html);
      expect(description).toMatch(/^<figure /);
      expect(warnings).toEqual([]);
    }
  });

  test('holds what fits, up to the first text that does not', async () => {
    const words = { caption: 'a caption', photo_credit: '<'.repeat(10_000), alt: 'an alt' };
    const { shortcode } = await uploaded(service, photo, words);
    expect(shortcode).toMatch(/ expand=1 caption="a caption"\]$/);
    const last = { caption: 'c'.repeat(10_000), photo_credit: 'p'.repeat(10_000), alt: 'an alt' };
    expect((await uploaded(service, photo, last)).shortcode).toMatch(/p{10000} alt="an alt"\]$/);
  });
});

describe('A link of a shortcode', () => {
  test.each(['javascript:alert(1)', 'data:text/html,x', '//example.com', 'example.com/page', 'vbscript:x'])(
    'to %s is left out, and a warning says so',
    async (address) => {
      const { id, media_html } = await uploaded(service, photo);
      const { description, warnings } = await post(`[cms-image ${id} link_url="${address}"]`);
      expect(description).toBe(media_html);
      expect(warnings).toEqual([expect.stringContaining(address)]);
      expect(warnings[0]).toMatch(/^body: \[cms-image \d+ …\] .*link_url/);
    },
  );

  test.each(['https://example.com/', 'mailto:ann@example.com', '/about', ''])(
    'to "%s" is no reason for a warning',
    async (address) => {
      const { id } = await uploaded(service, photo);
      const { description, warnings } = await post(`[cms-image ${id} link_url="${address}"]`);
      expect(description.includes('<a ')).toBe(address !== '');
      expect(warnings).toEqual([]);
    },
  );

  test('that is long is quoted in part', async () => {
    const { id } = await uploaded(service, photo);
    const { warnings } = await post(`[cms-image ${id} link_url="javascript:${'x'.repeat(5000)}"]`);
    expect(warnings[0]?.length).toBeLessThan(300);
  });
});
