import { diffWordsWithSpace } from 'diff';

/** A piece of two texts: what both have, or one of them. */
export interface TextPiece {
  readonly op: 'equal' | 'delete' | 'insert';
  readonly text: string;
}

/** Characters of the part that differs, in both texts together: beyond it, all of it is one piece. */
const MOST_COMPARED = 200_000;
/** Words that are deleted and inserted. */
const MOST_EDITS = 1000;

/** The way from one text to another, by words. Work is limited whatever the texts are: then differing parts are whole. */
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
  const isComparable = from !== '' && to !== '' && from.length + to.length <= MOST_COMPARED;
  const changes = isComparable ? diffWordsWithSpace(from, to, { maxEditLength: MOST_EDITS }) : undefined;
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

/** Up to the last place between words that both texts have before they differ. */
function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  while (length > 0 && isInWord(one, length) && length < Math.max(one.length, other.length)) length--;
  return length;
}

function commonEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one[one.length - 1 - length] === other[other.length - 1 - length]) length++;
  while (length > 0 && isInWord(one, one.length - length)) length--;
  return length;
}

const isInWord = (text: string, index: number): boolean =>
  /[\p{L}\p{N}\p{M}\p{Cs}]/u.test(text[index - 1] ?? '') || /\p{Cs}/u.test(text[index] ?? '');

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
