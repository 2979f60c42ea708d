import { words } from '../../../kernel/text.js';
/** Maps the value of an attribute: another value, true for a name without one, null to leave it out. */
type Rule = (value: string) => string | true | null;
export type Rules = Readonly<Record<string, Rule>>;

const any: Rule = (value) => value;
const flag: Rule = () => true;
const like =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(value) ? value : null;
const unlike =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(value) ? null : value;
/** One rule for several names. */
const each = <T>(names: string, rule: T) => Object.fromEntries(words(names).map((name) => [name, rule]));

const MEMBERS_OF_ELEMENTS = words(`
  acceptCharset addEventListener appendChild assignedSlot attachShadow baseURI checkValidity childElementCount childNodes
  classList className clientHeight clientLeft clientTop clientWidth compareDocumentPosition computedName computedRole
  contentEditable createShadowRoot enqueAction firstChild firstElementChild getAnimations getAttribute getAttributeNS
  getAttributeNode getAttributeNodeNS getBoundingClientRect getClientRects getDestinationInsertionPoints
  getElementsByClassName getElementsByTagName getElementsByTagNameNS getRootNode hasAttribute hasAttributeNS
  hasAttributes hasChildNodes hasPointerCapture innerHTML innerText inputMode insertAdjacentElement insertAdjacentHTML
  insertAdjacentText isContentEditable isDefaultNamespace isEqualNode isSameNode lastChild lastElementChild
  lookupNamespaceURI namespaceURI nextElementSibling nextSibling nodeName nodeType nodeValue offsetHeight offsetLeft
  offsetParent offsetTop offsetWidth outerHTML outerText ownerDocument parentElement parentNode previousElementSibling
  previousSibling querySelector querySelectorAll releasePointerCapture removeAttribute removeAttributeNS
  removeAttributeNode removeChild removeEventListener replaceChild reportValidity requestPointerLock scrollHeight
  scrollIntoView scrollIntoViewIfNeeded scrollLeft scrollWidth setAttribute setAttributeNS setAttributeNode
  setAttributeNodeNS setPointerCapture shadowRoot styleMap tabIndex tagName textContent toString valueOf`).join(
  '|',
);

/** Names that the runtime of AMP would find instead of its own, or of what every element has. */
const TAKEN = new RegExp(
  `(?:^|\\s)(?:amp|i-amphtml-\\S*|__\\S*|\\$p|\\$proxy|${MEMBERS_OF_ELEMENTS}|` +
    '(?:webkit|moz|ms|o)(?:dropzone|MatchesSelector|RequestFullScreen))(?:\\s|$)',
  'i',
);
const anchor = unlike(TAKEN);

const TARGETS = new Map([
  ['_blank', '_blank'],
  ['_self', '_self'],
  ['_top', '_top'],
  ['_parent', '_top'],
]);
const target: Rule = (value) => TARGETS.get(value.toLowerCase()) ?? null;

/** Relations for which a page would load something. */
const LOADING =
  /^(?:components|dns-prefetch|import|manifest|preconnect|prefetch|preload|prerender|serviceworker|stylesheet|subresource)$/i;
const relations: Rule = (value) =>
  words(value)
    .filter((relation) => !LOADING.test(relation))
    .join(' ');

const ADDRESS = /^(?:([^/?#:]*):)?(?:\/\/([^/?#]*))?/;
const LABEL = '[\\p{L}\\p{M}\\p{N}_-]+';
const HOST = new RegExp(
  `^(?=.{1,500}$)(?:.*@)?(?:\\[[\\da-f:.]+\\]|${LABEL}(?:\\.${LABEL})*\\.?)(?::\\d{1,5})?$`,
  'isu',
);
/** A parameter of AMP’s own. */
const RESERVED = '__amp_source_origin';

/** An address as AMP reads it, who is stricter with hosts than browsers are. */
function addressOf(value: string, schemes: readonly string[]): string | null {
  const address = value.trim();
  const [, scheme, host] = ADDRESS.exec(address) ?? [];
  if (scheme !== undefined && !schemes.includes(scheme.toLowerCase())) return null;
  if (host !== undefined && !(HOST.test(host) && URL.canParse(address, 'https://x.example'))) return null;
  return address.includes(RESERVED) ? null : address;
}

const WEB = ['http', 'https'];
const link: Rule = (value) => addressOf(value, [...WEB, 'mailto', 'sms', 'tel']);
const webAddress: Rule = (value) => addressOf(value, WEB);
/** URLs that a page loads: an empty one would be the page itself. */
const loaded = (value: string, schemes: readonly string[]) =>
  value.trim() === '' ? null : addressOf(value, schemes);
const image: Rule = (value) => loaded(value, WEB);
/** AMP plays nothing over http. Browsers, too, ask for what a page over https plays over https. */
const secure = (value: string) => loaded(value.trim().replace(/^http:/i, 'https:'), ['https']);
/** Absolute https URLs only: copies of AMP pages are on other sites. */
const secureAndWhole: Rule = (value) => {
  const address = secure(value.trim().replace(/^\/\//, 'https://'));
  return address !== null && /^https:\/\//i.test(address) ? address : null;
};

/** AMP refuses addresses of one character, and two images of the same width or density. */
const SOURCE = /[\s,]*([^\s,]\S*[^\s,])(?:\s+(\d{1,6}(?:\.\d{1,4})?)([wx]))?\s*(?:,|$)/gy;
const sources: Rule = (value) => {
  const found = new Map<string, string>();
  for (const [, address = '', size = '1', unit = 'x'] of value.matchAll(SOURCE)) {
    const descriptor = `${Number(size)}${unit}`;
    if (Number(size) > 0 && image(address) !== null && !found.has(descriptor))
      found.set(descriptor, `${address} ${descriptor}`);
  }
  return [...found.values()].join(', ') || null;
};

const DATA = /^data-[\w.:-]*$/;

const GLOBAL: Rules = {
  ...each('dir lang role title translate', any),
  class: unlike(/(?:^|\W)i-amphtml-/i),
  id: anchor,
  ...each(
    `aria-activedescendant aria-atomic aria-autocomplete aria-busy aria-checked aria-controls aria-current
     aria-describedby aria-disabled aria-dropeffect aria-expanded aria-flowto aria-grabbed aria-haspopup aria-hidden
     aria-invalid aria-label aria-labelledby aria-level aria-live aria-modal aria-multiline aria-multiselectable
     aria-orientation aria-owns aria-posinset aria-pressed aria-readonly aria-relevant aria-required aria-selected
     aria-setsize aria-sort aria-valuemax aria-valuemin aria-valuenow aria-valuetext`,
    any,
  ),
};

const ROW = each('align bgcolor height valign', any);
const CELL = { ...ROW, ...each('colspan headers rowspan width', any) };
const COUNT = like(/^\d*$/);
const PRELOAD = like(/^(?:auto|metadata|none)$/);

const HTML: Readonly<Record<string, Rules>> = {
  ...each(
    `address article aside center dd dl dt figcaption figure footer header hgroup hr listicle main nav pre section
     summary abbr acronym b bdi bdo big br cite code data dfn em i kbd mark rb rp rt rtc ruby s samp small span strike
     strong sub sup tt u ul var wbr caption tbody tfoot thead`,
    {},
  ),
  ...each('div h1 h2 h3 h4 h5 h6 p', { align: any }),
  ...each('col colgroup', { span: any }),
  ...each('del ins', { cite: webAddress, datetime: any }),
  a: { ...each('download hreflang', any), href: link, name: anchor, rel: relations, target },
  blockquote: { align: any, cite: webAddress },
  details: { open: flag },
  li: { value: COUNT },
  ol: { reversed: flag, start: COUNT, type: like(/^[1AaIi]$/) },
  q: { cite: webAddress },
  table: {
    ...each('align bgcolor cellpadding cellspacing width', any),
    border: (value) => (value === '0' ? '0' : '1'),
  },
  td: CELL,
  th: { ...CELL, ...each('abbr scope', any) },
  time: { datetime: any },
  tr: ROW,
};

/** Rules by HTML element; AMP has elements of its own for the first four. */
const MEDIA: Readonly<Record<string, Rules>> = {
  img: { ...each('alt referrerpolicy sizes', any), src: image, srcset: sources },
  audio: { ...each('controls loop', flag), preload: PRELOAD, src: secure },
  video: { ...each('autoplay controls loop muted', flag), poster: image, preload: PRELOAD, src: secure },
  iframe: {
    ...each('allow referrerpolicy sandbox', any),
    allowfullscreen: flag,
    frameborder: like(/^[01]$/),
    scrolling: like(/^(?:auto|no|yes)$/),
    src: secureAndWhole,
  },
  source: { ...each('media type', any), src: secure },
  track: {
    ...each('label srclang', any),
    default: flag,
    // The default kind is subtitles.
    kind: like(/^(?:captions|chapters|descriptions|metadata)$/),
    src: secureAndWhole,
  },
};

/** The attributes that an element may have; elements that are not here have no place in AMP. */
export const RULES: ReadonlyMap<string, Rules> = new Map(
  Object.entries({ ...HTML, ...MEDIA }).map(([tag, rules]) => [tag, { ...GLOBAL, ...rules }]),
);

export function ruleOf(rules: Rules, name: string): Rule | null {
  if (Object.hasOwn(rules, name)) return rules[name] ?? null;
  return DATA.test(name) ? any : null;
}
