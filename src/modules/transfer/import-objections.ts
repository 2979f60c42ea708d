import type { TransferRecord } from './transfer-kind.js';

/**
 * Messages about records of a kind that may not come to those that are there, null for the others. Asked
 * before each batch is stored, in its unit of work.
 */
export type Objection = (records: readonly TransferRecord[]) => Promise<readonly (string | null)[]>;

/** Rules that records of an import are held to beside those that are there. Modules register theirs. */
export class ImportObjections {
  private readonly registered = new Map<string, Objection>();

  /** @param kind name of the kind */
  register(kind: string, objection: Objection): void {
    this.registered.set(kind, objection);
  }

  /** Messages by record. */
  async to(kind: string, records: readonly TransferRecord[]): Promise<ReadonlyMap<TransferRecord, string>> {
    const messages = (await this.registered.get(kind)?.(records)) ?? [];
    return new Map(
      records.flatMap((record, index) => {
        const message = messages[index] ?? null;
        return message === null ? [] : [[record, message] as const];
      }),
    );
  }
}
