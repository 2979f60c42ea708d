import { wordSet } from '../../../kernel/text.js';
import { type HtmlTag, tagsOf } from '../html/html-tags.js';

/** Around these a paragraph ends. */
const BLOCKS = wordSet(`
  address area article aside blockquote caption center col colgroup dd details dialog div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main map math menu nav ol p pre section style script summary
  svg table tbody td template textarea tfoot th thead tr ul`);
/** Their text is kept as it is, line breaks and all. */
const VERBATIM = wordSet('pre script style svg math template textarea');
/** Elements with only certain blocks as children: blanks between these mean nothing. */
const STRUCTURES = wordSet('col colgroup dl hr menu ol table tbody tfoot thead tr ul');
/** All of their text is in paragraphs. */
const PARAGRAPHED = wordSet('blockquote');
/** Their text is one paragraph or part of one already. */
const LINES = wordSet('caption dt figcaption h1 h2 h3 h4 h5 h6 legend p summary');

const VOID = wordSet('area col hr');
/** No text that people have written is nested so deep. */
const MAX_DEPTH = 200;

const BLANK_LINES = /\n[ \t]*\n\s*/;

/**
 * Paragraphs and line breaks as WordPress shows them, which stores texts
 * without: an empty line ends a paragraph, another line break is one. Follows
 * the documentation of `wpautop`, in time linear in the length of the text.
 */
export function autop(text: string): string {
  return new Autop(text.replace(/\r\n?/g, '\n')).run();
}

class Autop {
  private readonly output: string[] = [];
  /** Open blocks, the innermost last. */
  private readonly blocks: string[] = [];
  /** Paragraphs of the text since the last block; the last one is not at its end. */
  private paragraphs: string[][] = [[]];

  constructor(private readonly html: string) {}

  run(): string {
    let at = 0;
    let verbatim: string | null = null;
    for (const tag of tagsOf(this.html)) {
      if (verbatim !== null) {
        if (tag.kind !== 'close' || tag.name !== verbatim) continue;
        this.output.push(this.html.slice(at, tag.end));
        at = tag.end;
        verbatim = null;
        continue;
      }
      this.addText(this.html.slice(at, tag.start));
      at = tag.end;
      if (tag.kind === 'comment' || !BLOCKS.has(tag.name))
        this.addInline(this.html.slice(tag.start, tag.end));
      else if (tag.kind === 'open' && VERBATIM.has(tag.name)) {
        this.endParagraphs();
        verbatim = tag.name;
        at = tag.start;
      } else this.addBlock(tag);
    }
    if (verbatim === null) this.addText(this.html.slice(at));
    else this.output.push(this.html.slice(at));
    this.endParagraphs();
    return this.output.join('').trim();
  }

  private addText(text: string): void {
    const [first = '', ...others] = text.split(BLANK_LINES);
    this.addInline(withBreaks(first));
    for (const other of others) this.paragraphs.push([withBreaks(other)]);
  }

  private addInline(html: string): void {
    this.paragraphs.at(-1)?.push(html);
  }

  private addBlock(tag: HtmlTag): void {
    this.endParagraphs();
    this.output.push(this.html.slice(tag.start, tag.end));
    if (tag.kind === 'close' || STRUCTURES.has(tag.name)) this.output.push('\n');
    if (tag.kind === 'open') {
      if (!VOID.has(tag.name) && this.blocks.length < MAX_DEPTH) this.blocks.push(tag.name);
      return;
    }
    const open = this.blocks.lastIndexOf(tag.name);
    // Blocks that are still open inside end with it.
    if (open >= 0) this.blocks.length = open;
  }

  private endParagraphs(): void {
    const paragraphs = this.paragraphs.map(joined).filter((html) => html !== '');
    this.paragraphs = [[]];
    if (paragraphs.length === 0) return;
    const block = this.blocks.at(-1);
    const areParagraphs =
      block === undefined ||
      PARAGRAPHED.has(block) ||
      (paragraphs.length > 1 && !LINES.has(block) && !STRUCTURES.has(block));
    this.output.push(
      areParagraphs
        ? paragraphs.map((html) => (isUnseen(html) ? html : `<p>${html}</p>\n`)).join('')
        : paragraphs.join('<br />\n<br />\n'),
    );
  }
}

const withBreaks = (text: string): string => text.replaceAll('\n', '<br />\n');

/** Breaks beside others, and at the ends, are none. */
function joined(pieces: readonly string[]): string {
  let html = pieces.join('');
  if (html.includes('<br')) {
    html = html.replace(/(<br\s*\/?>)[ \t]*<br \/>\n/gi, '$1\n');
    while (html.startsWith('<br />\n')) html = html.slice('<br />\n'.length);
    while (html.endsWith('<br />\n')) html = html.slice(0, -'<br />\n'.length);
  }
  return html.trim();
}

function isUnseen(html: string): boolean {
  return html.startsWith('<!--') && html.endsWith('-->') && html.indexOf('-->') === html.length - 3;
}
