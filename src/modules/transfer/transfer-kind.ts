/** The class of a table whose rows travel. */
export type RowClass = abstract new () => object;

/** A value of a row as it travels: whole numbers, texts byte for byte, null. */
export type TransferValue = number | string | null;

/** Ids that records get in the site that they are imported into. */
export interface NewIds {
  /** @param kind name of the kind; ids that are 0 or negative stand for themselves */
  of(kind: string, id: number): number;
}

/** Exported columns of a table, by their names in the database. */
export interface TransferTable {
  readonly entity: RowClass;
  /**
   * Columns that do not travel, with the values that they are stored with, or what makes one for each row.
   */
  readonly derived?: Readonly<Record<string, TransferValue | (() => TransferValue)>>;
  /** Columns that hold ids of other records, with the names of their kinds. */
  readonly references?: Readonly<Record<string, string>>;
  /** Columns whose texts hold what is derived, or ids. */
  readonly texts?: Readonly<Record<string, TransferText>>;
}

/** Conversion of a text with structure, such as JSON. */
export interface TransferText {
  /** Takes out what is derived. */
  readonly plain?: (text: string) => string;
  /** Gives it the ids of the site that it is imported into. */
  readonly withIds?: (text: string, ids: NewIds, id: number) => string;
}

/** Rows that belong to a record and travel with it. */
export interface TransferPart extends TransferTable {
  /** The column with the id of the record. */
  readonly owner: string;
  /** Columns that repeat those of the record, and do not travel. */
  readonly copied?: readonly string[];
  /** Name of the ids in its column `id`, where it has one. They grow with those of the records. */
  readonly ids?: string;
}

/** A column by which a record is known to be there already, when it gets a new id. */
export interface TransferIdentity {
  readonly table: string;
  /** The column of that table with the id of the record. */
  readonly id: string;
  /**
   * Columns of that table, with the columns of the record. A record that has
   * null in one of them is not known by it.
   */
  readonly by: Readonly<Record<string, string>>;
  /** Records that it identifies; all by default. */
  readonly applies?: (record: TransferRecord) => boolean;
}

/**
 * One kind of records of a site, as `export --all` writes them and `import`
 * reads them: a file of JSON lines, each with a row and the rows that belong to
 * it. A module declares its kinds with `TransferModule.forFeature`.
 */
export interface TransferKind extends TransferTable {
  /** Lower case, with hyphens: the name of the file. */
  readonly name: string;
  /** Columns of the primary key, in whose order records travel; `id` when it is left out. */
  readonly key?: readonly string[];
  /** Values by which its rows are told from others of the table; these columns do not travel. */
  readonly only?: Readonly<Record<string, TransferValue>>;
  /** Parts by the name of their field in the record. */
  readonly parts?: Readonly<Record<string, TransferPart>>;
  /** The column with the SHA-256 of a stored file, which travels beside the records. */
  readonly file?: { readonly hash: string; readonly contentType: (record: TransferRecord) => string };
  /** Ids of records that every site has. */
  readonly standing?: readonly number[];
  readonly identities?: readonly TransferIdentity[];
  /** The reference to the record above, for the records that make a tree. */
  readonly tree?: { readonly parent: string; readonly applies: (record: TransferRecord) => boolean };
  /** The reference to the record that this one describes: where that was there already, this is left out. */
  readonly describes?: string;
}

/** A record as it travels: columns that are not null, and parts that are not empty. */
export type TransferRecord = Readonly<Record<string, TransferValue | readonly TransferRecord[]>>;

/** The text in a column of a record; empty where there is none. */
export function textIn(record: TransferRecord, column: string): string {
  const value = record[column];
  return typeof value === 'string' ? value : '';
}

const declared = new Map<string, TransferKind>();

/** @throws Error for a name that another module has taken */
export function declareKinds(kinds: readonly TransferKind[]): void {
  for (const kind of kinds) {
    const known = declared.get(kind.name);
    if (known !== undefined && known !== kind) throw new Error(`Two kinds are called ${kind.name}.`);
    declared.set(kind.name, kind);
  }
}

/**
 * All kinds, each after those that it refers to; otherwise by their names. Where kinds refer to each other,
 * no foreign key minds which comes first.
 */
export function declaredKinds(): readonly TransferKind[] {
  const sorted: TransferKind[] = [];
  const visited = new Set<TransferKind>();
  const visit = (kind: TransferKind): void => {
    if (visited.has(kind)) return;
    visited.add(kind);
    for (const name of referredBy(kind)) visit(kindNamed(name));
    sorted.push(kind);
  };
  for (const name of [...declared.keys()].sort()) visit(kindNamed(name));
  return sorted;
}

/** @throws Error when there is none */
export function kindNamed(name: string): TransferKind {
  const kind = declared.get(name);
  if (!kind) throw new Error(`No module has declared the kind ${name}.`);
  return kind;
}

/** Names of the other kinds whose ids records hold. */
function referredBy(kind: TransferKind): string[] {
  const tables: TransferTable[] = [kind, ...Object.values(kind.parts ?? {})];
  const names = tables.flatMap(({ references = {} }) => Object.values(references));
  return [...new Set(names)].filter((name) => name !== kind.name).sort();
}
