import { readTag } from './tags.ts';

/** An element of a formula that is being read; of its children, where they are in it tells what they are. */
interface Frame {
  readonly name: string;
  readonly children: Part[];
}

interface Part {
  readonly html: string;
  /** Whether it needs no brackets beside an operator. */
  readonly isSingle: boolean;
}

/** Elements of a formula inside one another; tags deeper than this are left out. */
const MAX_DEPTH = 50;
/** Repeats the formula for programs, or shows nothing. */
const SILENT = /^(?:annotation|annotation-xml|script|style|mphantom)$/;
const TOKENS = /^(?:mi|mn|mo|ms|mtext)$/;
const BLANKS = /[\t\n\f\r ]+/g;
/** Operators without a sign: of application, multiplication, separation and addition. */
const INVISIBLE = /[\u2061-\u2064]|&(?:ApplyFunction|InvisibleTimes|InvisibleComma|af|it|ic);|&#x206[1-4];/gi;

/**
 * A formula of MathML as text of HTML with `<sub>` and `<sup>`: `<i>` and other elements of HTML in it are
 * left out, references stay as they are. Takes time proportional to the length.
 *
 * @param source what stands between `<math>` and `</math>`
 */
export function formulaHtml(source: string): string {
  return new Formula().read(source);
}

class Formula {
  private readonly stack: Frame[] = [{ name: 'math', children: [] }];
  private silent = 0;

  read(source: string): string {
    for (let at = 0; at < source.length;) {
      const next = source.indexOf('<', at);
      this.text(source.slice(at, next < 0 ? source.length : next));
      at = next < 0 ? source.length : this.markup(source, next);
    }
    this.close(1);
    return joined(this.stack[0]?.children ?? []).html;
  }

  /** Reads what begins with the `<` at `at`. @returns where the source goes on */
  private markup(source: string, at: number): number {
    const isEnd = source[at + 1] === '/';
    if (!/[a-z]/i.test(source.charAt(isEnd ? at + 2 : at + 1))) return at + 1;
    const tag = readTag(source, isEnd ? at + 1 : at);
    if (!tag) return source.length;
    const name = tag.name.slice(tag.name.indexOf(':') + 1);
    if (isEnd) this.end(name);
    else if (this.stack.length <= MAX_DEPTH) this.start(name, source[tag.end - 2] === '/');
    return tag.end;
  }

  private start(name: string, isEmpty: boolean): void {
    this.stack.push({ name, children: [] });
    if (SILENT.test(name)) this.silent += 1;
    if (isEmpty) this.close(this.stack.length - 1);
  }

  private end(name: string): void {
    const open = this.stack.findLastIndex((frame) => frame.name === name);
    if (open > 0) this.close(open);
  }

  private close(index: number): void {
    while (this.stack.length > index) {
      const frame = this.stack.pop();
      if (!frame) return;
      if (SILENT.test(frame.name)) this.silent -= 1;
      else this.stack.at(-1)?.children.push(partOf(frame));
    }
  }

  private text(text: string): void {
    const html = this.silent > 0 ? '' : text.replace(INVISIBLE, '').replace(BLANKS, ' ').trim();
    if (html !== '') this.stack.at(-1)?.children.push(single(html));
  }
}

function partOf({ name, children }: Frame): Part {
  const [first = NOTHING, second = NOTHING, third = NOTHING] = children;
  switch (name) {
    case 'msup':
    case 'mover':
      return single(first.html + raised(second));
    case 'msub':
    case 'munder':
      return single(first.html + lowered(second));
    case 'msubsup':
    case 'munderover':
      return single(first.html + lowered(second) + raised(third));
    case 'mfrac':
      return { html: `${bracketed(first)}/${bracketed(second)}`, isSingle: false };
    case 'msqrt':
      return single(`√${bracketed(joined(children))}`);
    case 'mroot':
      return single(`${raised(second)}√${bracketed(first)}`);
    case 'mfenced':
      return single(`(${joined(children, ', ').html})`);
    case 'mtr':
      return joined(children, ', ');
    case 'mtable':
      return joined(children, '; ');
    case 'mspace':
      return single(' ');
    default:
      return TOKENS.test(name) ? single(joined(children).html) : joined(children);
  }
}

const single = (html: string): Part => ({ html, isSingle: true });
const NOTHING = single('');
const raised = ({ html }: Part): string => (html === '' ? '' : `<sup>${html}</sup>`);
const lowered = ({ html }: Part): string => (html === '' ? '' : `<sub>${html}</sub>`);
const bracketed = ({ html, isSingle }: Part): string => (isSingle ? html : `(${html})`);

/** Added to one another, which copies nothing: elements may be in many others. */
function joined(children: readonly Part[], separator = ''): Part {
  let html = '';
  for (const [index, child] of children.entries()) html += (index === 0 ? '' : separator) + child.html;
  return { html, isSingle: children.length < 2 && children.every(({ isSingle }) => isSingle) };
}

const START = /<(?:mml:)?math(?=[\s>])[^<>]*>/gi;
const END = /<\/(?:mml:)?math\s*>/gi;

/** A text with its formulas of MathML as {@link formulaHtml} has them. */
export function withFormulas(text: string): string {
  let result = '';
  let at = 0;
  for (;;) {
    START.lastIndex = at;
    const start = START.exec(text);
    END.lastIndex = start ? START.lastIndex : text.length;
    const end = END.exec(text);
    if (!start || !end) return result + text.slice(at);
    const inner = text.slice(start.index + start[0].length, end.index);
    result += text.slice(at, start.index) + formulaHtml(inner);
    at = end.index + end[0].length;
  }
}

const RAISED = new Map(Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ', (to, index) => ['0123456789+-−=()ni'[index], to]));
const LOWERED = new Map(Array.from('₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎', (to, index) => ['0123456789+-−=()'[index], to]));

/**
 * A text from inside of an element, as one without markup has it: 10⁵ is not
 * 105. Letters have no such signs (1st), and stay.
 *
 * @param parent name of the element
 */
export function inPlainText(text: string, parent = ''): string {
  const signs = parent === 'sup' ? RAISED : parent === 'sub' ? LOWERED : null;
  if (!signs) return text;
  const found = Array.from(text.trim().slice(0, MAX_SIGNS + 1), (sign) => signs.get(sign));
  return found.length <= MAX_SIGNS && found.every((sign) => sign !== undefined) ? found.join('') : text;
}

const MAX_SIGNS = 20;
