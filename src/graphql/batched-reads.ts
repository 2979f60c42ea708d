import type DataLoader from 'dataloader';
import type { RequestContext } from './request-context.js';

/** Reads for each request at once what is asked for one by one, as a field of each post of a list. */
export class BatchedReads<K extends number | string, T> {
  private readonly loaders = new WeakMap<RequestContext, DataLoader<K, T | null>>();

  /** @param read for a thousand keys at a time, at most; what has no entry in the answer is null */
  constructor(
    private readonly read: (keys: readonly K[], request: RequestContext) => Promise<ReadonlyMap<K, T>>,
  ) {}

  load(key: K, request: RequestContext): Promise<T | null> {
    const loader =
      this.loaders.get(request) ?? request.loader((keys: readonly K[]) => this.read(keys, request));
    this.loaders.set(request, loader);
    return loader.load(key);
  }
}
