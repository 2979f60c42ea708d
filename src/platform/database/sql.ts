export type SqlValue = string | number | boolean | null;

/** A piece of SQL with the values of its `?`. Made by {@link sql} only, so that values never become text. */
export class Sql {
  constructor(
    readonly text: string,
    readonly parameters: readonly SqlValue[],
  ) {}
}

type Part = SqlValue | Sql | readonly SqlValue[];

/** Puts a statement together: values become parameters, a list becomes `?, ?, ?`, pieces of SQL are taken in. */
export function sql(strings: TemplateStringsArray, ...parts: readonly Part[]): Sql {
  let text = strings[0] ?? '';
  const parameters: SqlValue[] = [];
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

function toSql(part: Part): Sql {
  if (part instanceof Sql) return part;
  if (Array.isArray(part)) return new Sql(part.map(() => '?').join(', '), part as readonly SqlValue[]);
  return new Sql('?', [part as SqlValue]);
}
