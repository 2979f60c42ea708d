import { wordSet } from '../../../../../kernel/text.ts';
import { formulaHtml } from './formulas.ts';
import { readTag, type Tag, VOID } from './tags.ts';

/*
 * A DOM takes time and memory that grow with the square of some things: attributes
 * of a tag, formatting tags that are never closed, pieces of a text. A first pass,
 * whose time is proportional to the length, takes out of a page what no fact is read
 * of and bounds the rest, so that any page becomes one that a DOM can be made of.
 */

/** The treatment of the content of an element. */
export type Extent = 'whole' | 'head';

/** Elements inside one another; tags deeper than this go, and what is in them is kept. */
const MAX_DEPTH = 150;
/** Limit of the cost of all elements: the deeper one is, the longer the parser looks for its parent. */
const MAX_COST = 40_000;
const COST_OF_DEPTH = 1 / 50;
/** Formatting elements that are open at once: the parser opens them again in each block that follows. */
const MAX_FORMATTING = 16;
/** Characters of text. */
const MAX_TEXT = 1_000_000;
/** Tags of a head: they are still taken after one of the other limits is reached. */
const MAX_HEAD_TAGS = 2_000;
const MAX_LINKED_DATA = 1_000_000;
const MAX_VALUE = 10_000;
/** Characters of any other attribute. */
const MAX_ADDRESS = 5_000;
const MAX_CLASS = 1_000;

const HEAD = wordSet('html base link meta title');
/** Elements without facts, of which the content is no HTML. */
const DROPPED = wordSet('script style textarea noembed noframes xmp');
/** Also without facts, but pages forget to end them. */
const WHOLES = wordSet('svg select datalist');
/** Elements that are left out: options take the square of their number. */
const BARE = wordSet('plaintext head option optgroup');
/** Elements of XML, which have rules of their own: formulas become text. */
const FORMULAS = wordSet('math mml:math');
/** Closed by the next of their kind, so they never are what makes a page deep. */
const SELF_CLOSED = wordSet('p li dd dt tr td th thead tbody tfoot colgroup caption html body');
/** Depth that a table adds. */
const CELL = ['table', 'tbody', 'tr', 'td'];
const FORMATTING = wordSet('a b big code em font i nobr s small strike strong tt u');
/** An end tag ends no element outside of these. */
const SCOPES = wordSet('table template object applet marquee button');
/** An end tag of any other element does not end these with it. */
const SPECIAL = wordSet(
  'address applet article aside blockquote button center details dir div dl fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup iframe main marquee menu nav object ol pre search section summary table template ul',
);
/** In which readability looks for what is hidden; other styles say nothing of the content. */
const HIDING_STYLE = /display|visibility/i;
const ATTRIBUTE_NAME = /^[a-z_][\w:.-]*$/;
const TEX = /^\s*math\/tex\b/i;
const LINKED_DATA = /^\s*application\/(?:[\w.-]+\+)?ld\+json\b/i;

/**
 * The page without scripts, styles and comments, within the limits above.
 *
 * @param extent `head` for nothing but what stands in a head
 */
export function boundHtml(source: string, extent: Extent = 'whole'): string {
  return new Pass(source.replaceAll('\0', ''), extent).run();
}

class Pass {
  private source: string;
  private readonly parts: string[] = ['<!DOCTYPE html>'];
  private readonly open: string[] = [];
  private formatting = 0;
  private cost = 0;
  private text = 0;
  private headTags = 0;
  private linkedData = 0;
  private isHeadOnly: boolean;

  constructor(source: string, extent: Extent) {
    this.source = source;
    this.isHeadOnly = extent === 'head';
  }

  run(): string {
    this.walk();
    return this.parts.join('');
  }

  private walk(): void {
    const { source } = this;
    for (let at = 0; at < source.length;) {
      const next = source.indexOf('<', at);
      this.keepText(source.slice(at, next < 0 ? source.length : next));
      at = next < 0 ? source.length : this.markup(next);
    }
  }

  /** Reads what begins with the `<` at `at`. @returns where the source goes on */
  private markup(at: number): number {
    const { source } = this;
    const next = source.charAt(at + 1);
    if (source.startsWith('<!--', at)) {
      return source[at + 4] === '>' ? at + 5 : this.after('-->', at + 2);
    }
    if (LETTER.test(next)) return this.startTag(at);
    if (next === '/' && LETTER.test(source.charAt(at + 2))) return this.endTag(at);
    if (next === '/' || next === '!' || next === '?') return this.after('>', at);
    this.keepText('&lt;');
    return at + 1;
  }

  private startTag(at: number): number {
    const { source } = this;
    const tag = readTag(source, at);
    if (!tag) return source.length;
    const { name } = tag;
    const type = name === 'script' ? (tag.attributes.get('type') ?? '') : '';
    if (LINKED_DATA.test(type)) return this.linked(tag.end);
    if (TEX.test(type)) return this.tex(tag.end);
    if (FORMULAS.has(name)) return this.formula(tag);
    if (DROPPED.has(name)) return this.content(name, tag.end).end;
    if (name === 'title') return this.title(tag.end);
    if (WHOLES.has(name)) return this.whole(name, tag.end);
    if (BARE.has(name)) return tag.end;
    if (this.isKept(name)) this.keepTag(tag);
    return name === 'iframe' ? this.frame(tag.end) : tag.end;
  }

  private isKept(name: string): boolean {
    if (!HEAD.has(name)) return !this.isHeadOnly && this.enter(name);
    this.headTags += 1;
    return this.headTags <= MAX_HEAD_TAGS;
  }

  /** @returns whether the tag is kept */
  private enter(name: string): boolean {
    this.cost += 1 + this.formatting + this.open.length * COST_OF_DEPTH;
    if (this.cost > MAX_COST) {
      this.isHeadOnly = true;
      return false;
    }
    if (VOID.has(name) || SELF_CLOSED.has(name) || name === 'iframe') return true;
    if (this.open.length >= MAX_DEPTH) return false;
    if (FORMATTING.has(name)) {
      if (this.formatting >= MAX_FORMATTING) return false;
      this.formatting += 1;
    }
    this.open.push(...(name === 'table' ? CELL : [name]));
    return true;
  }

  private endTag(at: number): number {
    const tag = readTag(this.source, at + 1);
    if (!tag) return this.source.length;
    if (!this.isHeadOnly && this.leave(tag.name)) this.parts.push(`</${tag.name}>`);
    return tag.end;
  }

  /** @returns whether the end tag ends something */
  private leave(name: string): boolean {
    if (name === 'body' || name === 'html' || VOID.has(name)) return false;
    if (name === 'head') return true;
    if (SELF_CLOSED.has(name)) {
      this.cost += 1;
      return this.cost <= MAX_COST;
    }
    const isSpecial = SPECIAL.has(name);
    for (let index = this.open.length - 1; index >= 0; index -= 1) {
      const element = this.open[index] ?? '';
      if (element === name) {
        this.close(index, FORMATTING.has(name) ? index + 1 : this.open.length);
        return true;
      }
      if (SCOPES.has(element) || (SPECIAL.has(element) && !isSpecial && !FORMATTING.has(name))) return false;
    }
    return false;
  }

  /** Elements that a formatting element is in go with it only when it is ended itself: it is opened again. */
  private close(from: number, to: number): void {
    for (const element of this.open.splice(from, to - from)) {
      if (FORMATTING.has(element)) this.formatting -= 1;
    }
  }

  private linked(start: number): number {
    const { text, end } = this.content('script', start);
    this.linkedData += text.length;
    if (this.linkedData <= MAX_LINKED_DATA && this.headTags < MAX_HEAD_TAGS) {
      this.headTags += 1;
      this.parts.push('<script type="application/ld+json">', text, '</script>');
    }
    return end;
  }

  /**
   * In the place of the formula, or what is said of it. Nothing is left of a
   * formula that does not end but its text.
   */
  private formula({ name, attributes, end: start }: Tag): number {
    const { text, end, isEnded } = this.content(name, start);
    if (!isEnded) return start;
    const { source } = this;
    this.source = formulaHtml(text) || (attributes.get('alttext') ?? '').replaceAll('<', '&lt;');
    this.walk();
    this.source = source;
    return end;
  }

  /** A script that renders formulas finds them here, and a reader without it finds nothing. */
  private tex(start: number): number {
    const { text, end } = this.content('script', start);
    this.keepText(`\\(${text.slice(0, MAX_VALUE).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}\\)`);
    return end;
  }

  private title(start: number): number {
    const { text, end } = this.content('title', start);
    if (this.isKept('title')) this.parts.push('<title>', text.slice(0, MAX_VALUE), '</title>');
    return end;
  }

  private frame(start: number): number {
    const { end } = this.content('iframe', start);
    if (!this.isHeadOnly) this.parts.push('</iframe>');
    return end;
  }

  /** Goes as a whole when it ends. */
  private whole(name: string, start: number): number {
    const { isEnded, end } = this.content(name, start);
    return isEnded ? end : start;
  }

  /** The text up to an end tag, or to the end of the page. */
  private content(name: string, start: number): { text: string; end: number; isEnded: boolean } {
    const { source } = this;
    const pattern = END_TAGS.get(name) ?? new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    END_TAGS.set(name, pattern);
    const missing = this.missing.has(name);
    pattern.lastIndex = start;
    const found = missing ? null : pattern.exec(source);
    if (!found) {
      this.missing.add(name);
      return { text: source.slice(start), end: source.length, isEnded: false };
    }
    return { text: source.slice(start, found.index), end: this.after('>', found.index), isEnded: true };
  }

  /** Names without a further end tag: they are not looked for again. */
  private readonly missing = new Set<string>();

  private after(mark: string, from: number): number {
    const found = this.source.indexOf(mark, from);
    return found < 0 ? this.source.length : found + mark.length;
  }

  private keepText(text: string): void {
    if (text === '' || this.isHeadOnly) return;
    this.parts.push(text.slice(0, MAX_TEXT - this.text));
    this.text += text.length;
    if (this.text >= MAX_TEXT) this.isHeadOnly = true;
  }

  private keepTag({ name, attributes }: Tag): void {
    let tag = `<${name}`;
    for (const [attribute, value] of attributes) {
      const kept = ATTRIBUTE_NAME.test(attribute) ? keptValue(attribute, value) : null;
      if (kept !== null) tag += ` ${attribute}="${kept.replaceAll('"', '&quot;')}"`;
    }
    this.parts.push(tag, '>');
  }
}

const LETTER = /^[a-z]$/i;
const END_TAGS = new Map<string, RegExp>();

function keptValue(attribute: string, value: string): string | null {
  if (attribute.startsWith('on')) return null;
  if (attribute === 'style') return value.length <= MAX_VALUE && HIDING_STYLE.test(value) ? value : null;
  if (attribute === 'class' || attribute === 'id') return value.slice(0, MAX_CLASS);
  if (attribute === 'content') return value.slice(0, MAX_VALUE);
  return value.length <= MAX_ADDRESS ? value : null;
}
