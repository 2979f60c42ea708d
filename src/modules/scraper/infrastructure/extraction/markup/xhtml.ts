import { VOID } from './tags.ts';

const XHTML = /^\s*application\/xhtml\+xml\b/i;
/** An element that ends where it begins. Values of XML have no `<`, so none is looked at beyond one. */
const EMPTY = /<([a-z][\w:.-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)\/>/gi;

/**
 * XHTML as HTML, in which `<script/>` and `<title/>` would go on until their end tags.
 *
 * @param contentType of the response
 */
export function asHtml(text: string, contentType: string): string {
  if (!XHTML.test(contentType)) return text;
  return text.replace(EMPTY, (tag, name: string, attributes: string) =>
    VOID.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`,
  );
}
