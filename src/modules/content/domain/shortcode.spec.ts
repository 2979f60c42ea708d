import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { expectProportional } from '../../../../test/support/cpu-time.js';
import { fuzzed } from '../../../../test/support/fuzz.js';
import { formatShortcode, MAX_SHORTCODE_CHARACTERS, parseShortcode } from './shortcode.js';

const LINK = '<a href="https://youtu.be/x?a=1&amp;b=2" target="_blank">';

describe('a shortcode is read', () => {
  test.each<[source: string, args: string[], parameters?: Record<string, string>]>([
    ['[x]', []],
    ['[X a  b\tc\r\nd\u00a0e ]', ['a', 'b', 'c', 'd', 'e']],
    ['[x-y_1 https://youtu.be/x?v=1&amp;t=2]', ['https://youtu.be/x?v=1&t=2']],
    ['[x https://youtu.be/x?v=1&t=2#c]', ['https://youtu.be/x?v=1&t=2#c']],
    ['[x a=1 b="two words" c=\'it is "so"\' d=]', [], { a: '1', b: 'two words', c: 'it is "so"', d: '' }],
    ['[x "one \\" two" a="\\\\" b="C:\\dir"]', ['one " two'], { a: '\\', b: 'C:\\dir' }],
    ["[x C:\\dir don't a=b=c =d e = f]", ['C:\\dir', "don't", '=d', 'e', '=', 'f'], { a: 'b=c' }],
    ['[x a="1]2" \'[3]\' b="a=b"]', ['[3]'], { a: '1]2', b: 'a=b' }],
    ['[x a="1"b=2"3"]', [], { a: '1', b: '2"3"' }],
    ['[x "a=b" a=1 a=2]', ['a=b'], { a: '2' }],
    ['[x a=&quot;b c&quot;&nbsp;d=&#39;e f&#x27; g=&amp;lt;]', [], { a: 'b c', d: 'e f', g: '&lt;' }],
    [
      '[x a=“b c” d=”e f” g=„h i“ j=‘k l’ m=&ldquo;n o&rdquo;]',
      [],
      { a: 'b c', d: 'e f', g: 'h i', j: 'k l', m: 'n o' },
    ],
    ['[x a="“b” c" d=“say "e" now” f="\\“g"]', [], { a: '“b” c', d: 'say "e" now', f: '“g' }],
    [
      `[x ${LINK}https://youtu.be/x?a=1&amp;b=2</a> expand=1]`,
      ['https://youtu.be/x?a=1&b=2'],
      { expand: '1' },
    ],
    [`[x ${LINK}www.youtu.be/x…</a>]`, ['https://youtu.be/x?a=1&b=2']],
    ['[x <a data-href="a" title=" href=&quot;b&quot;" href="c" href="d">www.x</a>]', ['c']],
    ['[x <a data-href="a">http</a>]', ['http']],
    [`[x <b>${LINK}our</a> <i>own</i></b> words]`, ['our', 'own', 'words']],
    ['[x a<br>b<br />c<wbr>d caption="e<br>f"]', ['a', 'b', 'cd'], { caption: 'e f' }],
    [
      '[x __proto__=1 constructor=2]',
      [],
      Object.fromEntries([
        ['__proto__', '1'],
        ['constructor', '2'],
      ]),
    ],
    ['[x a=%7B%22b%22%3A%5B1%5D%7D 😀 日本]', ['😀', '日本'], { a: '%7B%22b%22%3A%5B1%5D%7D' }],
    ['[x &#99999999; &#x110000; &unknown; & &#0]', ['&#99999999;', '&#x110000;', '&unknown;', '&', '&#0']],
  ])('%s', (source, args, parameters = {}) => {
    const name = /^\[([\w-]+)/.exec(source)?.[1]?.toLowerCase();
    expect(parseShortcode(source)).toEqual({ name, source, arguments: args, parameters });
  });
});

test.each([
  ...[
    '',
    '[',
    ']',
    '[]',
    '[ x]',
    '[1]',
    '[…]',
    '[...]',
    '[-x]',
    '[x',
    'x]',
    ' [x]',
    '[x] ',
    '[x][y]',
    '[x a]b]',
    '["x"]',
  ],
  ...[
    '[x=1]',
    '[x!]',
    '[x "a]',
    "[x 'a]",
    '[x a="b]',
    '[x a=“b]',
    '[/x]',
    '[x <p>a</p>]',
    '[x <script>]',
    '[x </b>a]',
  ],
  ...[
    '[<b>x</b>]',
    '[x <b>a]',
    '[x <b>a</i></b>]',
    '[x <]',
    `[${'x'.repeat(65)}]`,
    '[é]',
    '[x "a\\"]',
    '[[x]]',
    '[&#120;]',
  ],
  `[x ${'a'.repeat(MAX_SHORTCODE_CHARACTERS)}]`,
])('%j is no shortcode', (source) => {
  expect(parseShortcode(source)).toBeNull();
});

describe('a shortcode is written', () => {
  test.each<[expected: string, args: string[], parameters?: Record<string, string>]>([
    ['[cms-image]', []],
    ['[cms-image 12 size=1x1 caption="two words"]', ['12'], { size: '1x1', caption: 'two words' }],
    ['[cms-image "a=b" "" x="" y=a=b]', ['a=b', ''], { x: '', y: 'a=b' }],
    [
      '[cms-image a="say \\"so\\"" b="“so”" c=it\'s d="\'tis" e=a\\b f="a\\\\ b"]',
      [],
      {
        ...{ a: 'say "so"', b: '“so”', c: "it's", d: "'tis", e: 'a\\b', f: 'a\\ b' },
      },
    ],
    ['[cms-image a="x]" b=&lt;b&gt;&amp;amp; c="a\u00a0b"]', [], { a: 'x]', b: '<b>&amp;', c: 'a\u00a0b' }],
  ])('%s', (expected, args, parameters = {}) => {
    expect(formatShortcode('CMS-Image', args, parameters)).toBe(expected);
  });

  test.each(['', '1x', 'a b', 'a]', 'é', '-a'])('but not with the name or key %j', (name) => {
    expect(() => formatShortcode(name)).toThrow('is not the name');
    expect(() => formatShortcode('x', [], { [name]: '' })).toThrow('is not the key');
  });
});

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...'" \' \\ = [ ] & &lt; < > “ ” ‘ ’ a b= \n'.split(' '), ' ', '\u00a0', '&amp;'))
    .map((parts) => parts.join('')),
);

test('whatever is written can be read', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,10}$/);
  const key = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_-]{0,10}$/);
  fc.assert(
    fc.property(name, fc.array(text), fc.dictionary(key, text), (called, args, parameters) => {
      const source = formatShortcode(called, args, parameters);
      expect(parseShortcode(source)).toEqual({ name: called, source, arguments: args, parameters });
    }),
    fuzzed(2_000),
  );
});

test('any text is read without an error', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const source = `[x ${one}=${other}]`;
      const shortcode = parseShortcode(source);
      if (shortcode)
        expect(parseShortcode(formatShortcode('x', shortcode.arguments, shortcode.parameters))).toMatchObject(
          {
            ...{ arguments: shortcode.arguments, parameters: shortcode.parameters },
          },
        );
    }),
    fuzzed(2_000),
  );
});

test.each([
  ['attributes', ' href="a"'],
  ['attributes of other names', ' data-href="a"'],
  ['blanks', ' '],
])('a link with many %s is read in time linear in its length', (_, piece) => {
  const read = (count: number) => parseShortcode(`[x <a ${piece.repeat(count)}/>y</a>]`);
  expectProportional(read, { pieces: Math.floor(500_000 / piece.length), withinMs: 1000 });
});

test('a word of many equals signs is read in time linear in its length', () => {
  const read = (count: number) => parseShortcode(`[x %${'='.repeat(count)}]`);
  expectProportional(read, { pieces: 39_000, withinMs: 1000 });
});
