/** Items that wait, of several sources: each source has its turn, however many items the others have. */
export class FairQueue<T extends { readonly source: string }> {
  /** Sources in the order of their turns; the items of each from the oldest to the newest. */
  private readonly bySource = new Map<string, T[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  add(item: T): void {
    const items = this.bySource.get(item.source);
    if (items) items.push(item);
    else this.bySource.set(item.source, [item]);
    this.count += 1;
  }

  /** Takes an item of the source whose turn it is, its newest or its oldest. */
  take(newestFirst: boolean): T | undefined {
    const [first] = this.bySource;
    if (!first) return undefined;
    const [source, items] = first;
    const item = newestFirst ? items.pop() : items.shift();
    this.bySource.delete(source);
    if (items.length > 0) this.bySource.set(source, items);
    this.count -= 1;
    return item;
  }

  /** Number of waiting items of a source. */
  sizeOf(source: string): number {
    return this.bySource.get(source)?.length ?? 0;
  }

  /** Whether no source has more items than this one would have with one more. */
  isLongest(source: string): boolean {
    const own = this.sizeOf(source) + 1;
    for (const items of this.bySource.values()) if (items.length > own) return false;
    return true;
  }

  /** Takes the oldest item of the source that has most, where one has more than `share`. */
  takeFromLongest(share: number): T | undefined {
    let longest: T[] = [];
    for (const items of this.bySource.values()) if (items.length > longest.length) longest = items;
    const [oldest] = longest;
    if (longest.length <= share || !oldest) return undefined;
    this.remove(oldest);
    return oldest;
  }

  remove(item: T): void {
    const items = this.bySource.get(item.source);
    const index = items?.indexOf(item) ?? -1;
    if (!items || index < 0) return;
    items.splice(index, 1);
    if (items.length === 0) this.bySource.delete(item.source);
    this.count -= 1;
  }

  /** Takes all items that are old by the time that they have waited. */
  takeOld(isOld: (item: T) => boolean): T[] {
    const old: T[] = [];
    for (const [source, items] of this.bySource) {
      const kept = items.findIndex((item) => !isOld(item));
      old.push(...items.splice(0, kept < 0 ? items.length : kept));
      if (items.length === 0) this.bySource.delete(source);
    }
    this.count -= old.length;
    return old;
  }
}
