import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SiteSettings } from '../site/site-settings.js';
import { EMBED_PROVIDERS } from './domain/embed-providers.js';
import type { Shortcode } from './domain/shortcode.js';
import { embedHtml, embedOf } from './embeds.js';
import { embedAddresses } from './html-rules.js';
import { ShortcodeRenderer, type ShortcodeResult, Shortcodes } from './shortcodes.js';

/** `[youtube URL expand=1]`, and the like for each provider of embeds. */
@Injectable()
export class EmbedShortcodes extends ShortcodeRenderer implements OnModuleInit {
  readonly names = EMBED_PROVIDERS.map(({ name }) => name);
  private readonly addresses: RegExp;

  constructor(
    private readonly registry: Shortcodes,
    { content }: SiteSettings,
  ) {
    super();
    this.addresses = embedAddresses(content.embedHosts);
  }

  onModuleInit(): void {
    this.registry.register(this);
  }

  render(shortcodes: readonly Shortcode[]): Promise<readonly ShortcodeResult[]> {
    return Promise.resolve(shortcodes.map((shortcode) => this.renderOne(shortcode)));
  }

  private renderOne({ name, arguments: [address = ''], parameters }: Shortcode): ShortcodeResult {
    const embed = embedOf(address, name);
    if (!embed) {
      return {
        warning: `[${name} …] is not shown: "${address.slice(0, 100)}" is no address of a ${name} embed.`,
      };
    }
    const url = new URL(embed.url);
    if (!this.addresses.test(url.host + url.pathname)) {
      return { warning: `[${name} …] is not shown: ${url.host} is not among content.embedHosts.` };
    }
    return { html: embedHtml(embed, parameters.expand === '1') };
  }
}
