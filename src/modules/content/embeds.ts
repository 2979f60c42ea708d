import { EMBED_PROVIDERS } from './domain/embed-providers.js';
import { FRAME_ATTRIBUTES, FRAME_FEATURES } from './html-rules.js';
import { attributes, html, raw } from './html.js';

/** Something of another site that is shown in a frame. */
export interface Embed {
  /** Name of the provider, and of its shortcode: `youtube`. */
  readonly provider: string;
  /** Source of the frame, https, without what only tracks. */
  readonly url: string;
  /** What it is, for readers who cannot see it. */
  readonly title: string;
  /** Width by height, as CSS has it: `16 / 9`. */
  readonly aspectRatio: string;
}

/**
 * The embed that a URL of a page, a player or a short link of a known provider stands for.
 *
 * @param provider name of the only one to ask
 * @returns null when the URL is of no known provider, or of nothing that can be embedded
 */
export function embedOf(url: string, provider?: string): Embed | null {
  const parsed = URL.parse(url.startsWith('//') ? `https:${url}` : url);
  if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.username || parsed.port)
    return null;
  for (const { name, title, aspectRatio, hosts, embedUrl } of EMBED_PROVIDERS) {
    if ((provider !== undefined && provider !== name) || !hosts.includes(parsed.hostname)) continue;
    const source = embedUrl(parsed);
    if (source !== null) return { provider: name, url: source, title, aspectRatio };
  }
  return null;
}

/** The embed for readers: a figure with a sandboxed frame. */
export function embedHtml({ provider, url, title, aspectRatio }: Embed, isFullWidth = false): string {
  const iframe = attributes({
    src: url,
    title,
    style: `aspect-ratio:${aspectRatio}`,
    width: '100%',
    ...FRAME_ATTRIBUTES,
    allow: FRAME_FEATURES.join('; '),
    allowfullscreen: true,
  });
  const classes = `embed embed-${provider}${isFullWidth ? ' embed-expand' : ''}`;
  return html`<figure class="${classes}">${raw(`<iframe${iframe.html}></iframe>`)}</figure>`;
}
