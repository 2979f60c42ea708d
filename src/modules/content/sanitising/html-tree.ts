import { attributeValues, withoutAttributes } from '../domain/tag-attributes.ts';
import { LINES, MARKS, needOf, PARTS, PLAYERS, STRUCTURES, VOID, WRAPPERS } from './html-nesting.ts';

/*
 * A parser of HTML moves what stands where it cannot stand: a block ends the paragraph that it is in, text of
 * a table goes before it, formatting is opened again in what follows. So HTML is written here as the tree
 * that a parser makes of it, and every reader of it sees the same. Blocks stand in blocks; formatting stands
 * around the words of a line, in each of the blocks that it was around. The work is linear in the length.
 */

/** Elements inside one another; the tags of those that are deeper go. */
const MAX_DEPTH = 250;
const TOKEN = /[^<]+|<(\/?)([a-z][a-z0-9-]*)([^>]*)>/g;
const SOURCES = ['src', 'srcset'];
const BLANK = /^\s*$/;
/** Blanks of HTML; a parser takes others for text. */
const SPACES = /^[\t\n\f ]*$/;

/** An element of the text. */
interface Element {
  readonly name: string;
  tag: string;
  readonly kind: 'mark' | 'line' | 'block' | 'dropped';
  /** Number of times it was opened. */
  times: number;
  isOpen: boolean;
  /** Whether another link has begun inside this one. */
  isOver: boolean;
  hasBlocks: boolean;
  /** Stands in a line before anything else of it. */
  blank: string;
}

/** HTML that was made safe, so that a parser makes the tree of it that it shows. */
export function asTree(safe: string): string {
  return new Tree(safe).write();
}

class Tree {
  private readonly out: string[] = [];
  /** Elements that are open in the text. */
  private readonly given: Element[] = [];
  /** Open formatting elements at this place. */
  private marks: Element[] = [];
  private opened = 0;
  /** Open blocks and lines; those without an element stand in for one that is missing. */
  private readonly blocks: { readonly name: string; readonly element: Element | null }[] = [];
  /** Characters of tags that may be written once more. */
  private repeats: number;
  private readonly html: string;
  private isBreakDue = false;
  private isAfterPre = false;

  constructor(html: string) {
    this.html = html;
    this.repeats = html.length + 1000;
  }

  write(): string {
    for (const [token, slash, name, attributes = ''] of this.html.matchAll(TOKEN)) {
      if (name === undefined) this.text(token);
      else if (slash) this.close(this.given.pop());
      else if (VOID.has(name)) this.single(name, token, attributes);
      else this.start(name, token);
    }
    while (this.given.length > 0) this.close(this.given.pop());
    this.leave(0);
    return this.out.join('');
  }

  private get context(): string {
    const name = this.blocks.at(-1)?.name ?? '';
    return name === 'div' && this.blocks.at(-2)?.name === 'dl' ? 'group' : name;
  }

  private get isImplied(): boolean {
    return this.blocks.at(-1)?.element === null;
  }

  /** The innermost line or block of the text. */
  private get line(): Element | undefined {
    return this.given.findLast(({ kind }) => kind === 'line' || kind === 'block');
  }

  private get isInHeading(): boolean {
    const { line } = this;
    return line?.kind === 'line' && line.name !== 'p';
  }

  private text(text: string): void {
    if (BLANK.test(text)) {
      this.blank(text);
      return;
    }
    this.openLine();
    this.put(this.isAfterPre ? text.replace(/^\n+/, '') : text);
  }

  private blank(text: string): void {
    const { line } = this;
    const isNew = this.marks.length > this.opened && this.marks.at(-1)?.times === 0;
    if (line?.kind === 'line' && !line.isOpen) {
      if (line.times === 0 && !isNew && !line.hasBlocks) line.blank += text;
      else if (isNew) this.content(text);
    } else if (isNew && !STRUCTURES.has(this.context)) this.content(text);
    else if (!STRUCTURES.has(this.context) || SPACES.test(text)) this.put(text);
  }

  private content(html: string): void {
    this.openLine();
    this.put(html);
  }

  private single(name: string, tag: string, list: string): void {
    if (name === 'col') {
      if (this.fits('col')) this.put(tag);
    } else if (name === 'hr') {
      if (this.isInside(...PLAYERS)) return;
      this.noteBlock();
      if (this.fits('hr')) this.put(tag);
    } else if (name === 'source' || name === 'track') {
      if (this.isInside('picture', 'video', 'audio')) this.content(tag);
    } else if (name !== 'img' || SOURCES.some((key) => attributeValues(list).get(key))) this.content(tag);
  }

  private start(name: string, tag: string): void {
    const element = { name, tag, times: 0, isOpen: false, isOver: false, hasBlocks: false, blank: '' };
    if (name === 'iframe') {
      this.given.push({ ...element, kind: 'dropped' });
      this.content(`${tag}</iframe>`);
    } else if (MARKS.has(name)) this.startMark({ ...element, kind: 'mark' });
    else if (this.given.length >= MAX_DEPTH || this.blocks.length >= MAX_DEPTH) {
      this.given.push({ ...element, kind: 'dropped' });
    } else this.startBlock(element);
  }

  private startMark(mark: Element): void {
    const last = this.marks.at(-1)?.name ?? '';
    const isOfRuby = /^r(?:b|p|t|tc)$/.test(mark.name);
    const isStray = isOfRuby && last !== 'ruby' && !(last === 'rtc' && /^r[pt]$/.test(mark.name));
    if (isStray || (PLAYERS.has(mark.name) && this.isInside(...PLAYERS))) {
      this.given.push({ ...mark, kind: 'dropped' });
      return;
    }
    if (mark.name === 'a') this.endLinks();
    this.given.push(mark);
    this.marks.push(mark);
    if (PLAYERS.has(mark.name)) this.openLine();
  }

  /** A link in another one ends it, as it does for a parser. */
  private endLinks(): void {
    const index = this.marks.findIndex(({ name }) => name === 'a');
    const link = this.marks[index];
    if (!link) return;
    this.closeMarks(index);
    link.isOver = true;
    this.marks.splice(index, 1);
  }

  private startBlock(given: Omit<Element, 'kind'>): void {
    this.noteBlock();
    const isPlaced = !this.isInside(...PLAYERS) && this.fits(given.name);
    const isPart = isPlaced
      ? given.name === 'figcaption' && this.context !== 'figure'
      : PARTS.has(given.name);
    if (isPart && (isPlaced || this.fits('div'))) this.openAsDivision(given);
    else if (!isPlaced) this.given.push({ ...given, kind: 'dropped' });
    else if (LINES.has(given.name)) this.given.push({ ...given, kind: 'line' });
    else this.openGiven({ ...given, kind: 'block' });
  }

  /** A part of a figure or a table that stands in none. */
  private openAsDivision(given: Omit<Element, 'kind'>): void {
    const tag = given.name === 'figcaption' ? given.tag.replace('figcaption', 'div') : '<div>';
    this.openGiven({ ...given, name: 'div', tag, kind: 'block' });
  }

  private openGiven(element: Element): void {
    this.given.push(element);
    this.openBlock(element);
  }

  private noteBlock(): void {
    for (const element of this.given) element.hasBlocks = true;
  }

  /** Makes a place for a block. @returns whether there is one */
  private fits(name: string): boolean {
    this.closeMarks(0);
    for (;;) {
      const { context } = this;
      if (this.isInHeading && WRAPPERS.has(name)) {
        this.isBreakDue = true;
        return false;
      }
      const need = LINES.has(context) ? 'end' : needOf(name, context, this.isImplied);
      if (need === 'nothing') return true;
      if (need === 'drop') return false;
      if (need === 'end') this.leave(this.blocks.length - 1);
      else this.imply(need);
    }
  }

  /** Makes a place for the words of a line, with the line and the formatting that they are in. */
  private openLine(): void {
    const { line } = this;
    if (line?.kind === 'line' && !line.isOpen) {
      this.isBreakDue = false;
      if (this.fitsText('p')) this.openBlock(line);
    } else if (!LINES.has(this.context)) this.fitsText('#text');
    if (this.isBreakDue) this.out.push(line?.name === 'pre' ? '\n' : '<br />');
    this.isBreakDue = false;
    for (; this.opened < this.marks.length; this.opened += 1) {
      const mark = this.marks[this.opened];
      if (mark && mark.times > 0 && this.repeats <= 0) {
        for (const one of this.marks.splice(this.opened)) one.isOver = true;
        return;
      }
      if (mark) this.put(this.tagOf(mark));
    }
  }

  private fitsText(name: string): boolean {
    for (;;) {
      const need = LINES.has(this.context) ? 'end' : needOf(name, this.context, this.isImplied);
      if (need === 'nothing' || need === 'drop') return need === 'nothing';
      this.closeMarks(0);
      if (need === 'end') this.leave(this.blocks.length - 1);
      else this.imply(need);
    }
  }

  private imply(name: string): void {
    this.put(`<${name}>`);
    this.blocks.push({ name, element: null });
  }

  private openBlock(element: Element): void {
    this.put(this.tagOf(element));
    element.isOpen = true;
    this.blocks.push({ name: element.name, element });
    this.isAfterPre = element.name === 'pre';
    if (element.blank) this.put(element.name === 'pre' ? element.blank.replace(/^\n+/, '') : element.blank);
    element.blank = '';
  }

  /** An id is kept on the first of repeated elements only. */
  private tagOf(element: Element): string {
    element.times += 1;
    if (element.times === 1) return element.tag;
    if (element.times === 2) element.tag = withoutAttributes(element.tag, 'id', 'name');
    this.repeats -= element.tag.length;
    return this.repeats > 0 ? element.tag : `<${element.name}>`;
  }

  private close(element: Element | undefined): void {
    if (element?.kind === 'dropped' && WRAPPERS.has(element.name)) this.isBreakDue = this.isInHeading;
    if (!element || element.kind === 'dropped' || element.isOver) return;
    if (element.kind === 'mark') {
      if (element.times === 0 && !element.hasBlocks && !STRUCTURES.has(this.context)) {
        this.openLine();
      }
      this.closeMarks(this.marks.length - 1);
      this.marks.pop();
      return;
    }
    if (element.kind === 'line' && element.times === 0 && !element.hasBlocks) {
      this.given.push(element);
      if (this.fitsText('p')) this.openBlock(element);
      this.given.pop();
    }
    const index = this.blocks.findLastIndex((block) => block.element === element);
    if (index >= 0) this.leave(index);
    if (element.kind === 'line') this.isBreakDue = false;
  }

  /** Ends blocks, down to a depth. */
  private leave(depth: number): void {
    this.closeMarks(0);
    while (this.blocks.length > depth) {
      const block = this.blocks.pop();
      this.put(`</${block?.name ?? ''}>`);
      if (block?.element) block.element.isOpen = false;
    }
  }

  private closeMarks(count: number): void {
    for (; this.opened > count; this.opened -= 1) this.put(`</${this.marks[this.opened - 1]?.name ?? ''}>`);
  }

  private isInside(...names: string[]): boolean {
    return this.marks.some(({ name }) => names.includes(name));
  }

  private put(html: string): void {
    this.out.push(html);
    this.isAfterPre = false;
  }
}
