import { wordSet } from '../../../kernel/text.js';
import type * as HtmlParser from 'htmlparser2';
import { requirePackage } from '../../../kernel/packages.js';
import { MEDIA_MARKS } from '../domain/media-marks.js';
import { withOutermostPlace } from './listicle-place.js';

const library = () => requirePackage('htmlparser2') as typeof HtmlParser;

/**
 * A part of a text: an image with all that belongs to it, the place of a listicle, or what is between those.
 */
export interface ContentPiece {
  readonly kind: 'text' | 'image' | 'listicle';
  readonly html: string;
  /** Id of the image in the media library; null for another one, and for what is no image. */
  readonly imageId: number | null;
}

export interface PieceOptions {
  /** The post whose listicle has its place in the text. */
  readonly postId?: number;
  /** Pieces at most; what is left is one text. */
  readonly most?: number;
}

/** Wrappers of an image: such an element with any other content is text. */
const FRAMES = wordSet('a center div figcaption figure img p picture source span br');
const NO_IMAGE: ImageFacts = { images: 0, imageId: null, isMore: false };

interface ImageFacts {
  images: number;
  imageId: number | null;
  /** Whether there is something else. */
  isMore: boolean;
}

/** More images than any article has. */
const MAX_PIECES = 1000;
/** Elements that become pieces of their own; a text without them is one piece and need not be parsed. */
const TAKEN_OUT = /<(?:img|listicle)\b/i;

/**
 * Takes a text that was made safe apart, at its outermost elements: images by themselves, the listicle's
 * place by itself, everything else in runs as long as can be. Joined, the pieces are the text again, with the
 * place outermost.
 */
export function piecesOf(text: string, { postId = 0, most = MAX_PIECES }: PieceOptions = {}): ContentPiece[] {
  const safe = withOutermostPlace(text, postId);
  const pieces = new Pieces(safe, most);
  if (!TAKEN_OUT.test(safe)) return pieces.all();
  let depth = 0;
  let captions = 0;
  let start = 0;
  let opened = 0;
  let facts = { ...NO_IMAGE };
  const parser = new (library().Parser)(
    {
      onopentag(name, attributes) {
        opened = parser.startIndex;
        if (depth === 0) {
          start = opened;
          facts = { ...NO_IMAGE };
        }
        depth += 1;
        if (name === 'figcaption') captions += 1;
        if (captions > 0) return;
        if (name === 'img') {
          facts.images += 1;
          facts.imageId = Number(attributes[MEDIA_MARKS.image]) || null;
        } else if (!FRAMES.has(name)) facts.isMore = true;
      },
      ontext(text) {
        if (captions === 0 && /\S/.test(text)) facts.isMore = true;
      },
      onclosetag(name, isImplied) {
        depth -= 1;
        if (name === 'figcaption') captions -= 1;
        // An element that the next tag closes ends before it; a void element closes itself.
        const end = isImplied && parser.startIndex !== opened ? parser.startIndex : parser.endIndex + 1;
        if (depth === 0 && name === 'listicle') pieces.takePlace(start, end);
        else if (depth === 0) pieces.take(start, end, facts);
      },
    },
    { decodeEntities: false },
  );
  parser.end(safe);
  return pieces.all();
}

class Pieces {
  private readonly pieces: ContentPiece[] = [];
  /** Offset of the first character without a piece. */
  private next = 0;

  constructor(
    private readonly text: string,
    private readonly most: number,
  ) {}

  /** An outermost element. */
  take(start: number, end: number, { images, imageId, isMore }: ImageFacts): void {
    if (isMore || images !== 1 || this.pieces.length >= this.most - 2) return;
    this.add(start, end, 'image', imageId);
  }

  takePlace(start: number, end: number): void {
    this.add(start, end, 'listicle', null);
  }

  all(): ContentPiece[] {
    this.addText(this.text.length);
    return this.pieces;
  }

  private add(start: number, end: number, kind: 'image' | 'listicle', imageId: number | null): void {
    const isFirst = this.pieces.length === 0 && !/\S/.test(this.text.slice(0, start));
    if (!isFirst) this.addText(start);
    this.pieces.push({ kind, html: this.text.slice(isFirst ? 0 : start, end), imageId });
    this.next = end;
  }

  /** Blanks belong to the image before them. */
  private addText(end: number): void {
    const html = this.text.slice(this.next, end);
    this.next = end;
    if (html === '') return;
    const last = this.pieces.at(-1);
    if (last && !/\S/.test(html)) this.pieces[this.pieces.length - 1] = { ...last, html: last.html + html };
    else this.pieces.push({ kind: 'text', html, imageId: null });
  }
}

/** The parts of a text before and after its first outermost `<hr>`; null where there is none. */
export function splitAtRule(safe: string): [before: string, after: string | null] {
  let depth = 0;
  let parts: [string, string | null] = [safe, null];
  const parser = new (library().Parser)(
    {
      onopentag(name) {
        if (name === 'hr' && depth === 0 && parts[1] === null)
          parts = [safe.slice(0, parser.startIndex), safe.slice(parser.endIndex + 1)];
        depth += 1;
      },
      onclosetag() {
        depth -= 1;
      },
    },
    { decodeEntities: false },
  );
  parser.end(safe);
  return parts;
}
