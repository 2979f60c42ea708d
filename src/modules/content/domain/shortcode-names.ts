const NAMES: Readonly<Record<string, string>> = {
  twitter: 'x',
  twitter_embed: 'x',
  'rebelmouse-image': 'cms-image',
};
const FORMER_DOCUMENT = 'rebelmouse-document-';
const DOCUMENT = 'cms-document-';

/**
 * Names that a predecessor gave to shortcodes that there are, in the form in which renderers register theirs.
 */
export const FORMER_NAMES: readonly string[] = [...Object.keys(NAMES), `${FORMER_DOCUMENT}*`];

/** The name that a shortcode has today. @param name in lower case, from whatever time */
export function currentName(name: string): string {
  return name.startsWith(FORMER_DOCUMENT)
    ? DOCUMENT + name.slice(FORMER_DOCUMENT.length)
    : ((Object.hasOwn(NAMES, name) ? NAMES[name] : undefined) ?? name);
}
