import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CompatibilitySettings } from '../../compatibility/compatibility.settings.js';
import { webAddress } from '../../content/embeds/embed-provider.js';
import type { Shortcode } from '../../content/domain/shortcode.js';
import { ShortcodeRenderer, type ShortcodeResult, Shortcodes } from '../../content/shortcodes/shortcodes.js';
import { foreignFigure } from './image-markup.js';

/** `[rebelmouse-proxy-image URL …]` of a predecessor: an image of another site. */
@Injectable()
export class ForeignImageShortcodes extends ShortcodeRenderer implements OnModuleInit {
  readonly names = ['rebelmouse-proxy-image'];

  constructor(
    private readonly registry: Shortcodes,
    private readonly compatibility: CompatibilitySettings,
  ) {
    super();
  }

  onModuleInit(): void {
    if (this.compatibility.enabled) this.registry.register(this);
  }

  render(shortcodes: readonly Shortcode[]): Promise<readonly ShortcodeResult[]> {
    return Promise.resolve(shortcodes.map((shortcode) => this.renderOne(shortcode)));
  }

  private renderOne({ name, arguments: [url = ''], parameters }: Shortcode): ShortcodeResult {
    const address = webAddress(url);
    if (address) return { html: foreignFigure(address.href, parameters) };
    return { warning: `[${name} …] is not shown: "${url.slice(0, 100)}" is no address of an image.` };
  }
}
