import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Peers } from '../../kernel/peers.js';

const MAX_ENTRIES = 1000;
const MAX_BYTES = 16 * 1024 * 1024;
const BYTES_PER_CHARACTER = 2;
/** Memory that a parsed document keeps for each of its tokens: 260 bytes were measured. */
const BYTES_PER_TOKEN = 300;
const QUERY_SEEN = 'graphql.query-seen';

/** The cache that Apollo brings measures each entry by writing it out as JSON. */
export class BoundedCache<T extends object | string> {
  private readonly entries: LRUCache<string, T>;

  constructor(bytesOf: (value: T) => number) {
    this.entries = new LRUCache({
      max: MAX_ENTRIES,
      maxSize: MAX_BYTES,
      sizeCalculation: (value) => 1 + bytesOf(value),
    });
  }

  get(key: string): Promise<T | undefined> {
    return Promise.resolve(this.entries.get(key));
  }

  set(key: string, value: T): Promise<void> {
    this.entries.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.entries.delete(key));
  }
}

/** Texts of persisted queries, by their keys: a client asks any process of the service for them. */
export class SharedQueryTexts extends BoundedCache<string> {
  constructor(private readonly peers: Peers) {
    super(bytesOfText);
    peers.on(QUERY_SEEN, (data) => {
      const { key, text } = data as { key: string; text: string };
      return super.set(key, text);
    });
  }

  override async set(key: string, text: string): Promise<void> {
    await super.set(key, text);
    await this.peers.tell(QUERY_SEEN, { key, text });
  }
}

const bytesOfText = ({ length }: string): number => length * BYTES_PER_CHARACTER;

export function bytesOfDocument({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken ?? null; token; token = token.next) tokens += 1;
  return tokens * BYTES_PER_TOKEN + (loc?.source.body.length ?? 0) * BYTES_PER_CHARACTER;
}
