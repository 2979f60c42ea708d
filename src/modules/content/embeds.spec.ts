import { describe, expect, test } from '@jest/globals';
import { parseSiteSettings } from '../site/site-settings-source.js';
import { formatShortcode, parseShortcode } from './domain/shortcode.js';
import { EmbedShortcodes } from './embed-shortcodes.js';
import { embedHtml, embedOf } from './embeds.js';
import { htmlRules } from './html-rules.js';
import sanitize from './sanitize.worker.js';
import { Shortcodes } from './shortcodes.js';

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/';
const ID = 'dQw4w9WgXcQ';
const LIST = 'PLabc-DEF_123';

describe('the embed of', () => {
  test.each([
    [`https://www.youtube.com/watch?v=${ID}`, ID],
    [`http://youtube.com/watch?app=desktop&v=${ID}&feature=share&pp=abc#x`, ID],
    [`//m.youtube.com/watch?v=${ID}`, ID],
    [`https://music.youtube.com/watch?v=${ID}&si=abc`, ID],
    [`https://youtu.be/${ID}?si=abc`, ID],
    [`HTTPS://YOUTU.BE/${ID}`, ID],
    [`https://www.youtube.com/shorts/${ID}?feature=share`, ID],
    [`https://www.youtube.com/live/${ID}`, ID],
    [`https://www.youtube.com/embed/${ID}?autoplay=1&start=5`, `${ID}?start=5`],
    [`https://www.youtube-nocookie.com/embed/${ID}`, ID],
    [`https://www.youtube.com/v/${ID}`, ID],
    [`https://youtu.be/${ID}?t=90`, `${ID}?start=90`],
    [`https://youtu.be/${ID}?t=90s`, `${ID}?start=90`],
    [`https://www.youtube.com/watch?v=${ID}&t=1m30s`, `${ID}?start=90`],
    [`https://www.youtube.com/watch?v=${ID}&t=1h0m5s`, `${ID}?start=3605`],
    [`https://www.youtube.com/watch?v=${ID}&t=-1`, ID],
    [`https://www.youtube.com/watch?v=${ID}&t=later`, ID],
    [`https://www.youtube.com/watch?v=${ID}&list=${LIST}&index=2`, `${ID}?list=${LIST}`],
    [`https://www.youtube.com/playlist?list=${LIST}`, `videoseries?list=${LIST}`],
    [`https://www.youtube.com/embed/videoseries?list=${LIST}`, `videoseries?list=${LIST}`],
  ])('%s', (url, expected) => {
    expect(embedOf(url)).toMatchObject({
      provider: 'youtube',
      url: YOUTUBE + expected,
      title: 'YouTube video',
    });
  });

  test.each([
    ['https://vimeo.com/76979871', '76979871?dnt=1'],
    ['https://www.vimeo.com/76979871/', '76979871?dnt=1'],
    ['https://vimeo.com/76979871/8272103f6e?share=copy', '76979871?dnt=1&h=8272103f6e'],
    ['https://vimeo.com/channels/staffpicks/76979871#t=1m5s', '76979871?dnt=1#t=65s'],
    ['https://vimeo.com/groups/a-b/videos/76979871', '76979871?dnt=1'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e&badge=0', '76979871?dnt=1&h=8272103f6e'],
  ])('%s', (url, expected) => {
    expect(embedOf(url)).toMatchObject({
      provider: 'vimeo',
      url: `https://player.vimeo.com/video/${expected}`,
    });
  });
});

test.each([
  ...[
    '',
    'x',
    ID,
    'youtu.be',
    'https://x.example/',
    'https://www.youtube.com/',
    'https://www.youtube.com/@someone',
  ],
  ...[
    'https://youtu.be/',
    'https://youtu.be/short',
    `https://youtu.be/${ID}x`,
    'https://www.youtube.com/watch?v=',
    `ftp://youtu.be/${ID}`,
  ],
  ...[
    `https://www.youtube.com/watch/${ID}`,
    `https://evil.example/watch?v=${ID}`,
    `https://youtu.be.evil.example/${ID}`,
  ],
  ...[
    `https://youtu.be@evil.example/${ID}`,
    `https://a:b@youtu.be/${ID}`,
    `https://youtu.be:8080/${ID}`,
    `javascript:"//youtu.be/${ID}"`,
  ],
  ...[
    `https://youtu.be/${ID.slice(1)}"`,
    'https://youtu.be/%22%3E%3Cscript%3E',
    'https://vimeo.com/',
    'https://vimeo.com/abc',
  ],
  ...[
    'https://vimeo.com/1/<script>',
    'https://vimeo.com/76979871/settings',
    'https://www.youtube.com/playlist?list=<b>',
  ],
])('%j is nothing that can be embedded', (url) => {
  expect(embedOf(url)).toBeNull();
});

test('an embed is a sandboxed frame in a figure, which a second look leaves as it is', () => {
  const embed = embedOf(`https://youtu.be/${ID}?t=1&list=${LIST}`);
  const html = embed ? embedHtml(embed) : '';
  expect(html).toMatch(/^<figure class="embed embed-youtube"><iframe [^<>]+><\/iframe><\/figure>$/);
  for (const part of [
    `src="${YOUTUBE}${ID}?list=${LIST}&amp;start=1"`,
    'title="YouTube video"',
    'allowfullscreen',
    'loading="lazy"',
  ]) {
    expect(html).toContain(part);
  }
  expect(html).toContain(
    ' sandbox="allow-scripts allow-same-origin allow-popups allow-presentation allow-forms"',
  );
  const { embedHosts } = parseSiteSettings({}, 'defaults').content;
  const [safe] = sanitize({ texts: [html], rules: htmlRules(embedHosts) });
  expect(safe?.removed).toEqual([]);
  expect(safe?.html).toContain(`src="${YOUTUBE}${ID}?list=${LIST}&amp;start=1"`);
});

describe('its shortcode', () => {
  const renderer = (content = {}) =>
    new EmbedShortcodes(new Shortcodes(), parseSiteSettings({ content }, 'test'));
  const resultOf = async (source: string, content = {}) => {
    const shortcode = parseShortcode(source);
    return shortcode && (await renderer(content).render([shortcode]))[0];
  };

  test('shows it, in full width with expand=1', async () => {
    const url = `https://youtu.be/${ID}`;
    const plain = await resultOf(formatShortcode('youtube', [url], { expand: '0' }));
    expect(plain).toEqual({ html: expect.stringContaining('<figure class="embed embed-youtube">') });
    const wide = await resultOf(`[youtube ${url} expand=1]`);
    expect(wide).toEqual({
      html: expect.stringContaining('<figure class="embed embed-youtube embed-expand">'),
    });
  });

  test.each([
    '[youtube]',
    '[youtube expand=1]',
    '[youtube https://vimeo.com/76979871]',
    '[vimeo "&lt;script>"]',
  ])('%s is no embed, and a warning says so', async (source) => {
    expect(await resultOf(source)).toEqual({
      warning: expect.stringMatching(/^\[\w+ …\] is not shown: ".*" is no /),
    });
  });

  test('shows nothing of a host that the site does not take frames from', async () => {
    const content = { embedHosts: ['player.vimeo.com'] };
    expect(await resultOf(`[youtube https://youtu.be/${ID}]`, content)).toEqual({
      warning: expect.stringContaining('www.youtube-nocookie.com is not among content.embedHosts'),
    });
    expect(await resultOf('[vimeo https://vimeo.com/76979871]', content)).toHaveProperty('html');
  });
});
