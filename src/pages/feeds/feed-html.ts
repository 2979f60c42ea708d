import { decodeHTMLAttribute } from 'entities';
import { escapeHtml } from '../../kernel/html.js';
import { changeAttributes } from '../../modules/content/domain/tag-attributes.js';

const TAG = /<[a-z][^<>]*>/gi;
const REFERENCES = new Set(['href', 'src', 'poster', 'cite']);
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

/** Makes the links of a safe text absolute: readers show it where its page is not. */
export function absolute(safe: string, pageUrl: string): string {
  return safe.replace(TAG, (tag) =>
    changeAttributes(tag, ({ name, value, written }) => {
      if (name === 'srcset') return ` srcset="${escapeHtml(absoluteSources(value, pageUrl))}"`;
      if (!REFERENCES.has(name)) return written;
      const link = decodeHTMLAttribute(value).trim();
      const whole = absoluteLink(link, pageUrl);
      return whole === link ? written : ` ${name}="${escapeHtml(whole)}"`;
    }),
  );
}

/** In safe texts, a blank after a comma parts sources: addresses have commas in them, but no blanks. */
function absoluteSources(value: string, pageUrl: string): string {
  const sources = decodeHTMLAttribute(value).trim().split(/,\s+/);
  return sources
    .map((source) => {
      const [address = '', ...descriptor] = source.split(/\s+/);
      return [absoluteLink(address, pageUrl), ...descriptor].join(' ');
    })
    .join(', ');
}

function absoluteLink(link: string, pageUrl: string): string {
  if (ABSOLUTE.test(link) || !URL.canParse(link, pageUrl)) return link;
  return new URL(link, pageUrl).href;
}
