import type { ImportLedger } from '../../../modules/transfer/import-ledger.js';
import type {
  NewIds,
  TransferKind,
  TransferRecord,
  TransferTable,
} from '../../../modules/transfer/transfer-kind.js';

type Ids = Map<string, Set<number>>;
type Known = ReadonlyMap<string, ReadonlyMap<number, number>>;

/**
 * The ids that records of a folder get: those of records that were there
 * already, others by what is added to them.
 */
export class NewIdsOfImport {
  private offsets: ReadonlyMap<string, number> | undefined;

  constructor(
    private readonly ledger: ImportLedger,
    private readonly importId: string,
  ) {}

  /** Records to store: neither they nor the things that they describe were there. */
  async wanted(kind: TransferKind, records: readonly TransferRecord[]): Promise<readonly TransferRecord[]> {
    const { describes = 'id' } = kind;
    const described = kind.references?.[describes] ?? kind.name;
    const ids = records.map((record) => Number(record[describes] ?? 0));
    const known = await this.ledger.known(this.importId, described, [...new Set(ids)]);
    return records.filter((record) => !known.has(Number(record[describes] ?? 0)));
  }

  /** New ids for the ids in these records. */
  async ofRecords(kind: TransferKind, records: readonly TransferRecord[]): Promise<NewIds> {
    const offsets = (this.offsets ??= await this.ledger.offsets(this.importId));
    const known = await this.knownOf(kind, records);
    return {
      of: (name, id) => (id <= 0 ? id : (known.get(name)?.get(id) ?? id + (offsets.get(name) ?? 0))),
    };
  }

  /** Only where ids change. */
  private async knownOf(kind: TransferKind, records: readonly TransferRecord[]): Promise<Known> {
    const known = new Map<string, ReadonlyMap<number, number>>();
    if ([...(this.offsets?.values() ?? [])].every((added) => added === 0)) return known;
    for (const [name, ids] of referencesOf(kind, records))
      known.set(name, await this.ledger.known(this.importId, name, [...ids]));
    return known;
  }
}

/** The ids that records refer to, by the names of their kinds. */
function referencesOf(kind: TransferKind, records: readonly TransferRecord[]): Ids {
  const found: Ids = new Map();
  const note: NewIds = {
    of(name, id) {
      if (id > 0) found.set(name, (found.get(name) ?? new Set()).add(id));
      return id;
    },
  };
  const collect = ({ references = {}, texts = {} }: TransferTable, rows: readonly TransferRecord[]): void => {
    for (const [column, name] of Object.entries(references))
      for (const row of rows) note.of(name, Number(row[column] ?? 0));
    for (const [column, { withIds }] of Object.entries(texts))
      for (const { [column]: text } of rows) if (typeof text === 'string') withIds?.(text, note, 0);
  };
  collect(kind, records);
  for (const [name, part] of Object.entries(kind.parts ?? {}))
    collect(
      part,
      records.flatMap((record) => (record[name] ?? []) as readonly TransferRecord[]),
    );
  return found;
}
