import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Environment } from '../../platform/config/environment.js';
import { SiteSettings } from '../site/site-settings.js';
import { EMBED_PROVIDERS } from './domain/embed-providers.js';
import type { Shortcode } from './domain/shortcode.js';
import { embedHtml, embedOf } from './embeds.js';
import { embedAddresses } from './html-rules.js';
import { ShortcodeRenderer, type ShortcodeResult, Shortcodes } from './shortcodes.js';

/** A word of a sentence: neither an address nor the id of something. */
const WORD = /^\p{L}[\p{L}'’-]+[,;:]?$/u;

/**
 * `[youtube URL expand=1]`, and the like for each provider of embeds. Names of providers are words as well, and in
 * quotations they stand in brackets: `[Facebook]`, `[X users]`. Those stay as they are.
 */
@Injectable()
export class EmbedShortcodes extends ShortcodeRenderer implements OnModuleInit {
  readonly names = EMBED_PROVIDERS.map(({ name }) => name);
  private readonly addresses: RegExp;
  private readonly site: URL;

  constructor(
    private readonly registry: Shortcodes,
    { content }: SiteSettings,
    { PUBLIC_BASE_URL }: Environment,
  ) {
    super();
    this.site = new URL(PUBLIC_BASE_URL);
    this.addresses = embedAddresses(content.embedHosts);
  }

  onModuleInit(): void {
    this.registry.register(this);
  }

  render(shortcodes: readonly Shortcode[]): Promise<readonly ShortcodeResult[]> {
    return Promise.resolve(shortcodes.map((shortcode) => this.renderOne(shortcode)));
  }

  private renderOne(shortcode: Shortcode): ShortcodeResult {
    const {
      name,
      arguments: [address = ''],
      parameters,
    } = shortcode;
    const embed = embedOf(address, name, { host: this.site.hostname });
    if (!embed) {
      if (isText(shortcode)) return { html: shortcode.source };
      return {
        warning: `[${name} …] is not shown: "${address.slice(0, 100)}" is no address of a ${name} embed.`,
      };
    }
    const url = new URL(embed.url);
    // A frame with scripts and its own origin must never be of the site itself, whatever the list says.
    if (url.host === this.site.host || !this.addresses.test(url.host + url.pathname)) {
      return { warning: `[${name} …] is not shown: ${url.host} is not among content.embedHosts.` };
    }
    return { html: embedHtml(embed, parameters.expand === '1') };
  }
}

function isText({ arguments: [first], parameters }: Shortcode): boolean {
  return Object.keys(parameters).length === 0 && (first === undefined || WORD.test(first));
}
