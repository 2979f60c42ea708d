import { InvalidError } from '../../../kernel/errors.js';
import { idEnding, slugify } from '../../../kernel/slug.js';

/** The rendered texts of an item. */
export interface RenderedItem {
  /** Rendered from `headline_html`. */
  readonly headline: string | null;
  readonly media: string | null;
  readonly body: string | null;
}

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
  /** Missing in what was written before there was any. */
  readonly rendered?: RenderedItem | undefined;
}

export interface ListicleSettings {
  /** Whether the body stands above the media. */
  readonly body_text_above: boolean;
  /** 1 regular listicle, 2 slideshow, 3 full screen. */
  readonly layout_type: number;
  /** Looks, for those who know them; {@link LISTICLE_FLAGS}. */
  readonly flags?: readonly ListicleFlag[] | undefined;
  /** Numbering of the items; none when absent. */
  readonly numeration?: (typeof NUMERATIONS)[number] | undefined;
}

/** The first two are of regular listicles, the others of slideshows. */
export const LISTICLE_FLAGS = [
  'ecommerce',
  'multicolumn',
  'counter',
  'parallax',
  'fullscreen',
  'thumbnails',
] as const;
export type ListicleFlag = (typeof LISTICLE_FLAGS)[number];
export const NUMERATIONS = ['ascending', 'descending'] as const;

export interface Listicle {
  readonly items: readonly ListicleItem[];
  readonly settings: ListicleSettings;
}

/** Undefined leaves a field as it is, null clears it. */
type Changes<T> = { readonly [F in keyof T]?: T[F] | null | undefined };

type ItemInput = Changes<Omit<ListicleItem, 'basename' | 'rendered'>> & {
  /** Rendered from the texts that are sent. */
  readonly rendered?: Partial<RenderedItem> | undefined;
};

export interface ListicleInput {
  readonly items?: readonly ItemInput[] | null;
  readonly settings?: Changes<ListicleSettings> | null;
}

/** Placeholder for an item or a basename that does not exist yet. */
const NO_ID = 0;
const NO_BASENAME = '';
const MAX_BASENAME = 200;

export const NOT_RENDERED: RenderedItem = { headline: null, media: null, body: null };

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
  rendered: NOT_RENDERED,
};
const STANDARD_SETTINGS: ListicleSettings = { body_text_above: false, layout_type: 1 };

/** A stored listicle, which may be without the settings that those of today have. */
export function completeListicle(stored: unknown): unknown {
  const listicle = stored as Partial<Listicle> | null;
  return listicle && { ...listicle, settings: listicle.settings ?? STANDARD_SETTINGS };
}

/**
 * A listicle after an edit: an item sent with its id is changed, one without is
 * new, one that is missing is gone.
 *
 * @param former null when the article had none
 * @param isCopy whether ids are those of other articles, so that all items are new
 * @throws InvalidError for an id that no item of the article has, or another one has, too
 */
export function editListicle(
  former: Listicle | null,
  { items, settings }: ListicleInput,
  isCopy: boolean,
): Listicle | null {
  if (items === undefined && settings === undefined) return null;
  const known = new Map((former?.items ?? []).map((item) => [item.id, item]));
  const edited = new Set<number>();
  return {
    items:
      items === undefined
        ? (former?.items ?? [])
        : (items ?? []).map((sent, index) =>
            editItem(known, edited, isCopy ? { ...sent, id: null } : sent, index),
          ),
    settings:
      settings === null
        ? STANDARD_SETTINGS
        : changed(former?.settings ?? STANDARD_SETTINGS, settings ?? {}, STANDARD_SETTINGS),
  };
}

function editItem(
  known: ReadonlyMap<number, ListicleItem>,
  edited: Set<number>,
  { id, rendered, ...sent }: ItemInput,
  index: number,
): ListicleItem {
  if (id === undefined || id === null) return withRendering(changed(EMPTY_ITEM, sent, EMPTY_ITEM), rendered);
  const former = known.get(id);
  if (!former)
    throw InvalidError.field(`listicle.items[${index}].id`, `no item of this article has the id ${id}`);
  if (edited.has(id))
    throw InvalidError.field(`listicle.items[${index}].id`, `an item before it has the id ${id}, too`);
  edited.add(id);
  const isOtherImage = sent.image_id !== undefined && sent.image_id !== former.image_id;
  // Crops of one image mean nothing for another.
  const changes = isOtherImage ? { manual_image_crops: null, ...sent } : sent;
  const item = withRendering(changed(former, changes, EMPTY_ITEM), rendered);
  const isRenamed = item.manual_basename !== former.manual_basename || item.headline !== former.headline;
  return isRenamed ? { ...item, basename: NO_BASENAME } : item;
}

function withRendering(item: ListicleItem, rendered: Partial<RenderedItem> | undefined): ListicleItem {
  return { ...item, rendered: { ...NOT_RENDERED, ...item.rendered, ...rendered } };
}

function changed<T extends object>(former: T, changes: Changes<T>, standard: T): T {
  const next = { ...former };
  for (const [name, value] of Object.entries(changes) as [keyof T, T[keyof T] | null | undefined][]) {
    if (value !== undefined) next[name] = value ?? standard[name];
  }
  return next;
}

/** Number of ids that {@link nameItems} takes. */
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
  for (let attempt = 0; ; attempt++) {
    const basename = wanted + idEnding(id, attempt);
    if (!taken.has(basename)) return basename;
  }
}
