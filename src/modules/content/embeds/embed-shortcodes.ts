import { Injectable, type OnModuleInit } from '@nestjs/common';
import { EMBED_PROVIDERS } from './embed-providers.js';
import type { Shortcode } from '../domain/shortcode.js';
import { EmbedMarkup } from './embed-markup.js';
import { ShortcodeRenderer, type ShortcodeResult, Shortcodes } from '../shortcodes/shortcodes.js';

/** A word of a sentence: neither an address nor the id of something. */
const WORD = /^\p{L}[\p{L}'’-]+[,;:]?$/u;

/**
 * `[youtube URL expand=1]`, and the like for each provider of embeds. Names of providers are words as well,
 * and in quotations they stand in brackets: `[Facebook]`, `[X users]`. Those stay as they are.
 */
@Injectable()
export class EmbedShortcodes extends ShortcodeRenderer implements OnModuleInit {
  readonly names = EMBED_PROVIDERS.map(({ name }) => name);

  constructor(
    private readonly registry: Shortcodes,
    private readonly embeds: EmbedMarkup,
  ) {
    super();
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
    const embed = this.embeds.embedOf(address, name);
    if (!embed) {
      if (isText(shortcode)) return { html: shortcode.source };
      return {
        warning: `[${name} …] is not shown: "${address.slice(0, 100)}" is no address of a ${name} embed.`,
      };
    }
    const html = this.embeds.frame(embed, parameters.expand === '1');
    if (html !== null) return { html };
    const { host } = new URL(embed.script ?? embed.url);
    return { warning: `[${name} …] is not shown: ${host} is not among content.embedHosts.` };
  }
}

function isText({ arguments: [first], parameters }: Shortcode): boolean {
  return Object.keys(parameters).length === 0 && (first === undefined || WORD.test(first));
}
