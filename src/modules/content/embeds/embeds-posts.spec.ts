import { expect, test } from '@jest/globals';
import { testEmbeds } from '../../../../test/support/embed-forms.js';
import { embedOf } from './embeds.js';

const TWEET = '1234567890123456789';
testEmbeds(
  'x',
  'platform.twitter.com/embed/Tweet.html?id=',
  [
    [`twitter.com/some_one/status/${TWEET}?s=20&t=abc`, `${TWEET}&dnt=true`, TWEET],
    [`x.com/some_one/status/${TWEET}/photo/1`, `${TWEET}&dnt=true`, TWEET],
    [`mobile.twitter.com/some_one/status/${TWEET}/`, `${TWEET}&dnt=true`, TWEET],
    [`www.x.com/some_one/statuses/${TWEET}`, `${TWEET}&dnt=true`, TWEET],
    [`x.com/i/status/${TWEET}`, `${TWEET}&dnt=true`, TWEET],
    [`x.com/i/web/status/${TWEET}`, `${TWEET}&dnt=true`, TWEET],
    [`platform.twitter.com/embed/Tweet.html?id=${TWEET}&theme=dark`, `${TWEET}&dnt=true`, TWEET],
    [`platform.x.com/embed/Tweet.html?id=${TWEET}`, `${TWEET}&dnt=true`, TWEET],
  ],
  [
    ...['x.com/', 'x.com/some_one', 't.co/abc', 'x.com/some_one/status/x', 'platform.twitter.com/widgets.js'],
    ...[`x.com/some_one/status/${TWEET}/analytics`, `platform.x.com/x/status/${TWEET}`],
  ],
);

const DID = 'did:plc:z72i7hdynmk6r22z27h6tvur';
const POST = '3l6oveex3ii2l';
testEmbeds(
  'bluesky',
  'embed.bsky.app/embed/',
  [
    [`bsky.app/profile/${DID}/post/${POST}`, `${DID}/app.bsky.feed.post/${POST}`, POST],
    [
      `bsky.app/profile/${DID.replaceAll(':', '%3A')}/post/${POST}?ref_src=embed`,
      `${DID}/app.bsky.feed.post/${POST}`,
      POST,
    ],
    [
      `bsky.app/profile/Some-One.bsky.social/post/${POST}/`,
      `some-one.bsky.social/app.bsky.feed.post/${POST}`,
      POST,
    ],
    [
      `embed.bsky.app/embed/${DID}/app.bsky.feed.post/${POST}?id=1&ref_url=x`,
      `${DID}/app.bsky.feed.post/${POST}`,
      POST,
    ],
  ],
  [
    ...[
      'bsky.app/',
      'bsky.app/profile/a.example',
      `bsky.app/profile/x/post/${POST}`,
      'bsky.app/profile/a.b/post/x',
    ],
    ...[`bsky.app/profile/a.example/post/${POST}/liked-by`, `bsky.app/profile/..%2F..%2Fx/post/${POST}`],
    ...[
      `bsky.app/profile/did:key:abc/post/${POST}`,
      `embed.bsky.app/embed/${DID}/app.bsky.feed.like/${POST}`,
    ],
    `bsky.app/profile/%ff/post/${POST}`,
  ],
);

testEmbeds(
  'mastodon',
  '',
  [
    ['mastodon.social/@some_one/109', 'mastodon.social/@some_one/109/embed', '109'],
    ['mastodon.social/@some.one/109/embed', 'mastodon.social/@some.one/109/embed', '109'],
    ['fosstodon.org/web/@some_one/109?x=1', 'fosstodon.org/@some_one/109/embed', '109'],
    ['hachyderm.io/users/some_one/statuses/109', 'hachyderm.io/@some_one/109/embed', '109'],
  ],
  [
    ...['mastodon.social/', 'mastodon.social/@a', 'mastodon.social/@a@b.example/109', 'mastodon.social/@a/x'],
    ...[
      'localhost/@a/109',
      '127.0.0.1/@a/109',
      '[::1]/@a/109',
      'host/@a/109',
      'a_b.example/@a/109',
      'x.example./@a/1',
    ],
  ],
);

test('of hosts that are not known to be of Mastodon, it takes URLs when it is named', () => {
  const url = 'https://social.example/@some_one/109';
  expect(embedOf(url)).toBeNull();
  expect(embedOf(url, 'mastodon')).toMatchObject({ url: `${url}/embed`, kind: 'post' });
  expect(embedOf('https://user@social.example/@some_one/109', 'mastodon')).toBeNull();
  expect(embedOf('https://social.example:3000/@some_one/109', 'mastodon')).toBeNull();
  expect(embedOf(url, 'x')).toBeNull();
});

const CODE = 'CxYz_-12345';
testEmbeds(
  'instagram',
  'www.instagram.com/',
  [
    [`www.instagram.com/p/${CODE}/?igsh=abc&img_index=1`, `p/${CODE}/embed/`, CODE],
    [`instagram.com/some.one/p/${CODE}`, `p/${CODE}/embed/`, CODE],
    [`instagr.am/p/${CODE}`, `p/${CODE}/embed/`, CODE],
    [`m.instagram.com/reel/${CODE}/`, `reel/${CODE}/embed/`, CODE],
    [`www.instagram.com/reels/${CODE}/`, `reel/${CODE}/embed/`, CODE],
    [`www.instagram.com/tv/${CODE}/`, `tv/${CODE}/embed/`, CODE],
    [`www.instagram.com/p/${CODE}/embed/captioned/?cr=1`, `p/${CODE}/embed/`, CODE],
  ],
  [
    ...['www.instagram.com/', 'www.instagram.com/someone/', `www.instagram.com/share/p/${CODE}`],
    ...['www.instagram.com/stories/someone/123/', 'www.instagram.com/p/a"b12345/', `ig.me/p/${CODE}`],
  ],
);

const PFBID = `pfbid0${'2aB'.repeat(12)}`;
const post = (path: string) =>
  `post.php?href=${encodeURIComponent(`https://www.facebook.com/${path}`)}&show_text=true&width=500`;
const video = (path: string) =>
  `video.php?href=${encodeURIComponent(`https://www.facebook.com/${path}`)}&show_text=false`;
testEmbeds(
  'facebook',
  'www.facebook.com/plugins/',
  [
    [`www.facebook.com/some.page/posts/${PFBID}?__cft__=x`, post(`some.page/posts/${PFBID}`), PFBID],
    [
      'm.facebook.com/page/posts/a-title-%C3%A9/10225991164034426/',
      post('page/posts/10225991164034426'),
      '10225991164034426',
    ],
    [
      `web.facebook.com/permalink.php?story_fbid=${PFBID}&id=100064&fbclid=x`,
      post(`permalink.php?story_fbid=${PFBID}&id=100064`),
      PFBID,
    ],
    [
      'www.facebook.com/photo/?fbid=144685433875&set=a.1',
      post('photo.php?fbid=144685433875'),
      '144685433875',
    ],
    [
      'www.facebook.com/page/photos/a.1.2/144685433875/?type=3',
      post('photo.php?fbid=144685433875'),
      '144685433875',
    ],
    [
      'facebook.com/page/videos/a-title/10153231379946729',
      video('page/videos/10153231379946729/'),
      '10153231379946729',
    ],
    [
      'www.facebook.com/watch/?v=10153231379946729&ref=x',
      video('watch/?v=10153231379946729'),
      '10153231379946729',
    ],
    ['www.facebook.com/reel/10153231379946729?s=x', video('reel/10153231379946729/'), '10153231379946729'],
    [
      'www.facebook.com/plugins/video.php?height=314&href=https%3A%2F%2Fwww.facebook.com%2Fpage%2Fvideos%2F10153231379946729%2F&appId=1',
      video('page/videos/10153231379946729/'),
      '10153231379946729',
    ],
  ],
  [
    ...['www.facebook.com/', 'www.facebook.com/page', 'fb.watch/abc/', 'www.facebook.com/share/p/abc/'],
    ...['www.facebook.com/groups/1/posts/10153231379946729/', 'www.facebook.com/plugins/post.php'],
    ...[
      'www.facebook.com/plugins/post.php?href=https%3A%2F%2Fevil.example%2Fpage%2Fposts%2F10153231379946729',
    ],
    ...['www.facebook.com/plugins/post.php?href=javascript:x', 'www.facebook.com/permalink.php?story_fbid=1'],
    'www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fplugins%2Fpost.php',
  ],
);

test('what is a video on Facebook looks like one', () => {
  expect(embedOf('https://www.facebook.com/watch/?v=10153231379946729')).toMatchObject({
    kind: 'video',
    title: 'Facebook video',
    aspectRatio: '16 / 9',
    height: null,
  });
});

testEmbeds(
  'threads',
  'www.threads.com/',
  [
    [`www.threads.net/@some.one/post/${CODE}?xmt=abc`, `@some.one/post/${CODE}/embed`, CODE],
    [`www.threads.com/@some.one/post/${CODE}/`, `@some.one/post/${CODE}/embed`, CODE],
    [`threads.com/%40some.one/post/${CODE}`, `@some.one/post/${CODE}/embed`, CODE],
    [`threads.net/@some.one/post/${CODE}/embed`, `@some.one/post/${CODE}/embed`, CODE],
  ],
  [
    'www.threads.net/',
    'www.threads.net/@some.one',
    `www.threads.net/t/${CODE}`,
    'www.threads.com/@a/post/<b>',
  ],
);

testEmbeds(
  'reddit',
  'embed.reddit.com/',
  [
    [
      'www.reddit.com/r/news/comments/1abc23/a_title/?utm_source=share',
      'r/news/comments/1abc23/?embed=true',
      '1abc23',
    ],
    ['old.reddit.com/r/news/comments/1abc23', 'r/news/comments/1abc23/?embed=true', '1abc23'],
    ['m.reddit.com/r/news/comments/1abc23/%C3%A9/', 'r/news/comments/1abc23/?embed=true', '1abc23'],
    [
      'www.reddit.com/user/some-one/comments/1abc23/x/',
      'user/some-one/comments/1abc23/?embed=true',
      '1abc23',
    ],
    [
      'www.reddit.com/r/news/comments/1abc23/a_title/k9xyz/?context=3',
      'r/news/comments/1abc23/comment/k9xyz/?embed=true',
      'k9xyz',
    ],
    [
      'www.reddit.com/r/news/comments/1abc23/comment/k9xyz/',
      'r/news/comments/1abc23/comment/k9xyz/?embed=true',
      'k9xyz',
    ],
    ['embed.reddit.com/r/news/comments/1abc23/a/?theme=dark', 'r/news/comments/1abc23/?embed=true', '1abc23'],
    ['www.redditmedia.com/r/news/comments/1abc23/a/?ref=x', 'r/news/comments/1abc23/?embed=true', '1abc23'],
  ],
  [
    'www.reddit.com/',
    'www.reddit.com/r/news/',
    'redd.it/1abc23',
    'www.reddit.com/r/news/s/AbCdEf',
    'i.redd.it/a.png',
  ],
);
