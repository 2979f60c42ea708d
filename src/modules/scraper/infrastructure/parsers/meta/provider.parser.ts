import { formatShortcode } from '../../../../content/domain/shortcode.js';
import { type Embed, embedHtml, type EmbeddingSite, embedOf } from '../../../../content/embeds/embeds.js';
import type { ScrapedVideo } from '../../../domain/scraped-page.js';
import type { FetchedPage, Findings, PageParser } from '../../../page-parser.js';

/** Kinds of embeds that have another name as types of pages. */
const TYPES: Readonly<Partial<Record<Embed['kind'], string>>> = { chart: 'image', code: 'website' };

/** Pages of sites whose videos, posts or maps can be shown in a frame. Knows them by their address alone. */
export class ProviderParser implements PageParser {
  readonly name = 'provider';

  constructor(private readonly site: EmbeddingSite) {}

  parse(page: FetchedPage): Findings | null {
    const found = providerEmbed(page, this.site);
    if (!found) return null;
    const { embed, url } = found;
    return {
      type: TYPES[embed.kind] ?? embed.kind,
      // Providers send those whom they do not know elsewhere: to a login, to a question about cookies.
      ...(embedOf(page.url, undefined, this.site) ? {} : { url }),
      videos: videoOfEmbed(embed),
      embed: {
        shortcode: formatShortcode(embed.provider, [url], { expand: '1' }),
        media_html: embedHtml(embed),
        shortcode_id: embed.id,
        shortcode_adapter: embed.provider,
      },
    };
  }
}

/** The embed of the page, and the URL that named it. */
export function providerEmbed(
  { requestedUrl, url, facts }: FetchedPage,
  site: EmbeddingSite,
): { embed: Embed; url: string } | null {
  const canonical = facts?.links.find(({ rel }) => rel.includes('canonical'))?.href ?? '';
  for (const address of [requestedUrl, url, canonical]) {
    const embed = embedOf(address, undefined, site);
    if (embed) return { embed, url: address };
  }
  return null;
}

/** @returns [] for what is no video */
export function videoOfEmbed({ kind, url }: Embed): readonly ScrapedVideo[] {
  return kind === 'video' ? [{ embed_url: url, url: '', width: 0, height: 0, type: 'text/html' }] : [];
}
