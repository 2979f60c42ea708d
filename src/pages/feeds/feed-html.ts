import { decodeHTMLAttribute } from 'entities';
import { escapeHtml } from '../../modules/content/html.js';
import { changeAttributes } from '../../modules/content/domain/tag-attributes.js';

const TAG = /<[a-z][^<>]*>/gi;
const REFERENCES = new Set(['href', 'src', 'poster', 'cite']);
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:/i;

/** Makes the links of a safe text absolute: readers show it where its page is not. */
export function absolute(safe: string, pageUrl: string): string {
  return safe.replace(TAG, (tag) =>
    changeAttributes(tag, ({ name, value, written }) => {
      if (!REFERENCES.has(name)) return written;
      const link = decodeHTMLAttribute(value).trim();
      if (ABSOLUTE.test(link) || !URL.canParse(link, pageUrl)) return written;
      return ` ${name}="${escapeHtml(new URL(link, pageUrl).href)}"`;
    }),
  );
}
