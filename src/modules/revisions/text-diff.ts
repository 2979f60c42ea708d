import { diffWordsWithSpace } from 'diff';

/** A piece of two texts: of both, or of one of them. */
export interface TextPiece {
  readonly op: 'equal' | 'delete' | 'insert';
  readonly text: string;
}

/** Characters of the part that differs, in both texts together: beyond it, all of it is one piece. */
const MAX_COMPARED = 200_000;
/** Words that are deleted and inserted. */
const MAX_EDITS = 500;
/** Characters before and behind a difference, among which the end of a word is looked for. */
const MAX_IN_WORD = 100;

/**
 * The way from one text to another, by words. Work is limited whatever the
 * texts are: then differing parts are whole.
 */
export function diffTexts(from: string, to: string): TextPiece[] {
  const start = commonStart(from, to);
  const end = commonEnd(from.slice(start), to.slice(start));
  const [before, after] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  return joined([
    { op: 'equal', text: from.slice(0, start) },
    ...between(before, after),
    { op: 'equal', text: from.slice(from.length - end) },
  ]);
}

function between(from: string, to: string): TextPiece[] {
  const isComparable = from !== '' && to !== '' && from.length + to.length <= MAX_COMPARED;
  const changes = isComparable ? diffWordsWithSpace(from, to, { maxEditLength: MAX_EDITS }) : undefined;
  if (!changes)
    return [
      { op: 'delete', text: from },
      { op: 'insert', text: to },
    ];
  return changes.map(({ added, removed, value }) => ({
    op: added ? 'insert' : removed ? 'delete' : 'equal',
    text: value,
  }));
}

/** Length of the beginning that both texts have, up to the last blank before they differ. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  for (let place = length; place > 0 && length - place < MAX_IN_WORD; place--)
    if (isBlank(one[place - 1])) return place;
  return isSplit(one, length) ? length - 1 : length;
}

/** Length of the end that both texts have, from the first blank behind their difference. */
function commonEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.at(-1 - length) === other.at(-1 - length)) length++;
  const start = one.length - length;
  for (let place = start; place < one.length && place - start < MAX_IN_WORD; place++)
    if (isBlank(one[place])) return one.length - place;
  return isSplit(one, start) ? length - 1 : length;
}

const isBlank = (character: string | undefined): boolean => character !== undefined && /\s/.test(character);

/** Whether a place is between the two halves of a character. */
const isSplit = (text: string, place: number): boolean =>
  /^[\uDC00-\uDFFF]/.test(text.slice(place, place + 1));

function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const all: TextPiece[] = [];
  for (const piece of pieces) {
    if (piece.text === '') continue;
    const last = all.at(-1);
    if (last?.op === piece.op) all[all.length - 1] = { ...last, text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}
