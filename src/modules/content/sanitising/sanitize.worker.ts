import sanitizeHtml from 'sanitize-html';
import { countWords, INLINE, textOf } from '../rendering/html-text.ts';
import { asTree } from './html-tree.ts';

/*
 * Runs on the main thread for texts of ordinary length and in a worker thread for long ones, so what it
 * loads uses only TypeScript that Node can strip, and it gets its rules with each task.
 */

/**
 * The treatment of an element: it is kept; it becomes a `<div>`; it is removed with its content; it is a
 * frame of another site, to be looked at. Of those that are not known, the tags
 * go and what is in them is kept.
 */
export type Fate = 'kept' | 'block' | 'hidden' | 'frame';

/** The allowed HTML. All names are in lower case. */
export interface HtmlRules {
  readonly fates: ReadonlyMap<string, Fate>;
  /** Elements whose tags go without a report. */
  readonly quietTags: ReadonlySet<string>;
  /** Attributes by tag, `*` for all; a name may end with `*`. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Attributes that shortcodes alone bring, which go without a report. */
  readonly marks: ReadonlySet<string>;
  /** The pattern of a whole value in lower case, by property. */
  readonly styles: Readonly<Record<string, RegExp>>;
  /** Allowed URL schemes. */
  readonly schemes: readonly string[];
  readonly forbiddenIds: RegExp;
  readonly frames: {
    /** Matches host and path. */
    readonly addresses: RegExp;
    /** The service's own host: only its frames that begin with this are allowed, which are its embeds. */
    readonly own: { readonly host: string; readonly embeds: string; readonly sandbox: string } | null;
    /** Attributes of every frame. */
    readonly attributes: Readonly<Record<string, string>>;
    /** Features that its `allow` may name. */
    readonly features: readonly string[];
  };
}

export interface HtmlTask {
  readonly texts: readonly string[];
  readonly rules: HtmlRules;
}

export interface Sanitized {
  readonly html: string;
  readonly wordsCount: number;
  /** Warnings: a sentence for each removed part, none twice, {@link MAX_REMOVED} at most. */
  readonly removed: readonly string[];
}

const MAX_REMOVED = 20;
const MAX_NESTING = 200;

const ADDRESSES = new Set(['href', 'src', 'poster', 'cite']);
const TARGETS = new Set(['_blank', '_self', '_parent', '_top']);
export default function sanitize({ texts, rules }: HtmlTask): Sanitized[] {
  const options = OPTIONS.get(rules) ?? optionsOf(rules);
  OPTIONS.set(rules, options);
  return texts.map((text) => {
    const pass = new Pass(rules, options);
    let html = pass.run(readable(text));
    // A removed tag may have kept one tag from ending another: only then is a second pass needed.
    if (pass.isAmbiguous) html = new Pass(rules, options).run(html);
    // A character reference that is written as the character itself would be a line feed.
    html = asTree(html.includes('\r') ? html.replaceAll('\r', '&#13;') : html);
    return { html, wordsCount: countWords(textOf(html)), removed: pass.removed };
  });
}

/** As a parser reads what comes to it: line breaks are line feeds. */
function readable(text: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
}

/** Options by rules: on the main thread all texts share the rules, and most are short. */
const OPTIONS = new WeakMap<HtmlRules, sanitizeHtml.IOptions>();

/** The rules in the form of the library. */
function optionsOf({ fates, attributes, schemes }: HtmlRules): sanitizeHtml.IOptions {
  const tags = (...wanted: Fate[]) =>
    [...fates].filter(([, fate]) => wanted.includes(fate)).map(([tag]) => tag);
  return {
    allowedTags: tags('kept', 'frame'),
    nonTextTags: tags('hidden'),
    allowedAttributes: attributes as Record<string, string[]>,
    allowedSchemes: [...schemes],
    parseStyleAttributes: false,
    selfClosing: ['br', 'col', 'hr', 'img', 'source', 'track', 'wbr'],
    nestingLimit: MAX_NESTING,
    parser: { recognizeSelfClosing: true },
    transformTags: {
      ...Object.fromEntries(tags('block').map((tag) => [tag, () => ({ tagName: 'div', attribs: {} })])),
      font: (_tag, { color }) => ({ tagName: 'span', attribs: color ? { style: `color:${color}` } : {} }),
    },
  };
}

type Attributes = sanitizeHtml.Attributes;

/** One pass over a text. */
class Pass {
  isAmbiguous = false;
  private readonly sentences = new Set<string>();
  private readonly styles = new Set<string>();
  /** The treatment of the open elements. */
  private readonly open: (Fate | null)[] = [];
  private hidden = 0;
  private readonly rules: HtmlRules;
  private readonly options: sanitizeHtml.IOptions;

  constructor(rules: HtmlRules, options: sanitizeHtml.IOptions) {
    this.rules = rules;
    this.options = {
      ...options,
      transformTags: {
        ...options.transformTags,
        '*': (tagName, attribs) => ({ tagName, attribs: this.attributesOf(tagName, attribs) }),
      },
      onOpenTag: (tag) => {
        this.enter(tag);
      },
      onCloseTag: () => {
        this.leave();
      },
      textFilter: (text) => (this.hidden > 0 ? '' : text),
      exclusiveFilter: ({ tag, attribs }) =>
        this.hidden > 0 || (tag === 'iframe' && attribs.src === undefined),
    };
  }

  run(html: string): string {
    return sanitizeHtml(html, this.options);
  }

  get removed(): string[] {
    const styles = [...this.styles].slice(0, MAX_REMOVED).join(', ');
    if (styles) this.report(`Styles that are not allowed were left out: ${styles}.`);
    return [...this.sentences].slice(0, MAX_REMOVED);
  }

  private report(sentence: string): void {
    if (this.sentences.size < MAX_REMOVED) this.sentences.add(sentence);
  }

  private enter(tag: string): void {
    const fate = this.fateOf(tag);
    if (fate === 'block' || (this.open.at(-1) === null && !INLINE.includes(tag))) this.isAmbiguous = true;
    if (fate === 'hidden' || fate === 'frame') this.hidden += 1;
    this.open.push(fate);
  }

  private leave(): void {
    const fate = this.open.pop();
    if (fate === 'hidden' || fate === 'frame') this.hidden -= 1;
  }

  private fateOf(tag: string): Fate | null {
    if (this.hidden > 0) return 'hidden';
    const fate = this.rules.fates.get(tag) ?? null;
    const isQuiet = this.rules.quietTags.has(tag);
    if (fate === 'hidden') {
      if (!isQuiet) this.report(`<${short(tag)}> is not allowed and was left out.`);
    } else if (this.open.length >= MAX_NESTING) {
      this.report(`Tags in more than ${MAX_NESTING} others were left out; what is in them is kept.`);
      return null;
    } else if ((fate === null || fate === 'block') && !isQuiet) {
      this.report(`<${short(tag)}> is not allowed; what is in it is kept.`);
    }
    return fate;
  }

  private attributesOf(tag: string, attributes: Attributes): Attributes {
    const fate = this.open.at(-1);
    if (fate === 'frame') return this.frameAttributes(attributes);
    return fate === 'kept' ? this.safeAttributes(tag, attributes) : attributes;
  }

  private safeAttributes(tag: string, attributes: Attributes): Attributes {
    const safe: Attributes = {};
    for (const name in attributes) {
      const value = this.safeValue(tag, name, attributes[name] ?? '');
      if (value !== null) safe[name] = value;
    }
    const { target, rel = '' } = safe;
    if (tag === 'a' && target !== undefined && target !== '_self') {
      safe.rel = [...new Set([...rel.split(/\s+/).filter(Boolean), 'noopener'])].join(' ');
    }
    return safe;
  }

  /** The treatment of an attribute; the library drops those that are not among the rules. */
  private safeValue(tag: string, name: string, value: string): string | null {
    if (name.startsWith('on') || !ATTRIBUTE_NAME.test(name)) {
      this.report(`The attribute ${short(name)} is not allowed and was left out.`);
      return null;
    }
    if (name === 'hidden')
      this.report(`Readers see what is in <${short(tag)} hidden>: the attribute was left out.`);
    if (this.rules.marks.has(name)) return null;
    if (name === 'style') return this.safeStyle(value) || null;
    if (name === 'target') return TARGETS.has(value.toLowerCase()) ? value.toLowerCase() : null;
    if (name === 'id' && this.rules.forbiddenIds.test(value)) {
      this.report(
        `The id ${short(value)} was left out: the page, or a script of it, has something of this name.`,
      );
      return null;
    }
    const isAddress = ADDRESSES.has(name);
    const safe = name === 'srcset' ? this.safeSources(value) : isAddress && !this.isSafe(value) ? '' : value;
    if (safe !== '' || value === '') return safe;
    this.report(`The address "${short(value)}" in <${tag} ${name}> is not allowed and was left out.`);
    return null;
  }

  /** Well-formed candidates of a `srcset`; the library would print a warning for others. */
  private safeSources(sources: string): string {
    const found = [...sources.matchAll(SOURCE)].filter(([, address = '']) => this.isSafe(address));
    return found.map(([, address = '', descriptor = '']) => `${address} ${descriptor}`.trim()).join(', ');
  }

  private safeStyle(style: string): string {
    const kept: string[] = [];
    for (const declaration of style.split(';')) {
      const [name = '', ...rest] = declaration.split(':');
      const property = name.trim().toLowerCase();
      const value = rest
        .join(':')
        .replace(/!\s*important\s*$/i, '')
        .trim()
        .toLowerCase();
      const isKnown = Object.hasOwn(this.rules.styles, property);
      if (isKnown && value.length <= 100 && this.rules.styles[property]?.test(value)) {
        kept.push(`${property}:${value}`);
      } else if (/^[a-z-]+$/.test(property)) this.styles.add(short(property));
    }
    return kept.join(';');
  }

  /** @returns no attributes when the frame is not to be shown */
  private frameAttributes({ allow = '', ...attributes }: Attributes): Attributes {
    const { addresses, own, attributes: given, features } = this.rules.frames;
    const { src = '' } = attributes;
    if (own && URL.parse(src)?.href.startsWith(own.embeds))
      return { ...this.safeAttributes('iframe', attributes), ...given, sandbox: own.sandbox };
    const url = frameAddress(src);
    if (!url) {
      this.report('An iframe without an address of another site is not shown.');
      return {};
    }
    const address = url.host + url.pathname;
    if (url.host === own?.host || !addresses.test(address)) {
      this.report(`The iframe of ${short(address)} is not shown: it is not among content.embedHosts.`);
      return {};
    }
    const wanted = allow.split(';').map((feature) => feature.trim().split(/\s/, 1)[0] ?? '');
    const allowed = features.filter((feature) => wanted.includes(feature)).join('; ');
    const safe = { ...this.safeAttributes('iframe', attributes), src: url.href, ...given };
    return allowed ? { ...safe, allow: allowed } : safe;
  }

  private isSafe(address: string): boolean {
    const scheme = /^([^/?#:]*):/.exec(address.replace(IGNORED, ''))?.[1];
    return scheme === undefined || this.rules.schemes.includes(scheme.toLowerCase());
  }
}

/** An address on another site, over https. */
function frameAddress(source: string): URL | null {
  const address = source.trim().replace(/^\/\//, 'https://');
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null;
  return Object.assign(url, { protocol: 'https:', username: '', password: '' });
}

/** Names of attributes. Parsers disagree where an attribute with a quote in its name ends. */
const ATTRIBUTE_NAME = /^[a-z][\w.-]*$/i;

/** Browsers ignore blanks and control characters in an address. */
const IGNORED = /[\0-\x20]+/g;

/** An address in a `srcset`, and how wide or how dense its image is. */
const SOURCE = /[\s,]*([^\s,](?:\S*[^\s,])?)(?:\s+([1-9]\d{0,5}w|\d{1,3}(?:\.\d{1,4})?x))?\s*(?:,|$)/gy;

const MAX_QUOTED = 60;
const short = (text: string) => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
