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
  users: number;
  bytes: number;
  timer: NodeJS.Timeout | undefined;
}

/** A page asks for many sizes of an image at a time; the next page for those of another. */
const TTL_MS = 30_000;

/**
 * Keeps decoded images for some seconds, so that each is decoded once for all the sizes that are asked for.
 *
 * Gives the memory of one that is let go back at once: left to the garbage collector, the megabytes outside
 * its heap make it collect all of the heap, for each few images, while no request is answered.
 */
export class MasterImages {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly maxBytes: number) {}

  /**
   * @param work has the master until its promise settles, and nothing of it afterwards
   * @throws whatever making it or the work throws
   */
  async use<T>(key: string, make: () => Promise<Master>, work: (master: Master) => Promise<T>): Promise<T> {
    const entry = this.kept.get(key) ?? this.begin(key, make);
    entry.timer?.refresh();
    entry.users++;
    try {
      return await work(await entry.master);
    } finally {
      entry.users--;
      if (this.kept.get(key) !== entry) releaseUnused(entry);
    }
  }

  clear(): void {
    for (const [key, entry] of this.kept) this.forget(key, entry);
  }

  private begin(key: string, make: () => Promise<Master>): Kept {
    const entry: Kept = { master: make(), users: 0, bytes: 0, timer: undefined };
    this.kept.set(key, entry);
    void entry.master.then(
      ({ data }) => {
        this.keep(key, entry, data.length);
      },
      () => {
        this.forget(key, entry);
      },
    );
    return entry;
  }

  private keep(key: string, entry: Kept, bytes: number): void {
    // Cleared while it was made.
    if (this.kept.get(key) !== entry) return;
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
    releaseUnused(entry);
  }
}

function releaseUnused({ users, master }: Kept): void {
  if (users > 0) return;
  void master.then(
    ({ data: { buffer, length } }) => {
      // A small buffer may be a part of one that others have, too.
      if (length === buffer.byteLength && 'transfer' in buffer) buffer.transfer(0);
    },
    () => undefined,
  );
}
