/** A place in the order of a list: what the list is sorted by, and the id where that is equal. */
export interface Position {
  readonly keys: readonly number[];
  readonly id: number;
}

/** A slice of a list: skip `offset`, take at most `limit`. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
  /**
   * The list from behind this position on; null for its beginning. Sent, the
   * page also tells where it ends, and whether another follows.
   */
  readonly after?: Position | null | undefined;
}

/** The items of a page. */
export interface PageOf<T> {
  readonly items: readonly T[];
  /** The position of the last item; null where there is none. */
  readonly end: Position | null;
  /** Whether another page follows; false for pages without `after`. */
  readonly hasNext: boolean;
}

/** Number of items of a list. */
export interface Total {
  readonly count: number;
  /** Whether these are only as many as were counted. */
  readonly isLeast: boolean;
}

/** Items of a list that are counted at most. */
export const MAX_COUNTED = 10_000;

/** A list that is read page by page. */
export interface PagedList<T> {
  /** The filters and the order of the list, as JSON: a position of it is none of another list. */
  readonly identity: unknown;
  page(page: Page): Promise<PageOf<T>>;
  /** Counts up to {@link MAX_COUNTED}. */
  total(): Promise<Total>;
}

/** The page, with one item more where it has to tell whether another page follows. */
export function withNext(page: Page): Page {
  return page.after === undefined || page.limit === 0 ? page : { ...page, limit: page.limit + 1 };
}

/** @param rows what was read for {@link withNext} of the page */
export function pageOf<T>(
  rows: readonly T[],
  { limit, after }: Page,
  positionOf: (row: T) => Position,
): PageOf<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    end: last === undefined ? null : positionOf(last),
    hasNext: after !== undefined && rows.length > items.length,
  };
}

/** The position in a list whose order is that of ids. */
export const idPosition = (id: number): Position => ({ keys: [], id });

/** The total by a number of rows that was counted up to one more than {@link MAX_COUNTED}. */
export function totalOf(rows: number): Total {
  return { count: Math.min(rows, MAX_COUNTED), isLeast: rows > MAX_COUNTED };
}

/** A list in parts of a size; the last one may be shorter. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Records by their ids. */
export const byId = <T extends { readonly id: number }>(records: readonly T[]): Map<number, T> =>
  new Map(records.map((record) => [record.id, record]));
