import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fuzzed } from '../../../../test/support/fuzz.js';
import { contentSettings } from '../content.settings.js';
import { settingsOf } from '../../../../test/support/settings.js';
import { piecesOf, splitAtRule } from './content-pieces.js';
import { withOutermostPlace } from './listicle-place.js';
import { htmlRules } from '../sanitising/html-rules.js';
import sanitize from '../sanitising/sanitize.worker.js';

const rules = htmlRules(settingsOf(contentSettings).embedHosts);
const kinds = (html: string) => piecesOf(html, { postId: 7 }).map(({ kind }) => kind);
const joined = (html: string) =>
  piecesOf(html, { postId: 7 })
    .map((piece) => piece.html)
    .join('');

const textOf = (html: string) => html.replace(/<[^>]*>/g, '');

const IMAGE = '<img src="/a.jpg" alt="a" />';
const OURS =
  '<figure class="image"><a href="/x"><img src="/b.jpg" data-image-id="12"></a><figcaption>A <b>bridge</b></figcaption></figure>';
const PLACE = '<listicle id="listicle-7"></listicle>';

describe('a text is taken apart', () => {
  test.each([
    ['', []],
    ['Just words &amp; more', ['text']],
    ['<p>One</p>\n<p>Two</p>', ['text']],
    [`<p>One</p>${OURS}<p>Two</p>`, ['text', 'image', 'text']],
    [`\n${IMAGE}\n${OURS}\n`, ['image', 'image']],
    [`<p> ${IMAGE}<br /> </p>`, ['image']],
    [`<div><center>${IMAGE}</center></div>`, ['image']],
    [`<p>Words ${IMAGE} words</p>`, ['text']],
    [`<figure>${IMAGE}${IMAGE}</figure>`, ['text']],
    [`<figure>${IMAGE}<iframe src="https://x.example/"></iframe></figure>`, ['text']],
    ['<figure><iframe src="https://x.example/"></iframe><figcaption>c</figcaption></figure>', ['text']],
    [`<figure><figcaption>${IMAGE}</figcaption></figure>`, ['text']],
    [`<table><tbody><tr><td>${IMAGE}</td></tr></tbody></table>`, ['text']],
    [`<p>a</p>${PLACE}<p>b</p>`, ['text', 'listicle', 'text']],
    [`<p>${PLACE}</p>`, ['listicle']],
    [`<p>a ${PLACE} b</p>`, ['text', 'listicle']],
    [`<p>a ${PLACE} b</p><p>c</p>`, ['text', 'listicle', 'text']],
    [`<p>${IMAGE}${PLACE}</p>`, ['image', 'listicle']],
    ['<listicle id="other"></listicle>', []],
    ['<p>a</p><listicle id="listicle-8"></listicle><p>b</p>', ['text']],
    ['<p>a</p><listicle class="x" id="listicle-7"></listicle><p>b</p>', ['text', 'listicle', 'text']],
    [`<p>a</p><div>b ${PLACE}</div><p>c</p>`, ['text', 'listicle', 'text']],
    [`<p>${IMAGE}${OURS}`, ['image', 'image']],
    [`<p>${IMAGE}<p>${IMAGE}`, ['image', 'image']],
    [`${IMAGE}</p>${IMAGE}`, ['image', 'text', 'image']],
  ])('%j', (html, expected) => {
    expect(kinds(html)).toEqual(expected);
    expect(joined(html)).toBe(withOutermostPlace(html, 7));
  });

  test('and images of the library are told by their id', () => {
    expect(piecesOf(`${OURS}${IMAGE}`).map(({ imageId }) => imageId)).toEqual([12, null]);
  });

  test('and nothing of it is lost, whatever it is', () => {
    const part = fc.constantFrom(
      ...[IMAGE, OURS, PLACE, '<p>', '</p>', 'words', ' \n', '<b>x</b>', '<!-- -->', '<', '&amp;', '<br>'],
      ...['<figure>', '</figure>', '<figcaption>', '</figcaption>', '<ul><li>a', '<iframe>', 'ж😀', '</div>'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const raw = parts.join('');
        const [safe] = sanitize({ texts: [raw], rules });
        const html = safe?.html ?? '';
        if (raw.includes('<listicle')) expect(textOf(joined(html))).toBe(textOf(html));
        else expect([joined(raw), joined(html)]).toEqual([raw, html]);
      }),
      fuzzed(500),
    );
  });

  test('in time that grows with its length', () => {
    const deep = '<div>'.repeat(100_000) + IMAGE + '</div>'.repeat(100_000);
    expect(joined(deep)).toBe(deep);
    const long = `<p>words</p>${IMAGE}`.repeat(100_000);
    expect(kinds(long)).toHaveLength(999);
    expect(joined(long)).toBe(long);
    expect(piecesOf(long, { most: 5 }).map(({ kind }) => kind)).toEqual([
      'text',
      'image',
      'text',
      'image',
      'text',
    ]);
  });
});

test.each([
  ['', '', null],
  ['<p>a</p>', '<p>a</p>', null],
  ['<p>a</p><hr /><p>b</p>', '<p>a</p>', '<p>b</p>'],
  ['<p>a</p><hr><p>b</p><hr>', '<p>a</p>', '<p>b</p><hr>'],
  ['<div>a<hr />b</div><p>c</p><hr/>d', '<div>a<hr />b</div><p>c</p>', 'd'],
  ['<hr />', '', ''],
])('%j is split at its first outermost rule', (html, before, after) => {
  expect(splitAtRule(html)).toEqual([before, after]);
});
