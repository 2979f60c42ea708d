import { wordSet } from '../../../../../kernel/text.js';
const ROLES = wordSet(
  'writer writers reporter reporters editor editors correspondent correspondents columnist contributor contributors journalist blogger author producer anchor critic analyst intern freelancer redakteur redakteurin korrespondent korrespondentin journaliste redactor redactora corresponsal',
);
/** Words before a role, or behind a name without one. */
const KINDS = wordSet(
  'staff senior junior chief lead deputy assistant associate managing executive contributing guest special freelance foreign national political investigative news features feature science health technology tech business sports sport culture education crime general assignment digital online editorial opinion video multimedia associated press reuters afp bbc cnn post times',
);
const MIN_NAME_WORDS = 2;
/** Place, or paper, behind a name: `in Paris`, `for The Daily News`. */
const PLACE = /^(?:in|at|for)$/;

/** A name without the role, place or paper behind it; empty for a role by itself. */
export function bareName(text: string): string {
  const plain = unwrapped(text);
  const [first = '', ...others] = plain.split(', ');
  const name = withoutPlace(withoutRole(first));
  return [isRole(name, true) ? '' : name, ...others.filter((other) => !isRole(other, false))]
    .filter((part) => part !== '')
    .join(', ');
}

/** `(Ann Lee)`, `Ann Lee (Staff Writer)`. */
function unwrapped(text: string): string {
  const [, inner] = /^\(([^()]*)\)$/.exec(text) ?? [];
  if (inner !== undefined) return inner.trim();
  return text
    .replace(/ ?\(([^()]*)\)/g, (all, within: string) =>
      within.trim() === '' || isRole(within, false) ? '' : all,
    )
    .trim();
}

/** @param isWhole whether the words before the role have to be known: they may be a name */
function isRole(text: string, isWhole: boolean): boolean {
  const all = beforePlace(text.toLowerCase().split(' '));
  if (!ROLES.has(all.at(-1) ?? '')) return text.toLowerCase() === 'staff';
  return !isWhole || all.slice(0, -1).every((word) => KINDS.has(word));
}

function beforePlace(all: readonly string[]): readonly string[] {
  const place = all.findIndex((word, index) => index > 0 && (PLACE.test(word) || word === 'of'));
  return place < 0 ? all : all.slice(0, place);
}

/** `Ann Lee` of `Ann Lee Staff Writer`. */
function withoutRole(text: string): string {
  const all = text.split(' ');
  if (!ROLES.has(all.at(-1)?.toLowerCase() ?? '')) return text;
  let end = all.length - 1;
  while (end > 0 && KINDS.has(all[end - 1]?.toLowerCase() ?? '')) end--;
  const isRoleAfterName = end < all.length - 1 && end >= MIN_NAME_WORDS;
  return isRoleAfterName ? all.slice(0, end).join(' ') : text;
}

function withoutPlace(text: string): string {
  const all = text.split(' ');
  const place = all.findIndex((word, index) => index >= MIN_NAME_WORDS && PLACE.test(word));
  const isPlace = place > 0 && /^(?:the$|\p{Lu})/u.test(all[place + 1] ?? '');
  return isPlace ? all.slice(0, place).join(' ') : text;
}
