import { EMBED_PROVIDERS } from './embed-providers.js';
import { type EmbedFrame, type EmbedLook, webAddress } from './embed-provider.js';
import { FRAME_ATTRIBUTES, FRAME_FEATURES, SCRIPT_SANDBOX } from '../sanitising/html-rules.js';
import { attributes, html, raw } from '../../../kernel/html.js';

/** Something of another site that is shown in a frame: its source is https, without what only tracks. */
export interface Embed extends EmbedLook, Pick<EmbedFrame, 'url' | 'id' | 'script'> {
  /** Name of the provider, and of its shortcode: `youtube`. */
  readonly provider: string;
}

/** Site that will show an embed. */
export interface EmbeddingSite {
  /**
   * Public base URL. Without it there are no embeds of Twitch, which asks for
   * it, and of gists, whose frames are below it.
   */
  readonly url?: URL;
}

const LONE_URL = /^\s*(https?:\/\/[^\s<>"[\]]{1,2000})\s*$/;

/**
 * The embed that a URL of a page, a player or a short link of a known provider stands for.
 *
 * @param provider name of the only one to ask. Mastodon, asked by its name, takes a URL of any host: look at
 *   `content.embedHosts` before you show that.
 * @returns null when the URL is of no known provider, or of nothing that can be embedded
 */
export function embedOf(url: string, provider?: string, { url: site }: EmbeddingSite = {}): Embed | null {
  const parsed = webAddress(url);
  if (!parsed) return null;
  for (const { name, title, kind, aspectRatio, height, hosts, isOnAnyHost, frameOf } of EMBED_PROVIDERS) {
    if (provider !== undefined && provider !== name) continue;
    if (!hosts.includes(parsed.hostname) && !(isOnAnyHost && provider === name)) continue;
    const frame = frameOf(parsed, site ?? null);
    if (frame) return { provider: name, title, kind, aspectRatio, height, ...frame };
  }
  return null;
}

/** Site of which only the place counts: frames of some providers name the site that they are on. */
const ANY_SITE = { url: new URL('https://site.invalid') };

/**
 * The shortcode of a text that is nothing but an embeddable URL, and any other text as it is:
 * `spec/interface.md`, "A shortcode or embeddable URL for `media`, `body`, listicle content or `video`".
 */
export function withEmbedShortcode(text: string): string {
  const url = LONE_URL.exec(text)?.[1];
  const embed = url === undefined ? null : embedOf(url, undefined, ANY_SITE);
  return url === undefined || embed === null ? text : `[${embed.provider} ${url}]`;
}

/** The embed for readers: a figure with a sandboxed frame. */
export function embedHtml(embed: Embed, isFullWidth = false): string {
  const { provider, url, script, title, aspectRatio, height } = embed;
  const iframe = attributes({
    src: url,
    title,
    style: `${height === null ? `aspect-ratio:${aspectRatio}` : `height:${height}px`};width:100%`,
    ...FRAME_ATTRIBUTES,
    ...(script !== undefined && { sandbox: SCRIPT_SANDBOX }),
    allow: FRAME_FEATURES.join('; '),
    allowfullscreen: true,
  });
  const classes = `embed embed-${provider}${isFullWidth ? ' embed-expand' : ''}`;
  return html`<figure class="${classes}">${raw(`<iframe${iframe.html}></iframe>`)}</figure>`;
}
