import { AsyncLocalStorage } from 'node:async_hooks';

/** The author in whose name the work at hand is done. */
export class ActingAuthor {
  private readonly authors = new AsyncLocalStorage<number>();

  /** Null for the service itself. */
  get id(): number | null {
    return this.authors.getStore() ?? null;
  }

  run<T>(authorId: number, work: () => T): T {
    return this.authors.run(authorId, work);
  }
}
