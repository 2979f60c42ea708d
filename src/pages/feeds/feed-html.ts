import { decodeHTMLAttribute } from 'entities';
import { escapeHtml } from '../../modules/content/html.js';

const TAG = /<[a-z][^<>]*>/gi;
const REFERENCE = /( (?:href|src|poster|cite)=)"([^"]*)"/gi;
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

/** Makes the links of a safe text absolute: readers show it where its page is not. */
export function absolute(safe: string, pageUrl: string): string {
  return safe.replace(TAG, (tag) =>
    tag.replace(REFERENCE, (attribute, name: string, value: string) => {
      const link = decodeHTMLAttribute(value).trim();
      if (ABSOLUTE.test(link) || !URL.canParse(link, pageUrl)) return attribute;
      return `${name}"${escapeHtml(new URL(link, pageUrl).href)}"`;
    }),
  );
}
