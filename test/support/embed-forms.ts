import { describe, expect, test } from '@jest/globals';
import { embedOf } from '../../src/modules/content/embeds/embeds.js';

/** All without the scheme; the frame without its beginning, which is the same for all of a provider. */
export type EmbedForms = readonly (readonly [page: string, frame: string, id: string])[];

const SITE = { url: new URL('https://news.example/blog') };

/** Tests the frames and ids of the URLs of a provider, and that other pages of it have none. */
export function testEmbeds(
  provider: string,
  base: string,
  forms: EmbedForms,
  others: readonly string[],
): void {
  describe(provider, () => {
    test.each(forms)('https://%s', (page, frame, id) => {
      const expected = { provider, url: `https://${base}${frame}`, id };
      expect(embedOf(`https://${page}`, undefined, SITE)).toMatchObject(expected);
      expect(embedOf(`http://${page}`, provider, SITE)).toMatchObject(expected);
      expect(embedOf(`https://${page}`, 'another', SITE)).toBeNull();
    });

    test.each(others)('https://%s is nothing that can be embedded', (page) => {
      expect(embedOf(`https://${page}`, provider, SITE)).toBeNull();
    });
  });
}
