import { expect, test } from '@jest/globals';
import { testEmbeds } from '../../../../test/support/embed-forms.js';
import { embedOf } from './embeds.js';

const GIF = 'xT9IgG50Fb7Mi0prBC';
testEmbeds(
  'giphy',
  'giphy.com/embed/',
  [
    [`giphy.com/gifs/hello-there-${GIF}?utm_source=x`, GIF, GIF],
    [`www.giphy.com/gifs/${GIF}`, GIF, GIF],
    [`giphy.com/embed/${GIF}/video`, GIF, GIF],
    [`giphy.com/stickers/a-${GIF}/`, GIF, GIF],
    [`media.giphy.com/media/${GIF}/giphy.gif`, GIF, GIF],
    [`media3.giphy.com/media/v1.Y2lkPTc5MGI3NjEx/${GIF}/200w.webp?cid=x`, GIF, GIF],
    [`i.giphy.com/${GIF}.gif`, GIF, GIF],
  ],
  [
    'giphy.com/',
    'giphy.com/someone',
    'gph.is/abc',
    'giphy.com/search/hello',
    'media.giphy.com/x',
    'giphy.com/gifs/a-b"c',
  ],
);

testEmbeds(
  'imgur',
  'imgur.com/',
  [
    ['imgur.com/aBc12De', 'aBc12De/embed?pub=true', 'aBc12De'],
    ['m.imgur.com/r/pics/aBc12De', 'aBc12De/embed?pub=true', 'aBc12De'],
    ['imgur.com/aBc12De/embed?ref=x', 'aBc12De/embed?pub=true', 'aBc12De'],
    ['i.imgur.com/aBc12De.jpeg', 'aBc12De/embed?pub=true', 'aBc12De'],
    ['i.imgur.com/aBc12Deh.jpg', 'aBc12De/embed?pub=true', 'aBc12De'],
    ['imgur.com/a/some-title-aBc12De', 'a/aBc12De/embed?pub=true', 'aBc12De'],
    ['imgur.com/gallery/aBc12', 'a/aBc12/embed?pub=true', 'aBc12'],
    ['imgur.com/t/cats/aBc12De', 'a/aBc12De/embed?pub=true', 'aBc12De'],
  ],
  [
    'imgur.com/',
    'imgur.com/privacy',
    'imgur.com/user/someone',
    'i.imgur.com/',
    'imgur.com/upload',
    'i.imgur.com/a/aBc12De',
  ],
);

testEmbeds(
  'flickr',
  'www.flickr.com/photos/',
  [
    ['www.flickr.com/photos/some_one/14782326131/', 'some_one/14782326131/player/', '14782326131'],
    [
      'flickr.com/photos/35571855@N06/14782326131/in/photostream/',
      '35571855@N06/14782326131/player/',
      '14782326131',
    ],
    ['m.flickr.com/photos/35571855%40N06/14782326131', '35571855@N06/14782326131/player/', '14782326131'],
    ['www.flickr.com/photos/some_one/14782326131/player/', 'some_one/14782326131/player/', '14782326131'],
    ['www.flickr.com/photos/some_one/sets/72157/', 'some_one/albums/72157/player/', '72157'],
    ['www.flickr.com/photos/some_one/albums/72157?x=1', 'some_one/albums/72157/player/', '72157'],
  ],
  [
    'www.flickr.com/',
    'www.flickr.com/photos/some_one/',
    'flic.kr/p/abc',
    'www.flickr.com/photos/a/1/sizes/l/',
  ],
);

testEmbeds(
  'datawrapper',
  'datawrapper.dwcdn.net/',
  [
    ['datawrapper.dwcdn.net/aB1cD/7/', 'aB1cD/7/', 'aB1cD'],
    ['datawrapper.dwcdn.net/aB1cD/', 'aB1cD/', 'aB1cD'],
    ['datawrapper.dwcdn.net/aB1cD/7/plain.html?x=1', 'aB1cD/7/', 'aB1cD'],
    ['www.datawrapper.de/_/aB1cD/', 'aB1cD/', 'aB1cD'],
    ['datawrapper.de/_/aB1cD?v=2', 'aB1cD/', 'aB1cD'],
  ],
  [
    'datawrapper.dwcdn.net/',
    'datawrapper.dwcdn.net/aB1cD/7/embed.js',
    'www.datawrapper.de/about',
    'app.datawrapper.de/aB1cD',
  ],
);

const EIFFEL = '0x47e66e2964e34e2d:0x8ddca9ee380ef7e0';
const PB = `!1m18!1m12!1d2624.99!2d2.29!3d48.85!3m2!1i1024!2i768!4f13.1!1s${EIFFEL}!2sTour%20Eiffel!5e0!3m2!1sen!2sfr`;
const pbOf = (pb: string) => `/embed?${new URLSearchParams({ pb: decodeURIComponent(pb) }).toString()}`;
testEmbeds(
  'google-maps',
  'www.google.com/maps',
  [
    [`www.google.com/maps/embed?pb=${PB}`, pbOf(PB), EIFFEL],
    ['www.google.com/maps/embed?pb=!1m1!2d2.29&x=1', pbOf('!1m1!2d2.29'), ''],
    ['www.google.com/maps?q=Tour+Eiffel&output=embed&hl=fr', '?q=Tour+Eiffel&output=embed', 'Tour Eiffel'],
    ['maps.google.com/?q=Tour%20Eiffel', '?q=Tour+Eiffel&output=embed', 'Tour Eiffel'],
    ['maps.google.de/maps?q=48.85,2.29&z=3', '?q=48.85%2C2.29&z=3&output=embed', '48.85,2.29'],
    [
      `www.google.fr/maps/place/Tour+Eiffel/@48.85,2.29,17.5z/data=!3m1!4b1!4m6!1s${EIFFEL}!8m2?entry=ttu`,
      '?q=Tour+Eiffel&ll=48.85%2C2.29&z=17&output=embed',
      EIFFEL,
    ],
    [
      'google.com/maps/search/caf%C3%A9s/@48.85,-2.29,14z',
      '?q=caf%C3%A9s&ll=48.85%2C-2.29&z=14&output=embed',
      'cafés',
    ],
    ['www.google.com/maps/@48.85,2.29,17z?hl=fr', '?q=48.85%2C2.29&z=17&output=embed', '48.85,2.29'],
    ['www.google.com/maps/search/?api=1&query=Tour+Eiffel', '?q=Tour+Eiffel&output=embed', 'Tour Eiffel'],
  ],
  [
    ...[
      'www.google.com/',
      'www.google.com/search?q=x',
      'maps.app.goo.gl/abc',
      'goo.gl/maps/abc',
      'www.google.com/maps',
    ],
    ...[
      'www.google.com/maps/dir/a/b',
      'www.google.com/maps/embed/v1/place?key=x&q=y',
      'www.google.com/maps?cid=1',
    ],
    ...['www.google.com/maps/embed?pb=x', 'www.google.com/maps/embed?pb=!1', 'www.google.com/maps?q=%3Cb%3E'],
    ...[
      'www.google.com/maps/place/%00/',
      'www.google.com/maps/../url?q=x',
      'maps.google.com/url?q=https://x.example',
    ],
  ],
);

testEmbeds(
  'codepen',
  'codepen.io/',
  [
    ['codepen.io/some-one/pen/aBcDeF', 'some-one/embed/aBcDeF?default-tab=result', 'aBcDeF'],
    ['codepen.io/some-one/full/aBcDeF?editors=1', 'some-one/embed/aBcDeF?default-tab=result', 'aBcDeF'],
    ['www.codepen.io/some-one/details/aBcDeF/', 'some-one/embed/aBcDeF?default-tab=result', 'aBcDeF'],
    [
      'codepen.io/some-one/embed/preview/aBcDeF?height=1',
      'some-one/embed/aBcDeF?default-tab=result',
      'aBcDeF',
    ],
    ['codepen.io/team/some-team/pen/aBcDeF', 'team/some-team/embed/aBcDeF?default-tab=result', 'aBcDeF'],
  ],
  [
    'codepen.io/',
    'codepen.io/some-one',
    'codepen.io/collection/abc',
    'codepen.io/some-one/pen/',
    'cdpn.io/aBcDeF',
  ],
);

const GIST = '6cad326836d38bd3a7ae';
testEmbeds(
  'gist',
  'news.example/blog/res/embeds/gists/',
  [
    [`gist.github.com/octocat/${GIST}`, `octocat/${GIST}`, GIST],
    [`gist.github.com/octocat/${GIST}/`, `octocat/${GIST}`, GIST],
    [`gist.github.com/octocat/${GIST}.js?file=hello%20world.rb`, `octocat/${GIST}?file=hello+world.rb`, GIST],
    [`gist.github.com/octocat/${GIST}/${'0a'.repeat(20)}#file-a-rb`, `octocat/${GIST}`, GIST],
    [`gist.github.com/${GIST}`, GIST, GIST],
    ['gist.github.com/1234567.pibb', '1234567', '1234567'],
    [`gist.github.com/octocat/${GIST}?file=../../x`, `octocat/${GIST}`, GIST],
  ],
  [
    'gist.github.com/',
    'gist.github.com/octocat',
    'gist.github.com/discover',
    `gist.github.com/-octocat/${GIST}`,
    `gist.github.com/octocat/${GIST}/forks`,
    `gist.github.com/octo%22cat/${GIST}`,
    'gist.github.com/starred/cafe',
  ],
);

test('gists need a site that has their frames', () => {
  expect(embedOf(`https://gist.github.com/octocat/${GIST}`)).toBeNull();
});
