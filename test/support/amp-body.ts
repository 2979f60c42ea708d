import { decodeHTML } from 'entities';

const words = (text: string) => text.trim().split(/\s+/);

/**
 * Tags and attributes that AMP accepts in a body, as validator-main.protoascii has them: after `=` the
 * pattern of a whole value or the name of a kind of values.
 */
const ACCEPTED: Readonly<Record<string, string>> = {
  'address article aside center dd dl dt figcaption figure footer header hgroup hr main nav pre section summary':
    '',
  'abbr acronym b bdi bdo big br cite code data dfn em i kbd mark rb rp rt rtc ruby s samp small strike': '',
  'strong sub sup tt u ul var wbr caption tbody tfoot thead': '',
  span: 'fallback= placeholder=',
  'div h1 h2 h3 h4 h5 h6 p': 'align',
  'col colgroup': 'span',
  'del ins': 'cite=WEB datetime',
  a: 'download href=LINK hreflang name=NAME rel=RELATIONS target=_blank|_self|_top',
  blockquote: 'align cite=WEB',
  details: 'open=',
  li: 'value=[0-9]*',
  ol: 'reversed= start=[0-9]* type=[1AaIi]',
  q: 'cite=WEB',
  table: 'align bgcolor border=[01] cellpadding cellspacing width',
  td: 'align bgcolor colspan headers height rowspan valign width',
  th: 'abbr align bgcolor colspan headers height rowspan scope valign width',
  time: 'datetime',
  tr: 'align bgcolor height valign',
  'amp-img':
    'alt disable-inline-width= height=SIZE layout=intrinsic|responsive object-fit referrerpolicy sizes src=PICTURE srcset=SOURCES width=SIZE',
  'amp-iframe':
    'allow allowfullscreen= frameborder=[01] height=SIZE layout=responsive|fixed-height referrerpolicy sandbox scrolling=auto|no|yes src=WHOLE width=SIZE',
  'amp-video':
    'autoplay= controls= height=SIZE layout=responsive|fixed-height loop= muted= poster preload=auto|metadata|none src=SECURE width=SIZE',
  'amp-audio': 'controls loop= preload=auto|metadata|none src=SECURE',
  source: 'media src=SECURE type',
  track: 'default= kind=captions|chapters|descriptions|metadata label src=WHOLE srclang',
};
const GLOBAL = `class=CLASS dir id=ID lang role style=STYLE title translate ${words(`
  activedescendant atomic autocomplete busy checked controls current describedby disabled dropeffect errormessage
  expanded flowto grabbed haspopup hidden invalid label labelledby level live modal multiline multiselectable orientation
  owns posinset pressed readonly relevant required selected setsize sort valuemax valuemin valuenow valuetext`)
  .map((name) => `aria-${name}`)
  .join(' ')}`;
const PATTERNS = new Map(
  Object.entries(ACCEPTED).flatMap(([tags, list]) => {
    const patterns = new Map<string, string>();
    for (const [, name = '', pattern = 'ANY'] of `${GLOBAL} ${list}`.matchAll(/([^\s=]+)(?:=(\S*))?/g))
      patterns.set(name, pattern);
    return words(tags).map((tag) => [tag, patterns] as const);
  }),
);
const FIXED = ' layout="fixed-height"';
const SIZED = `(?=.* height=)(?:(?=.* width=)(?!.*${FIXED})|(?!.* width=)(?=.*${FIXED}))`;
const REQUIRED: Readonly<Record<string, RegExp>> = {
  'amp-img': /^(?=.* src(?:set)?=)(?=.* layout=)(?=.* width=)(?=.* height=)/s,
  'amp-iframe': new RegExp(`^(?=.* src=)${SIZED}`, 's'),
  'amp-video': new RegExp(`^${SIZED}`, 's'),
  source: / src=/,
  track: / src=/,
};
/**
 * Tags that a tag has to follow, for its parent to be the right one whatever way a browser reads the rest.
 */
const AFTER: Readonly<Record<string, RegExp>> = {
  summary: /^details$/,
  source: /^(?:amp-audio|amp-video|source|track)$/,
  track: /^(?:amp-audio|amp-video|source|track)$/,
};

const isAddress = (value: string, ...schemes: string[]) => {
  const url = URL.parse(value, 'https://site.example/');
  if (!url || !schemes.includes(url.protocol) || value.includes('__amp_source_origin')) return false;
  return (
    !url.protocol.startsWith('http') || /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[.*\])(?::\d+)?$/.test(url.host)
  );
};
const isPicture = (value: string) => value !== '' && isAddress(value, 'http:', 'https:');
const isSecure = (value: string) => value !== '' && isAddress(value, 'https:');
const areSources = (value: string) => {
  const sources = value.split(/,\s+/).map((source) => /^(\S{2,}) ([1-9]\d*w|\d+(?:\.\d+)?x)$/.exec(source));
  const descriptors = new Set(sources.map((source) => source?.[2]));
  return (
    descriptors.size === sources.length && sources.every((source) => source && isPicture(source[1] ?? ''))
  );
};
const KINDS: Readonly<Record<string, (value: string) => boolean>> = {
  LINK: (value) => isAddress(value, 'http:', 'https:', 'mailto:', 'sms:', 'tel:'),
  WEB: (value) => isAddress(value, 'http:', 'https:'),
  PICTURE: isPicture,
  SECURE: isSecure,
  WHOLE: (value) => isSecure(value) && /^https:\/\//i.test(value),
  SOURCES: areSources,
  SIZE: (value) => /^\d+(?:\.\d+)?$/.test(value),
  ANY: () => true,
  NAME: (value) => !/^(?:toString|__.*)$/i.test(value),
  ID: (value) => !/(?:^|\s)(?:amp|i-amphtml-.*|__.*|tostring|tagname|mozdropzone)(?:\s|$)/i.test(value),
  CLASS: (value) => !/(?:^|\W)i-amphtml-/i.test(value),
  RELATIONS: (value) => !/\b(?:import|manifest|pre[a-z]+|stylesheet)\b/i.test(value),
  STYLE: (value) => value.length <= 1000 && /^[a-z-]+:[^;:!{}]+(?:;[a-z-]+:[^;:!{}]+)*$/.test(value),
};
const TOKEN = /([^<]+)|<(\/?)([a-z][a-z0-9-]*)((?: [^\s"'<>/=]+(?:="[^"<>]*")?)*)>/y;
const VOID = ['br', 'col', 'hr', 'wbr', 'source', 'track'];

function isAccepted(tag: string, name: string, value: string): boolean {
  const pattern = PATTERNS.get(tag)?.get(name);
  if (pattern === undefined) return /^data-[A-Za-z0-9_:.-]*$/.test(name);
  return KINDS[pattern]?.(value) ?? new RegExp(`^(?:${pattern})$`).test(value);
}

/**
 * Faults of a body: what the validator would refuse, and what it could read in
 * another way than a browser does.
 */
export function ampFaultsOf(html: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  let previous = '';
  let styles = 0;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < html.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(html);
    if (!token) return [...faults, `no token at ${html.slice(at, at + 50)}`];
    const [, text, slash, tag = '', list = ''] = token;
    if (text !== undefined) {
      if (text.trim() !== '') previous = '';
      continue;
    }
    if (slash) {
      if (open.pop() !== tag) faults.push(`unbalanced ${tag}`);
    } else {
      if (!PATTERNS.has(tag)) faults.push(`tag ${tag}`);
      if (REQUIRED[tag]?.test(list) === false) faults.push(`missing in ${tag}${list}`);
      if (AFTER[tag]?.test(previous) === false) faults.push(`${tag} after ${previous}`);
      for (const [, name = '', value = ''] of list.matchAll(/ ([^\s=]+)(?:="([^"]*)")?/g)) {
        if (!isAccepted(tag, name, decodeHTML(value))) faults.push(`${tag} ${name}="${value}"`);
        if (name === 'style') styles += value.length;
      }
      if (!VOID.includes(tag)) open.push(tag);
      // The validator can bear a depth of 110; half of it may be added by its parser, around cells.
      if (open.length > 50) faults.push('too deep');
    }
    previous = `${slash}${tag}`;
  }
  if (styles > 75_000) faults.push(`${styles} characters of styles`);
  return open.length > 0 ? [...faults, `open ${open.join()}`] : faults;
}
