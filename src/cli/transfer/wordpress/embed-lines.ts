import { escapeHtml } from '../../../kernel/html.js';
import { formatShortcode } from '../../../modules/content/domain/shortcode.js';
import { embedOf } from '../../../modules/content/embeds/embeds.js';

const MAX_URL = 2000;
const ALONE =
  /^[ \t]*(?:<p(?:\s[^<>]{0,300})?>)?[ \t]*(https?:\/\/[^\s<>"'[\]]{1,2000})[ \t]*(?:<\/p>)?[ \t]*$/i;

/** An embed of what the URL leads to, as a shortcode; a link where no provider of embeds is known. */
export function embedded(url: string): string {
  const address = url.trim().replaceAll('&amp;', '&').replaceAll('&#038;', '&');
  const embed = embedOf(address);
  if (embed) return formatShortcode(embed.provider, [address]);
  return `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
}

/** URLs that are alone in a line become embeds, as in WordPress; but for those in preformatted text. */
export function withEmbeds(html: string): string {
  if (!/https?:\/\//i.test(html)) return html;
  let isVerbatim = false;
  const lines = html.split('\n').map((line) => {
    const [, url] = line.length <= MAX_URL && !isVerbatim ? (ALONE.exec(line) ?? []) : [];
    isVerbatim = staysVerbatim(line, isVerbatim);
    return url === undefined ? line : `\n<p>${embedded(url)}</p>\n`;
  });
  return lines.join('\n');
}

function staysVerbatim(line: string, was: boolean): boolean {
  const lower = line.toLowerCase();
  const [begin, end] = ['<pre', '</pre'].map((tag) => lower.lastIndexOf(tag)) as [number, number];
  return begin === end ? was : begin > end;
}
