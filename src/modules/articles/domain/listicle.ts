import { InvalidError } from '../../../kernel/errors.js';
import { slugify } from '../../../kernel/slug.js';

/** An item (particle) of a listicle, in the form in which clients send and get it. */
export interface ListicleItem {
  /** Unique across the site. */
  readonly id: number;
  /** Unique inside the article. */
  readonly basename: string;
  readonly headline: string | null;
  /** HTML; takes precedence over the headline. */
  readonly headline_html: string | null;
  readonly manual_basename: string | null;
  readonly media: string | null;
  readonly is_image: boolean;
  readonly image_id: number | null;
  readonly caption: string | null;
  readonly credit: string | null;
  readonly manual_image_crops: object;
  readonly body: string | null;
}

export interface ListicleSettings {
  /** Whether the body stands above the media. */
  readonly body_text_above: boolean;
  /** 1 regular listicle, 2 slideshow, 3 full screen. */
  readonly layout_type: number;
}

export interface Listicle {
  readonly items: readonly ListicleItem[];
  readonly settings: ListicleSettings;
}

/** Undefined leaves a field as it is, null clears it. */
type Changes<T> = { readonly [F in keyof T]?: T[F] | null | undefined };

export interface ListicleInput {
  readonly items?: readonly Changes<Omit<ListicleItem, 'basename'>>[] | null;
  readonly settings?: Changes<ListicleSettings> | null;
}

/** Of an item or a basename that is still to come. */
const NO_ID = 0;
const NO_BASENAME = '';
const MAX_BASENAME = 200;

const EMPTY_ITEM: ListicleItem = {
  id: NO_ID,
  basename: NO_BASENAME,
  headline: null,
  headline_html: null,
  manual_basename: null,
  media: null,
  is_image: false,
  image_id: null,
  caption: null,
  credit: null,
  manual_image_crops: {},
  body: null,
};
const STANDARD_SETTINGS: ListicleSettings = { body_text_above: false, layout_type: 1 };

/**
 * A listicle after an edit: an item sent with its id is changed, one without is new, one that is missing is gone.
 *
 * @param former null when the article had none
 * @param isCopy whether ids are those of other articles, so that all items are new
 * @throws InvalidError for an id that no item of the article has
 */
export function editListicle(
  former: Listicle | null,
  { items, settings }: ListicleInput,
  isCopy: boolean,
): Listicle | null {
  if (items === undefined && settings === undefined) return null;
  const known = new Map((former?.items ?? []).map((item) => [item.id, item]));
  return {
    items:
      items === undefined
        ? (former?.items ?? [])
        : (items ?? []).map((sent, index) => editItem(known, isCopy ? { ...sent, id: null } : sent, index)),
    settings:
      settings === null
        ? STANDARD_SETTINGS
        : changed(former?.settings ?? STANDARD_SETTINGS, settings ?? {}, STANDARD_SETTINGS),
  };
}

function editItem(
  known: Map<number, ListicleItem>,
  { id, ...sent }: Changes<Omit<ListicleItem, 'basename'>>,
  index: number,
): ListicleItem {
  if (id === undefined || id === null) return changed(EMPTY_ITEM, sent, EMPTY_ITEM);
  const former = known.get(id);
  if (!former)
    throw InvalidError.field(`listicle.items[${index}].id`, `no item of this article has the id ${id}`);
  known.delete(id);
  const item = changed(former, sent, EMPTY_ITEM);
  const isRenamed = item.manual_basename !== former.manual_basename || item.headline !== former.headline;
  return isRenamed ? { ...item, basename: NO_BASENAME } : item;
}

function changed<T extends object>(former: T, changes: Changes<T>, standard: T): T {
  const next = { ...former };
  for (const [name, value] of Object.entries(changes) as [keyof T, T[keyof T] | null | undefined][]) {
    if (value !== undefined) next[name] = value ?? standard[name];
  }
  return next;
}

/** How many ids {@link nameItems} takes. */
export function newItems({ items }: Listicle): number {
  return items.filter(({ id }) => id === NO_ID).length;
}

/** Gives new items their ids, and new or renamed ones their basenames; other basenames stay. */
export function nameItems(listicle: Listicle, ids: readonly number[]): Listicle {
  if (listicle.items.every(({ id, basename }) => id !== NO_ID && basename !== NO_BASENAME)) return listicle;
  const left = [...ids];
  const numbered = listicle.items.map((item) =>
    item.id === NO_ID ? { ...item, id: left.shift() ?? NO_ID } : item,
  );
  const taken = new Set(numbered.map(({ basename }) => basename));
  const items = numbered.map((item) => {
    if (item.basename !== NO_BASENAME) return item;
    const basename = free(wantedBasename(item), item.id, taken);
    taken.add(basename);
    return { ...item, basename };
  });
  return { ...listicle, items };
}

function wantedBasename({ id, manual_basename, headline }: ListicleItem): string {
  return (
    slugify(manual_basename ?? '', MAX_BASENAME) || slugify(headline ?? '', MAX_BASENAME) || `particle-${id}`
  );
}

function free(wanted: string, id: number, taken: ReadonlySet<string>): string {
  let basename = wanted;
  for (let attempt = 1; taken.has(basename); attempt++) {
    basename = attempt === 1 ? `${wanted}-${id}` : `${wanted}-${id}-${attempt}`;
  }
  return basename;
}
