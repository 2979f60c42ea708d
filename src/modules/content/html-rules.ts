import type { Fate, HtmlRules } from './sanitize.worker.js';

/** What articles are made of. */
const TAGS = [
  ...[
    'address',
    'article',
    'aside',
    'footer',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hgroup',
    'main',
  ],
  ...[
    'nav',
    'section',
    'blockquote',
    'center',
    'dd',
    'details',
    'div',
    'dl',
    'dt',
    'figcaption',
    'figure',
    'hr',
  ],
  ...[
    'li',
    'listicle',
    'ol',
    'p',
    'pre',
    'summary',
    'ul',
    'a',
    'abbr',
    'acronym',
    'b',
    'bdi',
    'bdo',
    'big',
    'br',
  ],
  ...[
    'cite',
    'code',
    'data',
    'del',
    'dfn',
    'em',
    'i',
    'ins',
    'kbd',
    'mark',
    'q',
    'rb',
    'rp',
    'rt',
    'rtc',
    'ruby',
  ],
  ...[
    's',
    'samp',
    'small',
    'span',
    'strike',
    'strong',
    'sub',
    'sup',
    'time',
    'tt',
    'u',
    'var',
    'wbr',
    'caption',
  ],
  ...['col', 'colgroup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'img', 'picture', 'source'],
  ...['video', 'audio', 'track', 'font'],
];

/** What goes with all that is in it, because that is no text for readers. */
const HIDDEN = [
  ...['script', 'style', 'template', 'title', 'textarea', 'select', 'datalist', 'optgroup', 'option', 'xmp'],
  ...['noembed', 'noframes', 'svg', 'math', 'input', 'embed', 'param', 'base', 'basefont', 'frame', 'area'],
  ...['keygen', 'canvas', 'applet'],
];

/** What goes without a word: it shows nothing, and editors and converters leave it everywhere. */
const QUIET_TAGS = ['html', 'head', 'body', 'link', 'meta', 'title', 'noscript', 'label', 'o:p'];

/** Blocks that are not kept leave one behind, or their texts would run together. */
const BLOCKS = ['dialog', 'dir', 'fieldset', 'form', 'legend', 'menu', 'search'];

const ATTRIBUTES: HtmlRules['attributes'] = {
  '*': [
    ...['id', 'class', 'style', 'title', 'lang', 'dir', 'role', 'translate', 'aria-*', 'data-*'],
    ...['align', 'width', 'height'],
  ],
  a: ['href', 'hreflang', 'name', 'target', 'rel', 'download', 'type'],
  img: ['src', 'srcset', 'alt', 'sizes', 'loading', 'decoding', 'fetchpriority', 'referrerpolicy', 'border'],
  source: ['src', 'srcset', 'type', 'media', 'sizes'],
  video: ['src', 'controls', 'poster', 'preload', 'autoplay', 'muted', 'loop', 'playsinline'],
  audio: ['src', 'controls', 'preload', 'loop'],
  track: ['src', 'kind', 'label', 'srclang', 'default'],
  iframe: [
    'src',
    'sandbox',
    'loading',
    'referrerpolicy',
    'allow',
    'allowfullscreen',
    'frameborder',
    'scrolling',
  ],
  ol: ['start', 'reversed', 'type'],
  ul: ['type'],
  li: ['value', 'type'],
  table: ['border', 'cellpadding', 'cellspacing', 'bgcolor', 'summary'],
  tr: ['bgcolor', 'valign'],
  td: ['colspan', 'rowspan', 'headers', 'bgcolor', 'valign'],
  th: ['colspan', 'rowspan', 'headers', 'scope', 'abbr', 'bgcolor', 'valign'],
  col: ['span', 'valign'],
  colgroup: ['span', 'valign'],
  details: ['open'],
  time: ['datetime'],
  ins: ['datetime', 'cite'],
  del: ['datetime', 'cite'],
  data: ['value'],
  blockquote: ['cite'],
  q: ['cite'],
};

/** An id becomes a global variable of the page; these are variables of ads, analytics and module loaders. */
const FORBIDDEN_IDS =
  /^(?:\$|_satellite|_gaq|_paq|_cbq|_comscore|_sf_.*|s_.*|adsbygoogle|comscore|config|datalayer|define|exports|fb|fbq|ga|google.*|gtag|gtm|jquery|module|nol.*|parsely|process|require|twttr)$/i;

/** What a frame of another site may do: all that a player needs, but never lead the reader away. */
export const FRAME_ATTRIBUTES = {
  sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation allow-forms',
  loading: 'lazy',
  referrerpolicy: 'strict-origin-when-cross-origin',
};
export const FRAME_FEATURES = [
  ...['accelerometer', 'autoplay', 'clipboard-write', 'encrypted-media', 'fullscreen', 'gyroscope'],
  ...['picture-in-picture', 'web-share'],
];

/** Pieces of values of style properties; a value is matched in lower case, from its beginning to its end. */
const LENGTH = '(?:0|\\d{0,4}(?:\\.\\d{1,4})?(?:px|em|rem|%|vw|pt|ch|ex|cm|mm|in))';
const NUMBER = '\\d{1,4}(?:\\.\\d{1,4})?';
const COLOUR =
  '(?:#[0-9a-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl)a?\\([\\d.]{1,8}(?:deg)?%?(?:(?:\\s*,\\s*|\\s*/\\s*|\\s+)[\\d.]{1,8}%?){2,3}\\))';
const LINE = '(?:none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset)';
const BORDER = `(?:(?:${LENGTH}|thin|medium|thick|${LINE}|${COLOUR})(?:\\s+|$)){1,3}`;
const upToFour = (value: string) => `${value}(?:\\s+${value}){0,3}`;
const sides = (property: string, value: string, suffix = '') =>
  ['top', 'right', 'bottom', 'left'].map((side) => [`${property}-${side}${suffix}`, value] as const);

const STYLES: readonly (readonly [property: string, value: string])[] = [
  ['text-align', 'left|right|center|justify|start|end'],
  [
    'text-decoration',
    `(?:(?:none|underline|overline|line-through|dotted|dashed|solid|double|wavy|${COLOUR})(?:\\s+|$)){1,4}`,
  ],
  ['text-decoration-line', '(?:(?:none|underline|overline|line-through)(?:\\s+|$)){1,3}'],
  ['text-indent', LENGTH],
  ['text-transform', 'none|uppercase|lowercase|capitalize'],
  ['white-space', 'normal|nowrap|pre|pre-wrap|pre-line|break-spaces'],
  ['line-height', `normal|${NUMBER}|${LENGTH}`],
  ['letter-spacing', `normal|${LENGTH}`],
  ['vertical-align', `baseline|sub|super|top|text-top|middle|bottom|text-bottom|${LENGTH}`],
  ['color', COLOUR],
  ['background-color', COLOUR],
  ['background', COLOUR],
  ['font-weight', 'normal|bold|bolder|lighter|[1-9]\\d{0,2}|1000'],
  ['font-style', 'normal|italic|oblique'],
  ['font-variant', 'normal|small-caps'],
  ['font-size', `${LENGTH}|(?:xx?-)?(?:small|large)|xxx-large|medium|smaller|larger`],
  ['float', 'left|right|none'],
  ['clear', 'left|right|both|none'],
  ...['width', 'height', 'max-width', 'max-height', 'min-width', 'min-height'].map(
    (property) => [property, `auto|none|${LENGTH}`] as const,
  ),
  ['aspect-ratio', `auto|${NUMBER}(?:\\s*/\\s*${NUMBER})?`],
  ['object-fit', 'fill|contain|cover|none|scale-down'],
  ['margin', upToFour(`(?:auto|${LENGTH})`)],
  ['padding', upToFour(LENGTH)],
  ...sides('margin', `auto|${LENGTH}`),
  ...sides('padding', LENGTH),
  ['border', BORDER],
  ...sides('border', BORDER),
  ['border-width', upToFour(`(?:${LENGTH}|thin|medium|thick)`)],
  ['border-style', upToFour(LINE)],
  ['border-color', upToFour(COLOUR)],
  ['border-radius', upToFour(LENGTH)],
  ['border-collapse', 'collapse|separate'],
  ['border-spacing', `${LENGTH}(?:\\s+${LENGTH})?`],
  ['table-layout', 'auto|fixed'],
  ['caption-side', 'top|bottom'],
  ['list-style-type', '[a-z][a-z-]{2,24}'],
  ['list-style', '[a-z][a-z-]{2,24}'],
];

/**
 * The pattern of host and path of all addresses that a site takes frames from.
 *
 * @param hosts `host`, `*.host` for all below it, `host/path` for what begins like this
 */
export function embedAddresses(hosts: readonly string[]): RegExp {
  const patterns = hosts.map((entry) => {
    const whole = entry.includes('/') ? entry : `${entry}/`;
    return whole.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/^\\\*/, '[^/]+');
  });
  return new RegExp(`^(?:${patterns.length > 0 ? patterns.join('|') : '(?!)'})`);
}

/** Everything that HTML of editors may have; the rest is left out. */
export function htmlRules(embedHosts: readonly string[]): HtmlRules {
  return {
    fates: new Map<string, Fate>([
      ...TAGS.map((tag) => [tag, 'kept'] as const),
      ...BLOCKS.map((tag) => [tag, 'block'] as const),
      ...HIDDEN.map((tag) => [tag, 'hidden'] as const),
      ['iframe', 'frame'],
    ]),
    quietTags: new Set(QUIET_TAGS),
    attributes: ATTRIBUTES,
    styles: Object.fromEntries(STYLES.map(([name, value]) => [name, new RegExp(`^(?:${value})$`)])),
    schemes: ['http', 'https', 'mailto', 'sms', 'tel'],
    forbiddenIds: FORBIDDEN_IDS,
    frames: { addresses: embedAddresses(embedHosts), attributes: FRAME_ATTRIBUTES, features: FRAME_FEATURES },
  };
}
