import { describe, expect, test } from '@jest/globals';
import { contentSettings } from '../content.settings.js';
import { settingsOf } from '../../../../test/support/settings.js';
import { MASTODON } from './social-embeds.js';
import { EMBED_PROVIDERS } from './embed-providers.js';
import { embedHtml, embedOf, withEmbedShortcode } from './embeds.js';
import { htmlRules } from '../sanitising/html-rules.js';
import sanitize from '../sanitising/sanitize.worker.js';

/** One of each provider. */
const PAGES: readonly (readonly [provider: string, url: string])[] = [
  ['youtube', 'https://youtu.be/dQw4w9WgXcQ'],
  ['vimeo', 'https://vimeo.com/76979871'],
  ['dailymotion', 'https://dai.ly/x8k2m4n'],
  ['tiktok', 'https://www.tiktok.com/@a/video/7234567890123456789'],
  ['tiktok', 'https://www.tiktok.com/@a/photo/7234567890123456789'],
  ['twitch', 'https://www.twitch.tv/videos/1234567890'],
  ['twitch', 'https://clips.twitch.tv/AwkwardHelplessSalamander'],
  ['x', 'https://x.com/a/status/1234567890'],
  ['bluesky', 'https://bsky.app/profile/a.example/post/3l6oveex3ii2l'],
  ...MASTODON.hosts.map((host) => ['mastodon', `https://${host}/@a/109`] as const),
  ['instagram', 'https://www.instagram.com/p/CxYz_-12345/'],
  ['facebook', 'https://www.facebook.com/a/posts/10153231379946729'],
  ['facebook', 'https://www.facebook.com/reel/10153231379946729'],
  ['threads', 'https://www.threads.net/@a/post/CxYz_-12345'],
  ['reddit', 'https://www.reddit.com/r/news/comments/1abc23/'],
  ['spotify', 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'],
  ['soundcloud', 'https://soundcloud.com/a/b'],
  ['apple-podcasts', 'https://podcasts.apple.com/us/podcast/id1200361736'],
  ['giphy', 'https://giphy.com/gifs/xT9IgG50Fb7Mi0prBC'],
  ['imgur', 'https://imgur.com/aBc12De'],
  ['imgur', 'https://imgur.com/a/aBc12De'],
  ['flickr', 'https://www.flickr.com/photos/35571855@N06/14782326131/'],
  ['datawrapper', 'https://datawrapper.dwcdn.net/aB1cD/7/'],
  ['google-maps', 'https://www.google.com/maps/embed?pb=!1m1!2d2.29'],
  ['google-maps', 'https://www.google.com/maps/place/Caf%C3%A9/@48.85,2.29,17z'],
  ['codepen', 'https://codepen.io/a/pen/aBcDeF'],
  ['gist', 'https://gist.github.com/octocat/6cad326836d38bd3a7ae?file=a.rb'],
];
const SITE = { url: new URL('https://news.example') };

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
    `https://www.youtube.com.evil.example/watch?v=${ID}`,
    `https://evil-youtube.com/watch?v=${ID}`,
    `https://evil.example/https://youtu.be/${ID}`,
  ],
  ...[
    `https://youtu.be@evil.example/${ID}`,
    `https://a:b@youtu.be/${ID}`,
    `https://:b@youtu.be/${ID}`,
    `https://youtu.be./${ID}`,
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
  const { embedHosts } = settingsOf(contentSettings);
  const [safe] = sanitize({ texts: [html], rules: htmlRules(embedHosts) });
  expect(safe?.removed).toEqual([]);
  expect(safe?.html).toContain(`src="${YOUTUBE}${ID}?list=${LIST}&amp;start=1"`);
});

test('there is a page of each provider to try', () => {
  expect([...new Set(PAGES.map(([provider]) => provider))]).toEqual(EMBED_PROVIDERS.map(({ name }) => name));
});

describe.each(PAGES)('%s: %s', (provider, url) => {
  const embed = embedOf(url, undefined, SITE);

  test('has a frame of nothing but safe attributes, which the default settings show', () => {
    expect(embed).toMatchObject({ provider, title: expect.stringMatching(/./) });
    const html = embed ? embedHtml(embed, true) : '';
    expect(html).toMatch(
      /^<figure class="embed embed-[a-z-]+ embed-expand"><iframe src="https:\/\/[^"<>\s]+" title="[\w ]+" style="(?:height:\d+px|aspect-ratio:\d+ \/ \d+);width:100%" sandbox="[a-z -]+" loading="lazy" referrerpolicy="strict-origin-when-cross-origin" allow="[a-z; -]+" allowfullscreen><\/iframe><\/figure>$/,
    );
    const [safe] = sanitize({
      texts: [html],
      rules: htmlRules(settingsOf(contentSettings).embedHosts, SITE.url),
    });
    expect(safe?.removed).toEqual([]);
    expect(safe?.html).toContain(`src="${embed?.url.replaceAll('&', '&amp;') ?? ''}"`);
  });

  test('is the embed of its own frame', () => {
    // The frame is a page of the service.
    if (embed?.script !== undefined) return;
    expect(embedOf(embed?.url ?? '', undefined, SITE)).toMatchObject({ provider, url: embed?.url });
  });

  test.each([
    ...['.evil.example', '.', ':8443', '@evil.example', '%2eevil.example', '\\@evil.example'].map((end) =>
      url.replace(/^https:\/\/[^/]+/, `$&${end}`),
    ),
    ...[
      'evil-',
      'user@',
      'user:pw@',
      'evil.example/',
      'evil.example?',
      'evil.example#',
      'evil.example\\',
    ].map((start) => url.replace('https://', `https://${start}`)),
    ...['ftp:', 'javascript:', 'data:text/html,', 'blob:https:', 'view-source:https:'].map((scheme) =>
      url.replace('https:', scheme),
    ),
    `x ${url}`,
  ])('%s is none', (hostile) => {
    expect(embedOf(hostile, undefined, SITE)).toBeNull();
  });

  test('is no way for attributes and scripts into the frame', () => {
    for (const tail of [
      '"onload="alert(1)',
      '<script>',
      "'",
      '?x="><script>',
      '#"><b>',
      '&amp;x=1',
      '/../../x',
    ]) {
      const hostile = embedOf(url + tail, undefined, SITE);
      if (hostile) expect(hostile.url).toMatch(/^https:\/\/[\w.-]+\/[^"'<>\s]*$/);
      expect(hostile?.url ?? '').not.toMatch(/alert|script/);
    }
  });
});

describe('a text that is an embeddable URL', () => {
  test.each([
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', '[youtube https://www.youtube.com/embed/dQw4w9WgXcQ]'],
    [' https://vimeo.com/76979871\n', '[vimeo https://vimeo.com/76979871]'],
    ['https://www.twitch.tv/videos/1234567?a=1&b=2', '[twitch https://www.twitch.tv/videos/1234567?a=1&b=2]'],
  ])('%j is its shortcode', (text, shortcode) => {
    expect(withEmbedShortcode(text)).toBe(shortcode);
  });

  test.each([
    'https://www.example.com/a',
    'See https://vimeo.com/76979871',
    '<p>https://vimeo.com/76979871</p>',
    'https://vimeo.com/76979871 https://vimeo.com/76979871',
    'https://vimeo.com/76979871]',
    'javascript:alert(1)',
    '',
    `https://vimeo.com/${'7'.repeat(3000)}`,
  ])('%j stays as it is', (text) => {
    expect(withEmbedShortcode(text)).toBe(text);
  });
});
