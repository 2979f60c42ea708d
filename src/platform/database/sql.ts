export type SqlValue = string | number | boolean | null;
/** A bigint stands behind LIMIT or OFFSET: in a prepared statement MySQL takes no other number there. */
export type SqlParameter = SqlValue | bigint;

/** A piece of SQL with the values of its `?`. Made by {@link sql} only, so that values never become text. */
export class Sql {
  constructor(
    readonly text: string,
    readonly parameters: readonly SqlParameter[],
  ) {}
}

type Part = SqlParameter | Sql | readonly SqlValue[];

/**
 * Puts a statement together: values become parameters, a list becomes `?, ?, ?`, pieces of SQL are taken in.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly Part[]): Sql {
  let text = strings[0] ?? '';
  const parameters: SqlParameter[] = [];
  parts.forEach((part, index) => {
    const piece = toSql(part);
    text += piece.text + (strings[index + 1] ?? '');
    parameters.push(...piece.parameters);
  });
  return new Sql(text, parameters);
}

/** A name or keyword of ours, as it is; never anything that a client has sent. */
export function raw(text: string): Sql {
  return new Sql(text, []);
}

export function joined(pieces: readonly Sql[], separator: string): Sql {
  return new Sql(
    pieces.map(({ text }) => text).join(separator),
    pieces.flatMap(({ parameters }) => parameters),
  );
}

/** An INSERT of rows that have a value for each column. */
export function insertion(
  table: string,
  columns: readonly string[],
  rows: readonly (readonly SqlValue[])[],
): Sql {
  const marks = `(${columns.map(() => '?').join(', ')})`;
  return new Sql(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${rows.map(() => marks).join(', ')}`,
    rows.flat(),
  );
}

/** The same for the same statement alone. */
export function identityOf({ text, parameters }: Sql): string {
  return JSON.stringify([text, parameters.map((one) => (typeof one === 'bigint' ? Number(one) : one))]);
}

function toSql(part: Part): Sql {
  if (part instanceof Sql) return part;
  if (Array.isArray(part)) return new Sql(part.map(() => '?').join(', '), part as readonly SqlValue[]);
  return new Sql('?', [part as SqlParameter]);
}
