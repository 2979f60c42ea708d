import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { expectProportional } from '../../../../test/support/cpu-time.js';
import { fuzzed } from '../../../../test/support/fuzz.js';
import { Environment } from '../../../platform/config/environment.js';
import { contentSettings } from '../content.settings.js';
import { settingsOf } from '../../../../test/support/settings.js';
import { ContentService, type Rendering } from './content.service.js';
import { formatShortcode, type Shortcode } from '../domain/shortcode.js';
import { fill, findShortcodes } from '../domain/shortcode-places.js';
import { LibraryHtmlSanitizer } from '../sanitising/html-sanitizer.js';
import { escapeHtml } from '../../../kernel/html.js';
import { ShortcodeRenderer, type ShortcodeResult, Shortcodes } from '../shortcodes/shortcodes.js';

/** Shows `[figure x]` as a figure, `[link x]` inside the line, and nothing of `[gone]`. */
class FakeRenderer extends ShortcodeRenderer {
  readonly calls: (readonly Shortcode[])[] = [];

  constructor(readonly names: readonly string[] = ['figure', 'link', 'gone', 'doc-*']) {
    super();
  }

  render(shortcodes: readonly Shortcode[]): Promise<ShortcodeResult[]> {
    this.calls.push(shortcodes);
    return Promise.resolve(
      shortcodes.map(({ name, arguments: args }) => {
        if (name === 'gone') return { warning: `[gone ${args.join(' ')}] is gone.` };
        const text = escapeHtml(args.join(' '));
        return { html: name === 'figure' ? `<figure>${text}</figure>` : `<a href="/x">${text}</a>` };
      }),
    );
  }
}

const sanitizer = new LibraryHtmlSanitizer(settingsOf(contentSettings), Environment.from({}));
afterAll(() => sanitizer.beforeApplicationShutdown());

let registry: Shortcodes;
let renderer: FakeRenderer;
let content: ContentService;
beforeEach(() => {
  registry = new Shortcodes();
  renderer = new FakeRenderer();
  registry.register(renderer);
  content = new ContentService(sanitizer, registry);
});
const render = async (text: string) => ((await content.renderAll([text])) as readonly [Rendering])[0];
const htmlOf = async (text: string) => (await render(text)).html;

describe('where a shortcode stands', () => {
  test.each([
    ['text without tags', 'a [figure x] b', 'a <figure>x</figure> b'],
    ['a paragraph of its own', '<p>[figure x]</p>', '<figure>x</figure>'],
    [
      'a paragraph of shortcodes',
      '<p class="y"> [figure x]<br>&nbsp;\n[figure z] </p>',
      '<figure>x</figure><figure>z</figure>',
    ],
    ['marks of an editor', '<p><b><i>[figure x]</i></b></p>', '<figure>x</figure>'],
    [
      'a paragraph with text',
      '<p class="y" id="z">a [figure x] b</p>',
      '<p class="y" id="z">a </p><figure>x</figure><p class="y"> b</p>',
    ],
    [
      'marks in a paragraph',
      '<p>a <b>b <i>c [figure x] d</i> e</b></p>',
      '<p>a <b>b <i>c </i></b></p><figure>x</figure><p><b><i> d</i> e</b></p>',
    ],
    ['the end of a paragraph', '<p>a [figure x]</p><p>b</p>', '<p>a </p><figure>x</figure><p>b</p>'],
    [
      'a paragraph with an image',
      '<p><img src="/i">[figure x]</p>',
      '<p><img src="/i" /></p><figure>x</figure>',
    ],
    ['a line, shown in it', '<p>a [link x] b</p>', '<p>a <a href="/x">x</a> b</p>'],
    ['a paragraph of its own, shown in it', '<p>[link x]</p>', '<p><a href="/x">x</a></p>'],
    ['a paragraph, and is not shown', '<p>[gone]</p><p>a [gone] b</p>', '<p>a  b</p>'],
    ['a list', '<ul><li>[figure x]</li></ul>', '<ul><li><figure>x</figure></li></ul>'],
    [
      'a table',
      '<table><tr><td>[figure x]</td></tr></table>',
      '<table><tbody><tr><td><figure>x</figure></td></tr></tbody></table>',
    ],
    ['a heading', '<h2>a [figure x]</h2>', '<h2>a <figure>x</figure></h2>'],
    [
      'a table in a paragraph',
      '<p>[figure a]<b><table><tr><td>[figure x]</td></tr></table></b> b</p>',
      '<figure>a</figure><table><tbody><tr><td><b><figure>x</figure></b></td></tr></tbody></table><p> b</p>',
    ],
    [
      'a paragraph in a mark in a paragraph',
      '<p>a<b><p>[figure x]</p></b></p>',
      '<p>a</p><figure>x</figure>',
    ],
    [
      'a link that an editor made',
      '<p>[figure <a href="https://x.example/1">https://x.ex…</a>]</p>',
      '<figure>https://x.example/1</figure>',
    ],
    [
      'a link that has the bracket, too',
      '<p>[figure <a href="https://x.example/1]">https://x.example/1]</a> b</p>',
      '<figure>https://x.example/1</figure><p> b</p>',
    ],
    ['a mark that it begins in', '[figure <b>x]</b> y', '<figure>x</figure> y'],
    ['several lines', '<p>[figure<br>x\ny]</p>', '<figure>x y</figure>'],
    [
      'a long tag, that is not repeated',
      `<p class="${'y'.repeat(300)}">a[figure x]b</p>`,
      `<p class="${'y'.repeat(300)}">a</p><figure>x</figure><p>b</p>`,
    ],
  ])('%s', async (_where, text, expected) => {
    expect(await htmlOf(text)).toBe(expected);
  });

  test.each([
    ...[
      '[sic]',
      '[1]',
      '[…]',
      '[figures x]',
      '[figure-x]',
      '[figurex]',
      '[doc x]',
      '[/figure]',
      '[ figure x]',
      '[]',
      '[',
    ],
    ...[
      '<pre>[figure x]</pre>',
      '<code>[figure x]</code>',
      '<kbd>[figure x]</kbd>',
      '<p><tt>a <b>[figure x]</b></tt></p>',
    ],
    ...[
      '<p title="[figure x]">a</p>',
      '<img src="/i" alt="[figure x]" />',
      '<video>[figure x]</video>',
      '[[sic]]',
      '[[figures x]]',
    ],
  ])('%s stays as it is, without a warning', async (text) => {
    expect(await render(text)).toMatchObject({ html: text, warnings: [] });
    expect(renderer.calls).toEqual([]);
  });

  test.each([
    ['<a href="/y">[figure x]</a>', 'inside of a link'],
    ['[figure x', 'not a whole shortcode'],
    ['<p>[figure "x]</p>', 'not a whole shortcode'],
    ['<p>[figure</p><p>x]</p>', 'not a whole shortcode'],
    ['<b>[figure</b> x]', 'not a whole shortcode'],
    [`[figure ${'x'.repeat(40_000)}]`, 'not a whole shortcode'],
  ])('%s', async (text, reason) => {
    const { html, warnings } = await render(text);
    expect({ html, warnings }).toEqual({ html: text, warnings: [expect.stringContaining(reason)] });
  });

  test.each([
    ['<p>[[figure x]]</p>', '<p>[figure x]</p>'],
    ['<p>[[figure "a b" <b>c</b>]] [[link]]</p>', '<p>[figure "a b" <b>c</b>] [link]</p>'],
    ['[[figure x]', '[<figure>x</figure>'],
    ['[figure x]]', '<figure>x</figure>]'],
    ['[[figure x][figure y]]', '[<figure>x</figure><figure>y</figure>]'],
    ['[[[figure x]]]', '[[figure x]]'],
  ])('%s is written to show %s', async (text, expected) => {
    expect(await htmlOf(text)).toBe(expected);
  });
});

describe('renderers', () => {
  test('are asked once for all texts, and answer in order', async () => {
    const other = new FakeRenderer(['other']);
    registry.register(other);
    const renderings = await content.renderAll([
      '[link a]',
      'b',
      '[other c] [LINK d]',
      '[gone e][gone e][doc-pdf f]',
    ]);
    expect(renderings.map(({ html }) => html)).toEqual([
      ...['<a href="/x">a</a>', 'b', '<a href="/x">c</a> <a href="/x">d</a>', '<a href="/x">f</a>'],
    ]);
    expect(renderings.map(({ warnings }) => warnings)).toEqual([[], [], [], ['[gone e] is gone.']]);
    expect(renderer.calls.map((call) => call.length)).toEqual([5]);
    expect(other.calls.map((call) => call.length)).toEqual([1]);
  });

  test('of the same name follow each other; the name itself goes before a longer beginning, that before a shorter', async () => {
    const [same, longer, later] = [
      new FakeRenderer(['doc-pdf']),
      new FakeRenderer(['doc-p*']),
      new FakeRenderer(['Link']),
    ];
    for (const one of [same, longer, later]) registry.register(one);
    await render('[doc-pdf] [doc-ppt] [doc-x] [link]');
    const names = [same, longer, renderer, later].map(({ calls }) => calls.flat().map(({ name }) => name));
    expect(names).toEqual([['doc-pdf'], ['doc-ppt'], ['doc-x'], ['link']]);
  });

  test.each(['', '*', '1', 'a b', 'a*b', 'é'])('cannot have the name %j', (name) => {
    expect(() => {
      registry.register(new FakeRenderer([name]));
    }).toThrow('No shortcode can be named');
  });

  test('that fail, or forget a result, fail the rendering', async () => {
    renderer.render = () => Promise.reject(new Error('no connection'));
    await expect(render('[link]')).rejects.toThrow('no connection');
    renderer.render = () => Promise.resolve([]);
    await expect(render('[link]')).rejects.toThrow('FakeRenderer gave 0 results for 1 shortcodes');
  });
});

describe('words', () => {
  test.each([
    ['<p>one [figure two three] four [gone five] [sic]</p>', 5],
    ['one[link two]three [[figure four]]', 5],
    ["[link it's Tom's]", 2],
    [`[figure ${'日'.repeat(20)}]`, 20],
  ])('of %s are %i', async (text, count) => {
    expect((await render(text)).wordsCount).toBe(count);
  });

  test('of a text are those that readers see', async () => {
    const html = await htmlOf("<p>Hel<b>lo</b> [link it's] <script>x</script>[figure a&amp;b]</p>");
    const text = content.textOf(html);
    expect(text.split(/\s+/).filter(Boolean)).toEqual(['Hello', "it's", 'a', 'b']);
  });
});

test('whatever is formatted into a text arrives at the renderer', async () => {
  const value = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
  const property = fc.asyncProperty(
    fc.array(value),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), value),
    async (args, parameters) => {
      const text = `<p>a ${formatShortcode('figure', args, parameters)} b</p>`;
      await render(text);
      expect(renderer.calls.at(-1)).toMatchObject([{ arguments: args, parameters }]);
    },
  );
  await fc.assert(property, fuzzed(500));
});

describe('limits', () => {
  test('of the number of shortcodes', async () => {
    const { html, warnings } = await render('[link x]'.repeat(501));
    expect(renderer.calls[0]).toHaveLength(500);
    expect(html.endsWith('</a>[link x]')).toBe(true);
    expect(warnings).toEqual([expect.stringContaining('500 shortcodes')]);
  });

  test('of their length in all', async () => {
    const { warnings } = await render(`[link ${'x'.repeat(9_990)}]`.repeat(150));
    expect(renderer.calls[0]?.length).toBeLessThan(110);
    expect(warnings).toEqual([expect.stringContaining('1000000 characters')]);
  });

  test('of what comes out', async () => {
    renderer.render = (asked) => Promise.resolve(asked.map(() => ({ html: 'x'.repeat(3_000_000) })));
    await expect(render('[link][link][link]')).rejects.toMatchObject({ code: 'rendering-too-large' });
  });

  test.each([
    ...[
      '[',
      '[figure ',
      '[figure "',
      '[figure a=',
      '[[figure x]',
      '<b>[figure <i>',
      '<p>[figure x]',
      ']"\'“=&amp;',
    ],
    ...[
      '[figure <a href="x">http</a>',
      '[figure <b></b>',
      '[figure x]</p>',
      '[figure a="&quot;“',
      '[doc-',
      '<p>[gone]</p>',
    ],
  ])('of time: %s, over and over, is looked through at once', (piece) => {
    const lookThrough = (text: string) => fill(text, findShortcodes(text, registry.openings ?? /$./g), []);
    const look = (count: number) => lookThrough(piece.repeat(count));
    expectProportional(look, { pieces: Math.floor(2_000_000 / piece.length), withinMs: 2000 });
  });

  test('of length do not hold a long text back, which is rendered beside the requests', async () => {
    const paragraph = '<p onclick="x">one two <a href="javascript:x">three</a> [figure four]</p>';
    const { html, wordsCount, warnings } = await render(paragraph.repeat(400));
    expect(html).toBe('<p>one two <a>three</a> </p><figure>four</figure>'.repeat(400));
    expect(wordsCount).toBe(1600);
    expect(warnings).toEqual([expect.stringContaining('onclick'), expect.stringContaining('javascript:x')]);
  });
});
