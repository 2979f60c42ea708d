import { Injectable } from '@nestjs/common';
import { Environment } from '../../../platform/config/environment.js';
import { ContentSettings } from '../content.settings.js';
import { webAddress } from './embed-provider.js';
import { type Embed, embedHtml, embedOf } from './embeds.js';
import { embedAddresses } from '../sanitising/html-rules.js';

/** Frames whose provider is unknown. */
const UNKNOWN = {
  provider: 'frame',
  title: 'Video',
  kind: 'video',
  aspectRatio: '16 / 9',
  height: null,
} as const;

/** Frames of other sites, as far as the site takes them. */
@Injectable()
export class EmbedMarkup {
  private readonly addresses: RegExp;
  private readonly site: URL;

  constructor({ embedHosts }: ContentSettings, { PUBLIC_BASE_URL }: Environment) {
    this.site = new URL(PUBLIC_BASE_URL);
    this.addresses = embedAddresses(embedHosts);
  }

  /**
   * @param provider name of the only one to ask.
   * @returns null when the address is of nothing that can be embedded
   */
  embedOf(address: string, provider?: string): Embed | null {
    return embedOf(address, provider, { url: this.site });
  }

  /** @returns null when the frame is of a host that is not among content.embedHosts */
  frame(embed: Embed, isFullWidth = false): string | null {
    const url = new URL(embed.script ?? embed.url);
    // A frame with scripts and its own origin must never be of the site itself, whatever the list says.
    const isTaken = url.host !== this.site.host && this.addresses.test(url.host + url.pathname);
    return isTaken ? embedHtml(embed, isFullWidth) : null;
  }

  /**
   * A video by its embeddable URL, with all of its parameters: they are the player's settings, where the
   * frame of the provider has no value of its own for them.
   *
   * @returns null when it cannot be shown
   */
  video(address: string): string | null {
    const url = webAddress(address);
    if (!url) return null;
    url.protocol = 'https:';
    const embed = this.embedOf(address);
    return this.frame(
      embed ? withParameters(embed, url.searchParams) : { ...UNKNOWN, url: url.href, id: '' },
    );
  }
}

/** Frames of the service itself, which run a script, take none. */
function withParameters(embed: Embed, parameters: URLSearchParams): Embed {
  if (embed.script !== undefined) return embed;
  const url = new URL(embed.url);
  const own = new Set(url.searchParams.keys());
  for (const [name, value] of parameters) if (!own.has(name)) url.searchParams.append(name, value);
  return { ...embed, url: url.href };
}
