import { Injectable } from '@nestjs/common';
import { TooLargeError } from '../../../kernel/errors.js';
import type { Shortcode } from '../domain/shortcode.js';
import { type MarkedMedia, markedMedia } from '../domain/media-marks.js';
import { withEmbedShortcode } from '../embeds/embeds.js';
import { fill, findShortcodes, type Found, unknownShortcodes } from '../domain/shortcode-places.js';
import { HtmlSanitizer } from '../sanitising/html-sanitizer.js';
import { countWords, textOf } from './html-text.js';
import type { Sanitized } from '../sanitising/sanitize.worker.js';
import { type ShortcodeRenderer, type ShortcodeResult, Shortcodes } from '../shortcodes/shortcodes.js';

/** A rendered HTML text. */
export interface Rendering {
  readonly html: string;
  /** Words that readers see: rendered shortcodes, not their source. */
  readonly wordsCount: number;
  /** Version of the rules that made it. */
  readonly version: number;
  /** Warnings: a sentence for each part that is not shown, none twice. */
  readonly warnings: readonly string[];
}

/** Whether a rendering may show an image or a document of the library. */
export type ShowsMedia = (media: MarkedMedia) => boolean;

/** Characters that have to be escaped make a text up to five times as long. */
const MAX_RENDERING_CHARACTERS = 7_000_000;
const NONE: Found = { places: [], warnings: new Set() };

/** Turns what editors write into what readers may be shown. */
@Injectable()
export class ContentService {
  constructor(
    private readonly sanitizer: HtmlSanitizer,
    private readonly registry: Shortcodes,
  ) {}

  /**
   * One rendering for each text, in the same order; a text that is an embeddable URL becomes the embed. All
   * of them are made safe at once, and each renderer of shortcodes is asked once.
   *
   * @param mayShow whether an image or document may be shown; as if it were not there otherwise
   * @throws InvalidError, TooLargeError, OverloadedError for a text that cannot be made safe, or not now
   */
  async renderAll(texts: readonly string[], mayShow: ShowsMedia = () => true): Promise<readonly Rendering[]> {
    const safe = await this.sanitizer.sanitize(texts.map(withEmbedShortcode));
    const found = safe.map(({ html }) => this.find(html));
    const all = found.flatMap(({ places }) => places.flatMap(({ shortcode }) => shortcode ?? []));
    const results =
      all.length === 0 ? new Map<Shortcode, ShortcodeResult>() : await this.resultsOf(all, mayShow);
    return safe.map((text, index) => this.rendering(text, found[index] ?? NONE, results));
  }

  /** Version of the current rendering rules. */
  get version(): number {
    return this.sanitizer.version;
  }

  /** Number of visible words of a rendered text. */
  wordsIn(rendering: string): number {
    return countWords(textOf(rendering));
  }

  /** The words of a text that was rendered. */
  textOf(rendering: string): string {
    return textOf(rendering);
  }

  private find(safe: string): Found {
    const openings = safe.includes('[') ? this.registry.openings : null;
    return openings ? findShortcodes(safe, openings) : NONE;
  }

  private async resultsOf(
    shortcodes: readonly Shortcode[],
    mayShow: ShowsMedia,
  ): Promise<Map<Shortcode, ShortcodeResult>> {
    const results = new Map<Shortcode, ShortcodeResult>();
    const byRenderer = Map.groupBy(shortcodes, ({ name }) => this.registry.rendererOf(name));
    for (const [renderer, asked] of byRenderer) {
      const answers = renderer ? await renderer.render(asked) : [];
      if (answers.length !== asked.length) {
        throw new Error(`${nameOf(renderer)} gave ${answers.length} results for ${asked.length} shortcodes.`);
      }
      for (const [index, answer] of answers.entries()) {
        const shortcode = asked[index];
        if (shortcode) results.set(shortcode, without(answer, shortcode, mayShow));
      }
    }
    return results;
  }

  private rendering(
    safe: Sanitized,
    found: Found,
    results: ReadonlyMap<Shortcode, ShortcodeResult>,
  ): Rendering {
    const unknown = unknownShortcodes(safe.html, (name) => this.registry.rendererOf(name) !== null);
    const warnings = new Set([...safe.removed, ...found.warnings, ...unknown]);
    let { html, wordsCount } = safe;
    if (found.places.length > 0) {
      const fragments = found.places.map(({ shortcode, source }) => {
        const result = shortcode ? results.get(shortcode) : { html: source };
        if (result && 'warning' in result) warnings.add(result.warning);
        return result && 'html' in result ? result.html : '';
      });
      html = fill(html, found, fragments);
      // Brackets part words, so that what is between them can be counted by itself.
      found.places.forEach(({ source }, index) => {
        wordsCount += countWords(textOf(fragments[index] ?? '')) - countWords(textOf(source));
      });
    }
    if (html.length > MAX_RENDERING_CHARACTERS) throw tooLarge();
    return { html, wordsCount, version: this.sanitizer.version, warnings: [...warnings] };
  }
}

/** The result, unless it shows what may not be shown. */
function without(result: ShortcodeResult, { name }: Shortcode, mayShow: ShowsMedia): ShortcodeResult {
  if (!('html' in result)) return result;
  const hidden = [...markedMedia(result.html)].find((media) => !mayShow(media));
  return hidden ? { warning: `There is no ${hidden.kind} ${hidden.id}: [${name} …] is not shown.` } : result;
}

function nameOf(renderer: ShortcodeRenderer | null): string {
  return renderer?.constructor.name ?? 'No renderer';
}

function tooLarge(): TooLargeError {
  return new TooLargeError(
    'rendering-too-large',
    `The HTML, made safe, exceeds the limit of ${MAX_RENDERING_CHARACTERS} characters.`,
  );
}
