import type * as HtmlParser from 'htmlparser2';
import { requirePackage } from '../../../kernel/packages.js';
import { attributeValues } from '../domain/tag-attributes.js';

const library = () => requirePackage('htmlparser2') as typeof HtmlParser;

/** A text with the listicle at its place. */
export interface Placed {
  readonly html: string;
  /** Whether there is one: the listicle stands below the text otherwise. */
  readonly isPlaced: boolean;
}

const PLACE = /<listicle(?=[\s>])([^<>]*)>(?:\s*<\/listicle>)?/g;
/** Tags of places: what stands between them is text after the place. */
const PLACE_TAG = /<listicle(?=[\s>])[^<>]*>(?:\s*<\/listicle>)?|<\/listicle>/g;
/** Elements that hold phrasing content only. */
const PARAGRAPH = /<(\/?)(p|h[1-6])(?=[\s>])[^<>]*>/gi;
const EMPTY_PARAGRAPH =
  /^(?:\s|&nbsp;|<\/?(?:b|br|center|em|font|h[1-6]|i|p|span|strong|u)(?=[\s>/])[^<>]*>)*$/i;

/**
 * Puts the listicle of a post where its text has a place for it: instead of a
 * paragraph with nothing else in it, below one with words, as no paragraph may
 * hold it. Places of other posts go. Interface, chapter "Posts", rule 5.
 *
 * @param safe the text
 * @param shown gives the listicle; asked only when there is a place
 */
export function placeListicle(safe: string, postId: number, shown: () => string): Placed {
  if (!safe.includes('<listicle')) return { html: safe, isPlaced: false };
  const place = [...safe.matchAll(PLACE)].find(
    ([, list = '']) => attributeValues(list).get('id') === `listicle-${postId}`,
  );
  if (!place) return { html: safe.replace(PLACE_TAG, ''), isPlaced: false };
  const before = safe.slice(0, place.index).replace(PLACE_TAG, '');
  const after = safe.slice(place.index + place[0].length).replace(PLACE_TAG, '');
  return { html: between(before, shown(), after), isPlaced: true };
}

function between(before: string, listicle: string, after: string): string {
  const [last] = [...before.matchAll(PARAGRAPH)].slice(-1);
  const [, slash = '', name = ''] = last ?? [];
  const closing = `</${name}>`;
  const rest = slash === '' ? after.indexOf(closing) : -1;
  if (!last || rest < 0) return before + listicle + after;
  const end = rest + closing.length;
  const paragraph = before.slice(last.index) + after.slice(0, end);
  const kept = EMPTY_PARAGRAPH.test(paragraph) ? '' : paragraph;
  return before.slice(0, last.index) + kept + listicle + after.slice(end);
}

/**
 * The text with the place of the post's listicle outermost, where {@link placeListicle} puts the listicle:
 * the elements around it end before it and begin again behind it, unless nothing is left in them.
 */
export function withOutermostPlace(safe: string, postId: number): string {
  const { html, isPlaced } = placeListicle(
    safe,
    postId,
    () => `<listicle id="listicle-${postId}"></listicle>`,
  );
  if (!isPlaced) return html;
  const lifted = new LiftedPlace(html);
  let start = 0;
  const parser = new (library().Parser)(
    {
      onopentag(name) {
        if (name === 'listicle') start = parser.startIndex;
        else lifted.open(name, parser.startIndex, parser.endIndex + 1);
      },
      onclosetag(name) {
        if (name === 'listicle') lifted.lift(start, parser.endIndex + 1);
        else lifted.close(parser.startIndex);
      },
    },
    { decodeEntities: false },
  );
  parser.end(html);
  return lifted.all();
}

interface OpenElement {
  readonly name: string;
  readonly tag: string;
  /** Offset in the new text. */
  at: number;
  /** Offset behind what is visible before it. */
  visibleTo: number;
  /** Whether it begins again behind the place. */
  isAgain: boolean;
}

/** A text that is written anew, with a place lifted out of the elements around it. */
class LiftedPlace {
  private text = '';
  /** Offset behind its last character that is no blank: to look for one would copy all of it. */
  private visibleTo = 0;
  private next = 0;
  private readonly elements: OpenElement[] = [];

  constructor(private readonly html: string) {}

  open(name: string, start: number, end: number): void {
    this.copyTo(start);
    const place = { at: this.text.length, visibleTo: this.visibleTo };
    this.elements.push({ name, tag: this.html.slice(start, end), ...place, isAgain: false });
  }

  /** The end tag is copied with what follows it. */
  close(start: number): void {
    const element = this.elements.pop();
    if (!element?.isAgain) return;
    this.copyTo(start);
    if (!this.isEmpty(element)) return;
    this.cutBefore(element);
    this.next += `</${element.name}>`.length;
  }

  lift(start: number, end: number): void {
    this.copyTo(start);
    for (const element of this.elements.toReversed()) {
      if (this.isEmpty(element)) this.cutBefore(element);
      else this.append(`</${element.name}>`);
    }
    this.copyTo(end);
    for (const element of this.elements) {
      Object.assign(element, { at: this.text.length, visibleTo: this.visibleTo, isAgain: true });
      this.append(element.tag);
    }
  }

  all(): string {
    this.copyTo(this.html.length);
    return this.text;
  }

  private isEmpty({ at, tag }: OpenElement): boolean {
    return this.visibleTo <= at + tag.length;
  }

  private cutBefore({ at, visibleTo }: OpenElement): void {
    this.text = this.text.slice(0, at);
    this.visibleTo = visibleTo;
  }

  private copyTo(end: number): void {
    this.append(this.html.slice(this.next, end));
    this.next = end;
  }

  private append(text: string): void {
    const { length } = text.trimEnd();
    if (length > 0) this.visibleTo = this.text.length + length;
    this.text += text;
  }
}
