const words = (text: string) => new Set(text.split(' '));

/** Elements without an end tag. */
export const VOID = words('br col hr img source track wbr');
/** Elements within a line of text. */
export const MARKS = words(
  'a abbr acronym audio b bdi bdo big cite code data del dfn em font i ins kbd listicle mark picture q rb rp rt rtc ruby s samp ' +
    'small span strike strong sub sup time tt u var video',
);
export const PLAYERS = words('audio video');
/** Blocks that hold nothing but words. */
export const LINES = words('h1 h2 h3 h4 h5 h6 p pre summary');
/** Elements that only set their content apart: in a heading, a line break does that. */
export const WRAPPERS = words(
  'address article aside center details div footer h1 h2 h3 h4 h5 h6 header hgroup main nav p section summary',
);
/** Blocks that stand in certain others only; elsewhere they are set apart all the same. */
export const PARTS = words('caption td th');
/** Blocks that hold nothing but certain other blocks. */
export const STRUCTURES = words('colgroup dl group ol table tbody tfoot thead tr ul');

/** Requirement of a context for a block: none, its own end, a missing element, or removal of the block. */
export type Need =
  'nothing' | 'end' | 'drop' | 'li' | 'dd' | 'ul' | 'dl' | 'tbody' | 'tr' | 'td' | 'colgroup';

const LISTS = words('dl ul');
const ROWS = words('tbody tfoot thead');
const CELLS = words('td th');
const OF_TABLES = words('caption col colgroup tbody td tfoot th thead tr');

/** Elements whose children are written without them. */
const CHILDREN: Readonly<Record<string, ReadonlySet<string>>> = {
  ul: words('li'),
  ol: words('li'),
  dl: words('dd div dt'),
  /** A division of a list of descriptions. */
  group: words('dd dt'),
  table: words('caption colgroup tbody tfoot thead'),
  colgroup: words('col'),
  tbody: words('tr'),
  tfoot: words('tr'),
  thead: words('tr'),
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
