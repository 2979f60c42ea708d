import { wordSet } from '../../../kernel/text.ts';
/** Elements without an end tag. */
export const VOID = wordSet('br col hr img source track wbr');
/** Elements within a line of text. */
export const MARKS = wordSet(
  'a abbr acronym audio b bdi bdo big cite code data del dfn em font i ins kbd listicle mark picture q rb rp rt rtc ruby s samp ' +
    'small span strike strong sub sup time tt u var video',
);
export const PLAYERS = wordSet('audio video');
/** Blocks that hold nothing but words. */
export const LINES = wordSet('h1 h2 h3 h4 h5 h6 p pre summary');
/** Elements that only set their content apart: in a heading, a line break does that. */
export const WRAPPERS = wordSet(
  'address article aside center details div footer h1 h2 h3 h4 h5 h6 header hgroup main nav p section summary',
);
/** Blocks that stand in certain others only; elsewhere they are set apart all the same. */
export const PARTS = wordSet('caption td th');
/** Blocks that hold nothing but certain other blocks. */
export const STRUCTURES = wordSet('colgroup dl group ol table tbody tfoot thead tr ul');

/** Requirement of a context for a block: none, its own end, a missing element, or removal of the block. */
export type Need =
  'nothing' | 'end' | 'drop' | 'li' | 'dd' | 'ul' | 'dl' | 'tbody' | 'tr' | 'td' | 'colgroup';

const LISTS = wordSet('dl ul');
const ROWS = wordSet('tbody tfoot thead');
const CELLS = wordSet('td th');
const OF_TABLES = wordSet('caption col colgroup tbody td tfoot th thead tr');

/** Elements whose children are written without them. */
const CHILDREN: Readonly<Record<string, ReadonlySet<string>>> = {
  ul: wordSet('li'),
  ol: wordSet('li'),
  dl: wordSet('dd div dt'),
  /** A division of a list of descriptions. */
  group: wordSet('dd dt'),
  table: wordSet('caption colgroup tbody tfoot thead'),
  colgroup: wordSet('col'),
  tbody: wordSet('tr'),
  tfoot: wordSet('tr'),
  thead: wordSet('tr'),
  tr: CELLS,
};

/**
 * @param context the block that is open; empty outside of all
 * @param isImplied whether the context was missing in the text: it ends as soon as it is not needed
 */
export function needOf(name: string, context: string, isImplied: boolean): Need {
  const children = CHILDREN[context];
  // A division after descriptions that no list is around is not one of theirs.
  if (isImplied && context === 'dl' && name === 'div') return 'end';
  if (children?.has(name)) return 'nothing';
  if (OF_TABLES.has(name)) return needOfTablePart(name, context, isImplied);
  if (!children) return needInFlow(name, context, isImplied);
  if (context === 'colgroup' || (isImplied && LISTS.has(context))) return 'end';
  if (context === 'ul' || context === 'ol') return 'li';
  if (context === 'dl' || context === 'group') return 'dd';
  if (context === 'table') return 'tbody';
  return context === 'tr' ? 'td' : 'tr';
}

function needInFlow(name: string, context: string, isImplied: boolean): Need {
  if (name === 'li') return isImplied && context === 'li' ? 'end' : 'ul';
  if (name === 'dd' || name === 'dt') return isImplied && context === 'dd' ? 'end' : 'dl';
  return 'nothing';
}

function needOfTablePart(name: string, context: string, isImplied: boolean): Need {
  if (context === 'table') return name === 'col' ? 'colgroup' : 'tbody';
  if (ROWS.has(context)) return CELLS.has(name) ? 'tr' : isImplied ? 'end' : 'drop';
  if (context === 'colgroup') return 'end';
  return isImplied ? 'end' : 'drop';
}
