/** Makes anew what follows from records and does not travel with them. */
export interface Derivation {
  readonly name: string;
  /**
   * Does some of the work.
   *
   * @param after where it goes on; 0 at the beginning
   * @returns where it goes on the next time; null when all is done
   */
  readonly next: (after: number) => Promise<number | null>;
}

/** Derived data that is rebuilt after an import. Modules register their rebuilds. */
export class DerivedData {
  private readonly registered: Derivation[] = [];

  register(derivation: Derivation): void {
    this.registered.push(derivation);
  }

  get derivations(): readonly Derivation[] {
    return this.registered;
  }
}

/** The `next` of a derivation that does all of its work at once. */
export function untilDone(work: (signal: AbortSignal) => Promise<void>): Derivation['next'] {
  return async () => {
    await work(new AbortController().signal);
    return null;
  };
}
