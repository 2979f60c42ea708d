import type { Raw, Sharp } from 'sharp';
import type { SharpLibrary } from '../../../platform/images/load-sharp.js';
import type { Size } from '../domain/crops.js';

/** An image decoded once, as small as all its sizes allow. */
export interface Master extends Size {
  readonly data: Buffer;
  /** Layout of the data where they are bare pixels; null for a TIFF, which carries the colour profile. */
  readonly raw: Raw | null;
}

/** A size made from bare pixels takes three quarters of the time of one made from a TIFF. */
export function openMaster(sharp: SharpLibrary, { data, raw }: Master): Sharp {
  return raw ? sharp(data, { raw }) : sharp(data);
}

interface Kept {
  readonly master: Promise<Master>;
  bytes: number;
  timer: NodeJS.Timeout | undefined;
}

/** A page asks for many sizes of an image at a time; the next page for those of another. */
const TTL_MS = 30_000;

/**
 * Keeps decoded images for some seconds, so that each is decoded once for all the sizes that are asked for.
 */
export class MasterImages {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly maxBytes: number) {}

  get(key: string, make: () => Promise<Master>): Promise<Master> {
    const known = this.kept.get(key);
    if (known) {
      known.timer?.refresh();
      return known.master;
    }
    const entry: Kept = { master: make(), bytes: 0, timer: undefined };
    this.kept.set(key, entry);
    void entry.master.then(
      ({ data }) => {
        this.keep(key, entry, data.length);
      },
      () => {
        this.forget(key, entry);
      },
    );
    return entry.master;
  }

  clear(): void {
    for (const [key, entry] of this.kept) this.forget(key, entry);
  }

  private keep(key: string, entry: Kept, bytes: number): void {
    entry.bytes = bytes;
    entry.timer = setTimeout(() => {
      this.forget(key, entry);
    }, TTL_MS).unref();
    // The oldest goes first; one that is being made has no size yet and stays.
    let total = [...this.kept.values()].reduce((sum, other) => sum + other.bytes, 0);
    for (const [oldKey, old] of this.kept) {
      if (total <= this.maxBytes) break;
      if (old.bytes === 0) continue;
      total -= old.bytes;
      this.forget(oldKey, old);
    }
  }

  private forget(key: string, entry: Kept): void {
    clearTimeout(entry.timer);
    if (this.kept.get(key) === entry) this.kept.delete(key);
  }
}
