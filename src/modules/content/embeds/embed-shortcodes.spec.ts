import { describe, expect, test } from '@jest/globals';
import type { Environment } from '../../../platform/config/environment.js';
import { contentSettings } from '../content.settings.js';
import { settingsOf } from '../../../../test/support/settings.js';
import { EMBED_PROVIDERS } from './embed-providers.js';
import { formatShortcode, parseShortcode } from '../domain/shortcode.js';
import { EmbedMarkup } from './embed-markup.js';
import { EmbedShortcodes } from './embed-shortcodes.js';
import { Shortcodes } from '../shortcodes/shortcodes.js';

const ID = 'dQw4w9WgXcQ';
const environment = { PUBLIC_BASE_URL: 'https://news.example:8443/blog' } as Environment;

const renderer = (content = {}) =>
  new EmbedShortcodes(new Shortcodes(), new EmbedMarkup(settingsOf(contentSettings, content), environment));

async function resultOf(source: string, content = {}) {
  const shortcode = parseShortcode(source);
  return shortcode && (await renderer(content).render([shortcode]))[0];
}

describe('the shortcode of an embed', () => {
  test('shows it, in full width with expand=1', async () => {
    const url = `https://youtu.be/${ID}`;
    const plain = await resultOf(formatShortcode('youtube', [url], { expand: '0' }));
    expect(plain).toEqual({ html: expect.stringContaining('<figure class="embed embed-youtube">') });
    const wide = await resultOf(`[youtube ${url} expand=1]`);
    expect(wide).toEqual({
      html: expect.stringContaining('<figure class="embed embed-youtube embed-expand">'),
    });
  });

  test('is there for all providers', async () => {
    const registry = new Shortcodes();
    const shortcodes = new EmbedShortcodes(
      registry,
      new EmbedMarkup(settingsOf(contentSettings), environment),
    );
    shortcodes.onModuleInit();
    for (const { name } of EMBED_PROVIDERS) expect(registry.rendererOf(name)).toBe(shortcodes);
    expect(await resultOf('[google-maps "https://www.google.com/maps?q=a b" expand=1]')).toEqual({
      html: expect.stringContaining('embed-google-maps embed-expand'),
    });
    expect(await resultOf('[tiktok https://www.tiktok.com/@a/video/7234567890123456789 expand=1]')).toEqual({
      html: expect.stringContaining('embed-tiktok embed-expand'),
    });
  });

  test('tells Twitch where it is shown', async () => {
    expect(await resultOf('[twitch https://www.twitch.tv/videos/1234567890]')).toEqual({
      html: expect.stringContaining('parent=news.example&amp;'),
    });
  });

  test.each([
    '[youtube expand=1]',
    '[youtube https://vimeo.com/76979871]',
    '[youtube x]',
    `[youtube ${ID}]`,
    '[vimeo "&lt;script>"]',
    '[tiktok https://vm.tiktok.com/ZMabc123/]',
    '[x users expand=1]',
  ])('%s is no embed, and a warning says so', async (source) => {
    expect(await resultOf(source)).toEqual({
      warning: expect.stringMatching(/^\[\w+ …\] is not shown: ".*" is no /),
    });
  });

  test.each(['[youtube]', '[Facebook]', '[X]', '[X users]', '[Reddit and others]', '[TikTok <b>dances</b>]'])(
    '%s in a quotation is text',
    async (source) => {
      expect(await resultOf(source)).toEqual({ html: source });
    },
  );

  test('shows nothing of a host that the site does not take frames from', async () => {
    const content = { embedHosts: ['player.vimeo.com'] };
    expect(await resultOf(`[youtube https://youtu.be/${ID}]`, content)).toEqual({
      warning: expect.stringContaining('www.youtube-nocookie.com is not among content.embedHosts'),
    });
    expect(await resultOf('[vimeo https://vimeo.com/76979871]', content)).toHaveProperty('html');
  });

  test('shows posts of a Mastodon host that the site names, and of no other', async () => {
    const shortcode = '[mastodon https://social.example/@a/109]';
    expect(await resultOf(shortcode)).toEqual({
      warning: expect.stringContaining('social.example is not among content.embedHosts'),
    });
    expect(await resultOf(shortcode, { embedHosts: ['social.example/@'] })).toEqual({
      html: expect.stringContaining('src="https://social.example/@a/109/embed"'),
    });
  });

  test('shows gists in a frame of the site that has no origin', async () => {
    const shortcode = '[gist https://gist.github.com/octocat/6cad326836d38bd3a7ae expand=1]';
    const result = await resultOf(shortcode);
    expect(result).toEqual({
      html: expect.stringContaining(
        'src="https://news.example:8443/blog/res/embeds/gists/octocat/6cad326836d38bd3a7ae"',
      ),
    });
    expect(result).toEqual({ html: expect.not.stringContaining('allow-same-origin') });
    expect(await resultOf(shortcode, { embedHosts: ['codepen.io'] })).toEqual({
      warning: expect.stringContaining('gist.github.com is not among content.embedHosts'),
    });
  });

  test('never frames the site itself, whatever the list says', async () => {
    const own = { PUBLIC_BASE_URL: 'https://news.example' } as Environment;
    const settings = settingsOf(contentSettings, { embedHosts: ['news.example'] });
    const shortcode = parseShortcode('[mastodon https://news.example/@a/109]');
    const [result] = await new EmbedShortcodes(new Shortcodes(), new EmbedMarkup(settings, own)).render(
      shortcode ? [shortcode] : [],
    );
    expect(result).toHaveProperty('warning');
  });
});

describe('the frame of a video', () => {
  const embeds = (content = {}) => new EmbedMarkup(settingsOf(contentSettings, content), environment);

  test.each([
    [`https://youtu.be/${ID}`, 'https://www.youtube-nocookie.com/embed/'],
    ['http://player.vimeo.com/video/1', 'https://player.vimeo.com/video/1'],
    ['//streamable.com/e/abc', 'https://streamable.com/e/abc'],
  ])('%s', (url, source) => {
    expect(embeds().video(url)).toContain(` src="${source}`);
  });

  test.each([
    '',
    'x',
    'javascript:alert(1)',
    'https://evil.example/',
    'https://news.example:8443/x',
    'ftp://x.y/',
  ])('there is none of %j', (url) => {
    expect(embeds({ embedHosts: ['news.example', 'player.vimeo.com'] }).video(url)).toBeNull();
  });
});
