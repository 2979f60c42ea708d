import { wordSet } from '../../../kernel/text.js';
/** Inline elements inside of which a paragraph can be divided. */
const FORMATTING = wordSet(`
  b bdi big cite del em i ins mark q s small span strike strong sub sup u abbr acronym data dfn font rb
  rp rt rtc ruby time`);
const VOID = new Set(['br', 'col', 'hr', 'img', 'source', 'track', 'wbr']);
/** Elements in which brackets are a quotation, or a figure is not allowed. */
const VERBATIM = wordSet('a audio code iframe kbd listicle picture pre samp tt var video');

export interface OpenTag {
  readonly name: string;
  /** Source in the text. */
  readonly source: string;
  readonly paragraph: Paragraph | null;
}

/** A `<p>` with what it holds. */
export interface Paragraph {
  readonly start: number;
  /** Offset after its closing tag. */
  end: number;
  /** Whether all that has been looked for in it stands in it directly, or between tags of formatting only. */
  isDivisible: boolean;
}

/** Position within a paragraph. */
export interface Position {
  readonly paragraph: Paragraph;
  /** The tags around it, from that of the paragraph inwards. */
  readonly around: readonly OpenTag[];
}

const NAME = /[a-z][a-z0-9-]*/iy;

/** Walks over HTML in which `<` and `>` do nothing but delimit tags, and knows which elements are open. */
export class OpenTags {
  /** Offset after the last tag that was passed. */
  at = 0;
  private readonly open: OpenTag[] = [];
  private next: number;
  private verbatim = 0;
  private links = 0;

  constructor(private readonly html: string) {
    this.next = this.tagFrom(0);
  }

  get isVerbatim(): boolean {
    return this.verbatim > 0;
  }

  get isInLink(): boolean {
    return this.links > 0;
  }

  /** Passes the tags that begin before a place. */
  passTo(place: number): void {
    while (this.next < place) {
      const start = this.next;
      const end = this.html.indexOf('>', start) + 1;
      this.at = end > 0 ? end : this.html.length;
      this.pass(start, this.at);
      this.next = this.tagFrom(this.at);
    }
  }

  /** The open inline elements; null outside of paragraphs, and where one cannot be divided. */
  get position(): Position | null {
    let index = this.open.length - 1;
    while (index >= 0 && FORMATTING.has(this.open[index]?.name ?? '')) index--;
    const paragraph = this.open[index]?.paragraph ?? null;
    for (const tag of this.open) {
      if (tag.paragraph && tag.paragraph !== paragraph) tag.paragraph.isDivisible = false;
    }
    return paragraph && { paragraph, around: this.open.slice(index) };
  }

  private tagFrom(place: number): number {
    const start = this.html.indexOf('<', place);
    return start < 0 ? Infinity : start;
  }

  private pass(start: number, end: number): void {
    const isClosing = this.html[start + 1] === '/';
    NAME.lastIndex = start + (isClosing ? 2 : 1);
    const nameStart = NAME.lastIndex;
    if (!NAME.test(this.html)) return;
    const name = this.html.slice(nameStart, NAME.lastIndex).toLowerCase();
    if (isClosing) this.close(name, end);
    else if (!VOID.has(name)) {
      const paragraph = name === 'p' ? { start, end: this.html.length, isDivisible: true } : null;
      this.open.push({ name, source: this.html.slice(start, end), paragraph });
      this.count(name, 1);
    }
  }

  private close(name: string, end: number): void {
    const opened = this.open.findLastIndex((tag) => tag.name === name);
    if (opened < 0) return;
    for (let closed = this.open.pop(); closed; closed = this.open.pop()) {
      if (closed.paragraph) closed.paragraph.end = end;
      this.count(closed.name, -1);
      if (this.open.length === opened) return;
    }
  }

  private count(name: string, by: number): void {
    if (VERBATIM.has(name)) this.verbatim += by;
    if (name === 'a') this.links += by;
  }
}

/** Elements that HTML does not allow in a paragraph. */
const BLOCK =
  /^\s*<(?:address|article|aside|blockquote|details|div|dl|figure|footer|h[1-6]|header|hr|iframe|main|nav|ol|p|pre|section|table|ul)\b/i;
const UNSEEN = new RegExp(`</?(?:p|br|wbr|${[...FORMATTING].join('|')})\\b[^>]*>`, 'gi');

export function isBlock(html: string): boolean {
  return BLOCK.test(html);
}

/** Whether a paragraph, or a part of one, shows readers nothing. */
export function isUnseen(html: string): boolean {
  return html.replace(UNSEEN, '').trim() === '';
}
