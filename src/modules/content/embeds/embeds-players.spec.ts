import { expect, test } from '@jest/globals';
import { testEmbeds } from '../../../../test/support/embed-forms.js';
import { embedOf } from './embeds.js';

test('a short of YouTube is upright, a playlist has its own id', () => {
  expect(embedOf('https://youtube.com/shorts/dQw4w9WgXcQ')).toMatchObject({
    kind: 'video',
    id: 'dQw4w9WgXcQ',
    aspectRatio: '9 / 16',
    height: null,
  });
  expect(embedOf('https://www.youtube.com/playlist?list=PLabc')).toMatchObject({ id: 'PLabc' });
  expect(embedOf('https://vimeo.com/76979871/8272103f6e')).toMatchObject({ id: '76979871', kind: 'video' });
});

testEmbeds(
  'dailymotion',
  'geo.dailymotion.com/player.html?video=',
  [
    ['www.dailymotion.com/video/x8k2m4n', 'x8k2m4n', 'x8k2m4n'],
    ['dailymotion.com/video/x8k2m4n_some-title_news?playlist=x1', 'x8k2m4n', 'x8k2m4n'],
    ['touch.dailymotion.com/video/x8k2m4n/', 'x8k2m4n', 'x8k2m4n'],
    ['www.dailymotion.com/embed/video/x8k2m4n?autoplay=1', 'x8k2m4n', 'x8k2m4n'],
    ['geo.dailymotion.com/player.html?video=x8k2m4n&mute=true', 'x8k2m4n', 'x8k2m4n'],
    ['geo.dailymotion.com/player/x42qb.html?video=x8k2m4n', 'x8k2m4n', 'x8k2m4n'],
    ['dai.ly/x8k2m4n', 'x8k2m4n', 'x8k2m4n'],
  ],
  ['www.dailymotion.com/', 'dai.ly/', 'www.dailymotion.com/someone', 'www.dailymotion.com/video/a"b'],
);

const TIKTOK = '7234567890123456789';
testEmbeds(
  'tiktok',
  'www.tiktok.com/',
  [
    [`www.tiktok.com/@some.one/video/${TIKTOK}?is_from_webapp=1&_r=1`, `player/v1/${TIKTOK}`, TIKTOK],
    [`tiktok.com/@/video/${TIKTOK}`, `player/v1/${TIKTOK}`, TIKTOK],
    [`m.tiktok.com/v/${TIKTOK}.html?u_code=1`, `player/v1/${TIKTOK}`, TIKTOK],
    [`www.tiktok.com/embed/v2/${TIKTOK}?lang=en`, `embed/v2/${TIKTOK}`, TIKTOK],
    [`www.tiktok.com/embed/${TIKTOK}`, `embed/v2/${TIKTOK}`, TIKTOK],
    [`www.tiktok.com/player/v1/${TIKTOK}?autoplay=1`, `player/v1/${TIKTOK}`, TIKTOK],
    [`www.tiktok.com/share/video/${TIKTOK}/`, `player/v1/${TIKTOK}`, TIKTOK],
    [`www.tiktok.com/@some.one/photo/${TIKTOK}`, `embed/v2/${TIKTOK}`, TIKTOK],
  ],
  ['vm.tiktok.com/ZMabc123/', 'www.tiktok.com/t/ZMabc123/', 'www.tiktok.com/@x', `www.tiktok.com/@x/video/x`],
);

const PARENT = 'parent=news.example&autoplay=false';
const CLIP = 'AwkwardHelplessSalamander-x_1';
testEmbeds(
  'twitch',
  '',
  [
    ['www.twitch.tv/videos/1234567890', `player.twitch.tv/?video=1234567890&${PARENT}`, '1234567890'],
    [
      'm.twitch.tv/videos/1234567890?t=1h2m3s&filter=all',
      `player.twitch.tv/?video=1234567890&${PARENT}&time=1h2m3s`,
      '1234567890',
    ],
    ['www.twitch.tv/someone/v/1234567890', `player.twitch.tv/?video=1234567890&${PARENT}`, '1234567890'],
    [
      'player.twitch.tv/?video=v1234567890&parent=evil.example',
      `player.twitch.tv/?video=1234567890&${PARENT}`,
      '1234567890',
    ],
    ['twitch.tv/SomeOne?tt_medium=x', `player.twitch.tv/?channel=someone&${PARENT}`, 'someone'],
    [
      'player.twitch.tv/?channel=someone&muted=true',
      `player.twitch.tv/?channel=someone&${PARENT}`,
      'someone',
    ],
    [`clips.twitch.tv/${CLIP}`, `clips.twitch.tv/embed?clip=${CLIP}&${PARENT}`, CLIP],
    [`clips.twitch.tv/embed?clip=${CLIP}&parent=x`, `clips.twitch.tv/embed?clip=${CLIP}&${PARENT}`, CLIP],
    [`www.twitch.tv/someone/clip/${CLIP}?range=7d`, `clips.twitch.tv/embed?clip=${CLIP}&${PARENT}`, CLIP],
  ],
  [
    ...[
      'www.twitch.tv/',
      'www.twitch.tv/directory',
      'www.twitch.tv/directory/game/Chess',
      'clips.twitch.tv/',
    ],
    ...['www.twitch.tv/someone/about', 'www.twitch.tv/someone/clip/a/b', 'player.twitch.tv/?channel=a&b'],
    ...['www.twitch.tv/videos/x', 'clips.twitch.tv/a/b'],
  ],
);

test('of Twitch there are no frames for a site without a name', () => {
  expect(embedOf('https://www.twitch.tv/videos/1234567890')).toBeNull();
  expect(
    embedOf('https://www.twitch.tv/videos/1234567890', 'twitch', { url: new URL('https://a&b') }),
  ).toBeNull();
});

const SPOTIFY = '4uLU6hMCjMI75M1A2tKUQC';
testEmbeds(
  'spotify',
  'open.spotify.com/embed/',
  [
    [`open.spotify.com/track/${SPOTIFY}?si=abc`, `track/${SPOTIFY}`, SPOTIFY],
    [`open.spotify.com/intl-de/album/${SPOTIFY}`, `album/${SPOTIFY}`, SPOTIFY],
    [`open.spotify.com/user/some%20one/playlist/${SPOTIFY}`, `playlist/${SPOTIFY}`, SPOTIFY],
    [`open.spotify.com/embed/episode/${SPOTIFY}/video?utm_source=generator`, `episode/${SPOTIFY}`, SPOTIFY],
    [`open.spotify.com/embed-podcast/show/${SPOTIFY}`, `show/${SPOTIFY}`, SPOTIFY],
    [`play.spotify.com/artist/${SPOTIFY}/`, `artist/${SPOTIFY}`, SPOTIFY],
  ],
  ['open.spotify.com/', 'spotify.link/abc', 'open.spotify.com/track/x', `open.spotify.com/user/${SPOTIFY}`],
);

const sound = (path: string) => `https%3A%2F%2F${path.replaceAll('/', '%2F')}`;
testEmbeds(
  'soundcloud',
  'w.soundcloud.com/player/?url=',
  [
    [
      'soundcloud.com/some-one/a-track?si=1&utm_source=x',
      sound('soundcloud.com/some-one/a-track'),
      'some-one/a-track',
    ],
    [
      'm.soundcloud.com/some-one/sets/a-set',
      sound('soundcloud.com/some-one/sets/a-set'),
      'some-one/sets/a-set',
    ],
    [
      'soundcloud.com/some-one/a-track/s-AbCdE12?in=x',
      sound('soundcloud.com/some-one/a-track/s-AbCdE12'),
      'some-one/a-track',
    ],
    ['api.soundcloud.com/tracks/123456', sound('api.soundcloud.com/tracks/123456'), '123456'],
    [
      'w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/123456&color=%23ff5500&auto_play=true',
      sound('api.soundcloud.com/tracks/123456'),
      '123456',
    ],
    [
      'w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/playlists/soundcloud%253Aplaylists%253A123456',
      sound('api.soundcloud.com/playlists/123456'),
      '123456',
    ],
    [
      'w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/123456%3Fsecret_token%3Ds-AbCdE12',
      `${sound('api.soundcloud.com/tracks/123456')}%3Fsecret_token%3Ds-AbCdE12`,
      '123456',
    ],
  ],
  [
    ...[
      'on.soundcloud.com/abc',
      'soundcloud.com/',
      'soundcloud.com/some-one',
      'soundcloud.com/discover/sets/x',
    ],
    ...['soundcloud.com/some-one/likes', 'soundcloud.com/some-one/sets', 'w.soundcloud.com/player/'],
    ...[
      'w.soundcloud.com/player/?url=https%3A//evil.example/a/b',
      'w.soundcloud.com/player/?url=javascript:x',
    ],
    ...['w.soundcloud.com/player/?url=https%3A//w.soundcloud.com/player/', 'api.soundcloud.com/users/123456'],
  ],
);

testEmbeds(
  'apple-podcasts',
  'embed.podcasts.apple.com/',
  [
    ['podcasts.apple.com/us/podcast/the-daily/id1200361736', 'us/podcast/id1200361736', '1200361736'],
    [
      'podcasts.apple.com/de/podcast/%C3%BCber-uns/id1200361736?i=1000612345678&l=en',
      'de/podcast/id1200361736?i=1000612345678',
      '1000612345678',
    ],
    ['podcasts.apple.com/podcast/id1200361736', 'us/podcast/id1200361736', '1200361736'],
    [
      'embed.podcasts.apple.com/us/podcast/a/id1200361736?i=1000612345678&theme=dark',
      'us/podcast/id1200361736?i=1000612345678',
      '1000612345678',
    ],
    ['itunes.apple.com/us/podcast/a/id1200361736?mt=2', 'us/podcast/id1200361736', '1200361736'],
  ],
  [
    'podcasts.apple.com/us/browse',
    'itunes.apple.com/us/album/x/id1200361736',
    'podcasts.apple.com/us/podcast/a/idx',
  ],
);

test('players of sound are as high as what is in them, whatever their width', () => {
  const heights = [
    `https://open.spotify.com/track/${SPOTIFY}`,
    `https://open.spotify.com/show/${SPOTIFY}`,
    'https://soundcloud.com/a/b',
    'https://soundcloud.com/a/sets/b',
    'https://podcasts.apple.com/us/podcast/id1200361736?i=1000612345678',
  ].map((url) => embedOf(url)?.height);
  expect(heights).toEqual([152, 352, 166, 450, 175]);
});
