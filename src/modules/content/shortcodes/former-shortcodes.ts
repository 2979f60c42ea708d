import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CompatibilitySettings } from '../../compatibility/compatibility.settings.js';
import type { Shortcode } from '../domain/shortcode.js';
import { currentName, FORMER_NAMES } from '../domain/shortcode-names.js';
import { ShortcodeRenderer, type ShortcodeResult, Shortcodes } from './shortcodes.js';

/** Shortcodes by the names that a predecessor gave them: `[twitter_embed URL]` is `[x URL]`. */
@Injectable()
export class FormerShortcodes extends ShortcodeRenderer implements OnModuleInit {
  readonly names = FORMER_NAMES;

  constructor(
    private readonly registry: Shortcodes,
    private readonly compatibility: CompatibilitySettings,
  ) {
    super();
  }

  onModuleInit(): void {
    if (this.compatibility.enabled) this.registry.register(this);
  }

  async render(shortcodes: readonly Shortcode[]): Promise<readonly ShortcodeResult[]> {
    const current = shortcodes.map((shortcode) => ({ ...shortcode, name: currentName(shortcode.name) }));
    const results = new Map<Shortcode, ShortcodeResult | undefined>();
    for (const [renderer, asked] of Map.groupBy(current, ({ name }) => this.registry.rendererOf(name))) {
      const answers = await renderer?.render(asked);
      asked.forEach((shortcode, index) => results.set(shortcode, answers?.[index]));
    }
    return current.map((shortcode) => results.get(shortcode) ?? { html: shortcode.source });
  }
}
