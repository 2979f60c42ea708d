import { Injectable } from '@nestjs/common';
import { json } from 'node:stream/consumers';
import { OutboundClient } from '../../../../../platform/outbound/outbound-client.js';
import { OutboundError } from '../../../../../platform/outbound/outbound-error.js';
import { embedOf } from '../../../../content/embeds/embeds.js';
import type { FetchedPage, Findings, PageParser } from '../../../page-parser.js';
import { parseWebUrl } from '../../../../../kernel/web-url.js';
import { cleanText } from '../text.js';

const TYPES = ['application/json+oembed', 'text/json+oembed'];
const MAX_BYTES = 256 * 1024;
const TIME_MS = 5000;
/** Faults that another time need not have. */
const PASSING: ReadonlySet<string> = new Set(['outbound-timeout', 'outbound-unreachable']);
const FRAME_SOURCE = /<iframe\b[^>]{0,2000}?\ssrc\s*=\s*["']([^"']{1,2000})["']/i;

/** Endpoints of providers whose pages say little without a script. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  bluesky: 'https://embed.bsky.app/oembed',
  codepen: 'https://codepen.io/api/oembed',
  dailymotion: 'https://www.dailymotion.com/services/oembed',
  flickr: 'https://www.flickr.com/services/oembed',
  reddit: 'https://www.reddit.com/oembed',
  soundcloud: 'https://soundcloud.com/oembed',
  spotify: 'https://open.spotify.com/oembed',
  tiktok: 'https://www.tiktok.com/oembed',
  vimeo: 'https://vimeo.com/api/oembed.json',
  x: 'https://publish.x.com/oembed',
  youtube: 'https://www.youtube.com/oembed',
};

/** oEmbed (oembed.com), found by a link in the page or by a known provider. */
@Injectable()
export class OembedParser implements PageParser {
  readonly name = 'oembed';

  constructor(private readonly outbound: OutboundClient) {}

  async parse(page: FetchedPage): Promise<Findings | null> {
    const url = linked(page) ?? known(page.url) ?? known(page.requestedUrl);
    if (url === null) return null;
    try {
      const answer = await this.fetch(url);
      return answer && findingsOf(answer);
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      if (error instanceof OutboundError) return PASSING.has(error.code) ? { cacheable: false } : null;
      throw error;
    }
  }

  private async fetch(url: string): Promise<Oembed | null> {
    const limits = { maxBytes: MAX_BYTES, onLimit: 'fail', timeMs: TIME_MS } as const;
    const { body } = await this.outbound.get(url, { ...limits, accept: 'application/json' });
    const answer = await json(body);
    return typeof answer === 'object' && answer !== null ? (answer as Oembed) : null;
  }
}

type Oembed = Readonly<Record<string, unknown>>;

function linked({ facts }: FetchedPage): string | null {
  const link = facts?.links.find(
    ({ rel, type }) => rel.includes('alternate') && TYPES.includes(type?.toLowerCase() ?? ''),
  );
  return link?.href ?? null;
}

function known(url: string): string | null {
  const endpoint = ENDPOINTS[embedOf(url)?.provider ?? ''];
  return endpoint === undefined
    ? null
    : `${endpoint}?${new URLSearchParams({ url, format: 'json' }).toString()}`;
}

function findingsOf(answer: Oembed): Findings {
  const type = textOf(answer.type);
  const extra = {
    byline: cleanText(answer.author_name),
    site_name: cleanText(answer.provider_name),
  };
  return {
    title: textOf(answer.title),
    ...(type === 'video' && { type: 'video' }),
    ...(type === 'photo' && { type: 'image' }),
    extra: Object.fromEntries(Object.entries(extra).filter(([, value]) => value !== '')),
    images: [
      ...imageOf(answer.thumbnail_url, answer.thumbnail_width, answer.thumbnail_height),
      ...(type === 'photo' ? imageOf(answer.url, answer.width, answer.height) : []),
    ],
    videos: type === 'video' ? playerOf(answer) : [],
  };
}

function playerOf({ html, width, height }: Oembed) {
  const [, source = ''] = FRAME_SOURCE.exec(textOf(html)) ?? [];
  const address = source.replaceAll('&amp;', '&').replace(/^\/\//, 'https://');
  // The player that the service itself would show, without what only tracks.
  const url = embedOf(address)?.url ?? (/^https:/i.test(address) ? URL.parse(address)?.href : undefined);
  if (url === undefined) return [];
  return [{ embed_url: url, url: '', width: pixels(width), height: pixels(height), type: 'text/html' }];
}

function imageOf(url: unknown, width: unknown, height: unknown) {
  const address = parseWebUrl(textOf(url));
  if (!address) return [];
  return [{ url: address.href, width: pixels(width), height: pixels(height), type: '', weight: 1 }];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function pixels(value: unknown): number {
  const number = Math.round(Number(value));
  return number > 0 && number < 100_000 ? number : 0;
}
