/** An import of a folder, which may have been cut off. */
export interface ImportRun {
  /** SHA-256 of the manifest, hexadecimal. */
  readonly id: string;
  /** Whether records get new ids. */
  readonly remaps: boolean;
  readonly isFinished: boolean;
}

/** Progress of imports, stored in the transactions of the imported records. */
export abstract class ImportLedger {
  /** Whether an import was begun that is not finished. */
  abstract hasUnfinished(): Promise<boolean>;
  abstract find(id: string): Promise<ImportRun | null>;

  /** Part of a unit of work. @param offsets what is added to the ids of a kind, by its name */
  abstract begin(run: ImportRun, offsets: ReadonlyMap<string, number>): Promise<void>;
  abstract finish(id: string): Promise<void>;

  /** Offset that is added to the ids of each kind. */
  abstract offsets(id: string): Promise<ReadonlyMap<string, number>>;

  /** Position of a step; 0 when it has not begun, null when it is done. */
  abstract position(id: string, step: string): Promise<number | null>;

  /**
   * Notes how far a step is. Part of the unit of work that goes on with it.
   *
   * @param to null when it is done
   * @throws ConflictError when another process has gone on with it meanwhile
   */
  abstract advance(id: string, step: string, from: number, to: number | null): Promise<void>;

  /**
   * Notes records that were there already: ids of the folder, with those of the site. Part of a unit of work.
   */
  abstract noteKnown(id: string, kind: string, known: ReadonlyMap<number, number>): Promise<void>;
  /** Ids whose records were there already. */
  abstract known(id: string, kind: string, ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  abstract countKnown(id: string, kind: string): Promise<number>;
}
