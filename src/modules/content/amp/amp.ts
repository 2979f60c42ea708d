import { decodeHTMLAttribute } from 'entities';
import {
  declarationsOf,
  imageLayout,
  type Layout,
  MAX_STYLES,
  playerLayout,
  type Size,
  sizeOf,
  styleOf,
  withoutSizes,
} from './amp-layout.js';
import { RULES, ruleOf, type Rules } from './amp-rules.js';
import { attributes, escapeHtml } from '../../../kernel/html.js';

const script = (name: string) => `https://cdn.ampproject.org/v0/${name}-0.1.js`;

/** The script that a page has to load for an element of AMP, by the name of the element. */
export const AMP_SCRIPTS: Readonly<Record<string, string>> = Object.fromEntries(
  ['amp-audio', 'amp-iframe', 'amp-video'].map((name) => [name, script(name)]),
);

/** The elements in the AMP HTML of {@link ampHtml} that need a script: names of {@link AMP_SCRIPTS}. */
export function ampComponentsOf(amp: string): readonly string[] {
  return Object.keys(AMP_SCRIPTS).filter((name) => amp.includes(`<${name}`));
}

/**
 * The body of an AMP page, from HTML that was made safe and in which `<` and
 * `>` do nothing but delimit tags. A page may have {@link MAX_STYLES}
 * characters of inline styles of ours: give it one text, or a few short ones.
 */
export function ampHtml(safe: string): string {
  const body = new Body();
  for (const [token] of safe.matchAll(TOKEN)) body.add(token);
  return body.end();
}

/** Does the work of {@link ampHtml} in steps of some milliseconds. @param turn is awaited after each step */
export async function ampHtmlInSteps(safe: string, turn: () => Promise<void>): Promise<string> {
  const body = new Body();
  let tokens = 0;
  for (const [token] of safe.matchAll(TOKEN)) {
    body.add(token);
    if (++tokens % TOKENS_A_STEP === 0) await turn();
  }
  return body.end();
}

const TOKENS_A_STEP = 2_000;
/** No token extends past the next `<`, so that each character is read once. */
const TOKEN = /<[^<>]*>|[^<]+|</g;
const TAG = /^<(\/?)([a-z][^\s/>]*)(.*)>$/is;
/** Quotes are letters of a name, as they are to browsers. */
const ATTRIBUTE = /\s([^\s<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

const VOID = new Set(['br', 'col', 'hr', 'wbr']);
const SOURCES = new Set(['source', 'track']);
/** Elements that AMP does not know, with their nearest replacement. */
const RENAMED: ReadonlyMap<string, string> = new Map([['listicle', 'span']]);

/**
 * The validator, where it is WebAssembly, dies of about 110 levels. It counts the bodies and rows that
 * browsers add to tables; the page around the text may have 20.
 */
const MAX_NESTING = 48;
/** Levels that must fit: a cell without its row would stand before the table. */
const LEVELS: ReadonlyMap<string, number> = new Map([['table', 4]]);

interface Component {
  readonly name: string;
  readonly layout: (size: Size) => Layout;
  /** Its fixed content; a player keeps the content that it has in the text. */
  readonly content?: string;
}

const COMPONENTS: ReadonlyMap<string, Component> = new Map([
  ['img', { name: 'amp-img', layout: imageLayout, content: '' }],
  // AMP requires a placeholder for frames above the fold.
  ['iframe', { name: 'amp-iframe', layout: playerLayout, content: '<span placeholder></span>' }],
  ['video', { name: 'amp-video', layout: playerLayout }],
  ['audio', { name: 'amp-audio', layout: () => ({}) }],
]);

type Given = ReadonlyMap<string, string>;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

function givenIn(list: string): Given {
  const given = new Map<string, string>();
  for (const [, name = '', double, single, bare] of list.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!given.has(key)) given.set(key, decodeHTMLAttribute(double ?? single ?? bare ?? ''));
  }
  return given;
}

interface Open {
  /** Source of the tag; empty for a tag that the text does not have. */
  readonly tag: string;
  readonly name: string;
  /** Index of the output that the sources of a player go to. */
  readonly sources?: number;
}

/** AMP HTML that grows with each token of a text. */
class Body {
  private readonly pieces: string[] = [];
  private readonly open: Open[] = [];
  /** Open elements that are not written, by name. */
  private readonly tooDeep = new Map<string, number>();
  /** Whether nothing is in the element that was opened last. */
  private isAtStart = false;
  private styles = 0;

  add(token: string): void {
    const [, slash, name, list = ''] = TAG.exec(token) ?? [];
    if (name === undefined) this.text(token.replace('<', '&lt;'));
    else if (slash) this.close(name.toLowerCase());
    else this.start(name.toLowerCase(), givenIn(list));
  }

  end(): string {
    this.closeTo(0);
    return this.pieces.join('');
  }

  private text(text: string): void {
    if (text.trim() === '') this.pieces.push(text);
    else this.write(text);
  }

  private start(tag: string, given: Given): void {
    const rules = RULES.get(tag);
    const component = COMPONENTS.get(tag);
    if (!rules) return;
    if (component) this.component(tag, component, this.attributesOf(rules, given, component));
    else if (SOURCES.has(tag)) this.source(tag, this.attributesOf(rules, given));
    else this.element(tag, this.attributesOf(rules, given));
  }

  private element(tag: string, kept: Attributes): void {
    const isFirst = this.isAtStart && this.open.at(-1)?.tag === 'details';
    const name = tag === 'summary' && !isFirst ? 'div' : (RENAMED.get(tag) ?? tag);
    if (VOID.has(tag)) this.write(opening(name, kept));
    else this.enter(tag, name, kept);
  }

  private component(tag: string, { name, content }: Component, kept: Attributes): void {
    if (content === undefined) this.enter(tag, name, kept, true);
    else if (kept.src !== undefined || kept.srcset !== undefined)
      this.write(`${opening(name, kept)}${content}</${name}>`);
    else this.text(escapeHtml(String(kept.alt ?? '')));
  }

  private source(tag: string, kept: Attributes): void {
    const at = this.open.at(-1)?.sources;
    if (at !== undefined && kept.src !== undefined)
      this.pieces[at] = `${this.pieces[at] ?? ''}${opening(tag, kept)}`;
  }

  private enter(tag: string, name: string, kept: Attributes, isPlayer = false): void {
    if (this.tooDeep.size > 0 || this.open.length + (LEVELS.get(tag) ?? 1) > MAX_NESTING) {
      this.tooDeep.set(tag, (this.tooDeep.get(tag) ?? 0) + 1);
      return;
    }
    this.write(opening(name, kept));
    this.open.push(isPlayer ? { tag, name, sources: this.pieces.push('') - 1 } : { tag, name });
    this.isAtStart = true;
  }

  private close(tag: string): void {
    const deep = this.tooDeep.get(tag) ?? 0;
    if (deep > 1) this.tooDeep.set(tag, deep - 1);
    else if (deep > 0) this.tooDeep.delete(tag);
    else {
      const at = this.open.findLastIndex((element) => element.tag === tag);
      if (at >= 0) this.closeTo(at);
    }
  }

  private closeTo(depth: number): void {
    for (const { name } of this.open.splice(depth).reverse()) this.pieces.push(`</${name}>`);
    this.tooDeep.clear();
    this.isAtStart = false;
  }

  /** Inside a player only sources are kept; the rest is its fallback. */
  private write(markup: string): void {
    const around = this.open.at(-1);
    if (around && COMPONENTS.has(around.tag)) {
      this.pieces.push('<span fallback>');
      this.open.push({ ...around, tag: '', name: 'span' });
    }
    this.pieces.push(markup);
    this.isAtStart = false;
  }

  private attributesOf(rules: Rules, given: Given, component?: Component): Attributes {
    const kept: Record<string, string | true> = {};
    for (const [name, value] of given) {
      const result = ruleOf(rules, name)?.(value) ?? null;
      if (result !== null) kept[name] = result;
    }
    const style = declarationsOf(given.get('style') ?? '');
    return {
      ...kept,
      // AMP would make the element itself as wide as its sizes say.
      'disable-inline-width': kept.sizes !== undefined,
      style: this.inBudget(styleOf(component ? withoutSizes(style) : style)),
      ...component?.layout(sizeOf(given, style)),
    };
  }

  private inBudget(style: string): string | undefined {
    if (style === '' || this.styles + style.length > MAX_STYLES) return undefined;
    this.styles += style.length;
    return style;
  }
}

function opening(name: string, kept: Attributes): string {
  return `<${name}${attributes(kept).html}>`;
}
