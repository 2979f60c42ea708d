import { words } from '../../../kernel/text.js';
import { EMBED_FRAMES } from '../embeds/embed-provider.js';
import { MEDIA_MARKS } from '../domain/media-marks.js';
import type { Fate, HtmlRules } from './sanitize.worker.js';

/** Elements of articles. */
const TAGS = words(`
  address article aside blockquote center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr
  li listicle main nav ol p pre section summary ul
  a abbr acronym b bdi bdo big br cite code data del dfn em font i ins kbd mark q rb rp rt rtc ruby s samp small span
  strike strong sub sup time tt u var wbr
  audio caption col colgroup img picture source table tbody td tfoot th thead tr track video`);

/** Elements that are removed with their content, which is no text for readers. */
const HIDDEN = words(`
  applet area base basefont canvas datalist embed frame input keygen math noembed noframes optgroup option param script
  select style svg template textarea title xmp`);

/**
 * Elements that are removed without a warning: they show nothing, and editors
 * and converters leave them everywhere.
 */
const QUIET = words('body head html label link meta noscript o:p title');

/** Blocks that are not kept leave one behind, or their texts would run together. */
const BLOCKS = words('dialog dir fieldset form legend menu search');

const ATTRIBUTES: HtmlRules['attributes'] = {
  '*': words('align aria-* class data-* dir height id lang role style title translate width'),
  a: words('download href hreflang name rel target type'),
  audio: words('controls loop preload src'),
  blockquote: ['cite'],
  col: ['span', 'valign'],
  colgroup: ['span', 'valign'],
  data: ['value'],
  del: ['cite', 'datetime'],
  details: ['open'],
  iframe: words('allow allowfullscreen frameborder loading referrerpolicy sandbox scrolling src'),
  img: words('alt border decoding fetchpriority loading referrerpolicy sizes src srcset'),
  ins: ['cite', 'datetime'],
  li: ['type', 'value'],
  ol: ['reversed', 'start', 'type'],
  q: ['cite'],
  source: words('media sizes src srcset type'),
  table: words('bgcolor border cellpadding cellspacing summary'),
  td: words('bgcolor colspan headers rowspan valign'),
  th: words('abbr bgcolor colspan headers rowspan scope valign'),
  time: ['datetime'],
  tr: ['bgcolor', 'valign'],
  track: words('default kind label src srclang'),
  ul: ['type'],
  video: words('autoplay controls loop muted playsinline poster preload src'),
};

/** Ids that pages have themselves, or that stand in for variables of ads, analytics and module loaders. */
const FORBIDDEN_IDS =
  /^(?:\$|_cbq|_comscore|_gaq|_paq|_satellite|_sf_.*|adsbygoogle|comscore|datalayer|define|exports|fb|fbq|ga|google_.*|googletag|gtag|jquery|module|nol_t|nolcmb|p-(?:main|related)|parsely|require|s_(?:account|code|gi)|twttr)$/i;

/** Sandbox of a page of the service that runs a script of another site: nothing in the service's name. */
export const SCRIPT_SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/** Sandbox of a frame of another site: all that a player needs, but no navigation of the page. */
export const FRAME_ATTRIBUTES = {
  sandbox: 'allow-scripts allow-same-origin allow-popups allow-presentation allow-forms',
  loading: 'lazy',
  referrerpolicy: 'strict-origin-when-cross-origin',
};
export const FRAME_FEATURES = words(
  'accelerometer autoplay clipboard-write encrypted-media fullscreen gyroscope picture-in-picture web-share',
);

/** Pieces of values of style properties; a value is matched in lower case, from its beginning to its end. */
const LENGTH = '(?:0|\\d{0,4}(?:\\.\\d{1,4})?(?:px|em|rem|%|vw|pt|ch|ex|cm|mm|in))';
const NUMBER = '\\d{1,4}(?:\\.\\d{1,4})?';
const COLOUR =
  '(?:#[0-9a-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl)a?\\([\\d.]{1,8}(?:deg)?%?(?:(?:\\s*,\\s*|\\s*/\\s*|\\s+)[\\d.]{1,8}%?){2,3}\\))';
const LINE = '(?:none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset)';
const BORDER = `(?:(?:${LENGTH}|thin|medium|thick|${LINE}|${COLOUR})(?:\\s+|$)){1,3}`;
const upToFour = (value: string) => `${value}(?:\\s+${value}){0,3}`;
const sides = (property: string, value: string) =>
  ['top', 'right', 'bottom', 'left'].map((side) => [`${property}-${side}`, value] as const);

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

/**
 * Rules for HTML of editors; all else is removed.
 *
 * @param site public base URL of the service: what it serves could leave the sandbox of a frame, and is never
 *   framed, but for its frames of embeds, in a sandbox that they cannot leave
 */
export function htmlRules(embedHosts: readonly string[], site: URL | null = null): HtmlRules {
  return {
    fates: new Map<string, Fate>([
      ...TAGS.map((tag) => [tag, 'kept'] as const),
      ...BLOCKS.map((tag) => [tag, 'block'] as const),
      ...HIDDEN.map((tag) => [tag, 'hidden'] as const),
      ['iframe', 'frame'],
    ]),
    quietTags: new Set(QUIET),
    attributes: ATTRIBUTES,
    marks: new Set(Object.values(MEDIA_MARKS)),
    styles: Object.fromEntries(STYLES.map(([name, value]) => [name, new RegExp(`^(?:${value})$`)])),
    schemes: ['http', 'https', 'mailto', 'sms', 'tel'],
    forbiddenIds: FORBIDDEN_IDS,
    frames: {
      addresses: embedAddresses(embedHosts),
      own: site && {
        host: site.host,
        embeds: `${site.href.replace(/\/$/, '')}/${EMBED_FRAMES}/`,
        sandbox: SCRIPT_SANDBOX,
      },
      attributes: FRAME_ATTRIBUTES,
      features: FRAME_FEATURES,
    },
  };
}
