import { setImmediate } from 'node:timers/promises';
import DataLoader from 'dataloader';
import type { Actor } from '../modules/auth/domain/actor.js';
import type { Author } from '../modules/authors/domain/author.entity.js';
import type { Image } from '../modules/media/domain/image.entity.js';
import { type Section, SectionStatus } from '../modules/sections/domain/section.entity.js';
import type { ReadsById } from './reads-by-id.js';
import type { Deadline } from './limits/deadline.js';
import { costError, MAX_COST } from './limits/query-cost.js';

const MAX_BATCH = 1000;

/** The context of one request: the actor, the deadline, and loaders that read each resource once. */
export class RequestContext {
  /** @internal */
  readonly authors: DataLoader<number, Author | null>;
  /** @internal */
  readonly sections: DataLoader<number, Section | null>;
  /** @internal */
  readonly images: DataLoader<number, Image | null>;
  private fields = 0;

  /** @internal */
  constructor(
    reads: ReadsById,
    /** null for readers without a key. */
    readonly actor: Actor | null,
    /** @internal */
    readonly deadline: Deadline,
    /** The article that a preview link opens, in whichever state. @internal */
    readonly previewed: number | null = null,
  ) {
    this.authors = this.loader(reads.authors);
    this.sections = this.loader(reads.sections);
    this.images = this.loader(reads.images);
  }

  /** Runs a read; all reads pass here, and none starts after the deadline. */
  run<T>(read: () => Promise<T>): Promise<T> {
    this.deadline.mustNotHavePassed();
    return this.deadline.race(read());
  }

  /** Gives others their turn between two steps of long work. @throws OverloadedError @internal */
  async turn(): Promise<void> {
    await setImmediate();
    this.deadline.mustNotHavePassed();
  }

  /**
   * Called with how many fields the items of a list will have, once it is known how many they are.
   *
   * @throws GraphQLError when the answer would have too many
   */
  chargeCost(fields: number): void {
    this.fields += fields;
    if (this.fields > MAX_COST) throw costError(this.fields);
  }

  /** Resets the cost before the query is executed once more. @internal */
  resetCost(): void {
    this.fields = 0;
  }

  /** Whether the response may be shared: no actor is known, and no preview token was sent. @internal */
  get isShareable(): boolean {
    return this.actor === null && this.previewed === null;
  }

  /** Whether the reader sees public content alone: there is no actor, or one without `articles.read`. */
  get isAnonymous(): boolean {
    return !this.actor?.may('articles.read');
  }

  /** @internal */
  maySee(status: SectionStatus): boolean {
    return status === SectionStatus.Public || !this.isAnonymous;
  }

  /** Reads many at a time what this request asks for one by one. @internal */
  loader<K, T>(read: (keys: readonly K[]) => Promise<ReadonlyMap<K, T>>): DataLoader<K, T | null> {
    return new DataLoader(
      async (keys) => {
        const found = await this.run(() => read(keys));
        return keys.map((key) => found.get(key) ?? null);
      },
      { maxBatchSize: MAX_BATCH },
    );
  }
}

/** The context value that resolvers are given. */
export interface GraphqlContext {
  readonly request: RequestContext;
  /** Statements that the request has sent so far. */
  readonly statements: () => number;
  /**
   * Whether the answer is `application/json`, whose status says nothing of the
   * query (GraphQL over HTTP, 6.4.1).
   */
  readonly isPlainJson: boolean;
}
