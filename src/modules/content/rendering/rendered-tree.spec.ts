import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fuzzed } from '../../../../test/support/fuzz.js';
import { writtenAndRead } from '../../../../test/support/html-trees.js';
import { Environment } from '../../../platform/config/environment.js';
import { contentSettings } from '../content.settings.js';
import { settingsOf } from '../../../../test/support/settings.js';
import { ContentService } from './content.service.js';
import type { Shortcode } from '../domain/shortcode.js';
import { LibraryHtmlSanitizer } from '../sanitising/html-sanitizer.js';
import { ShortcodeRenderer, type ShortcodeResult, Shortcodes } from '../shortcodes/shortcodes.js';

/** A block, something inside the line, and nothing. */
class FakeRenderer extends ShortcodeRenderer {
  readonly names = ['figure', 'link', 'gone'];

  render(shortcodes: readonly Shortcode[]): Promise<ShortcodeResult[]> {
    return Promise.resolve(
      shortcodes.map(({ name }) => {
        if (name === 'gone') return { warning: 'It is gone.' };
        return { html: name === 'figure' ? '<figure>x</figure>' : '<a href="/x">x</a>' };
      }),
    );
  }
}

const registry = new Shortcodes();
registry.register(new FakeRenderer());
const sanitizer = new LibraryHtmlSanitizer(settingsOf(contentSettings), Environment.from({}));
const content = new ContentService(sanitizer, registry);

test('whatever a shortcode stands in, what is rendered is the tree that a parser makes of it', async () => {
  const tags = 'p b i span abbr ruby rt time div ul li table tr td h2 dl dd figure blockquote details'.split(
    ' ',
  );
  const tag = fc.constantFrom(...tags);
  const part = fc.oneof(
    { weight: 5, arbitrary: tag.map((name) => `<${name}>`) },
    { weight: 3, arbitrary: tag.map((name) => `</${name}>`) },
    { weight: 4, arbitrary: fc.constantFrom('[figure x]', '[link x]', '[gone]', '[[figure x]]', 'a', ' ') },
  );
  const property = fc.asyncProperty(fc.array(part, { maxLength: 20 }), async (parts) => {
    const [rendering] = await content.renderAll([parts.join('')]);
    const { written, read } = writtenAndRead(rendering?.html ?? '');
    expect(read).toBe(written);
  });
  await fc.assert(property, fuzzed(1_000));
});
