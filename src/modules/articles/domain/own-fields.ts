import { faultOfText } from '../../../kernel/text.js';
import { MAX_INT32 } from '../../../kernel/units.js';
import { InvalidError } from '../../../kernel/errors.js';

export type OwnValue = string | number | boolean;

/** Values of own fields by the names of these; null, or not there, where one is not set. */
export type OwnValues = Readonly<Record<string, OwnValue | null>>;

/** Values to write; a field that is left out stays as it is, null clears it. */
export type OwnChanges = Readonly<Record<string, OwnValue | null | undefined>>;

/** Integers from one to another, both included; an end that is left out is open. */
export interface IntegerRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export const RANGE_ENDS = ['from', 'to'] as const;

interface Described {
  /** Description in the OpenAPI document. */
  readonly description?: string;
  /** Whether readers are not shown it: it is no field of GraphQL. */
  readonly internal?: boolean;
}

interface Filterable {
  /** Whether lists of posts can ask for values of it. */
  readonly filter?: boolean;
}

/** The type of the values of an own field, and its limits. */
export type OwnFieldOptions = Described &
  (
    | ({ readonly type: 'string'; readonly maxLength?: number } & Filterable)
    | { readonly type: 'text'; readonly maxLength?: number; readonly filter?: never }
    | ({ readonly type: 'integer'; readonly min?: number; readonly max?: number } & Filterable)
    | ({ readonly type: 'boolean' } & Filterable)
    | ({ readonly type: 'enum'; readonly values: readonly string[] } & Filterable)
  );

/** Limits of values: what a key column of the database holds, and texts of a reasonable length. */
export const MAX_STRING = 255;
export const MAX_TEXT = 65_535;

/** A field that an extension adds to articles. */
export class OwnField<Value extends OwnValue = OwnValue> {
  constructor(
    /** Name for clients, hooks and the database: `newsroom_reading_level`. */
    readonly name: string,
    readonly options: OwnFieldOptions,
  ) {}

  get isFilter(): boolean {
    return this.options.type !== 'text' && this.options.filter === true;
  }

  /** Whether lists can ask for a range of values, too. */
  get hasRange(): boolean {
    return this.isFilter && this.options.type === 'integer';
  }

  /**
   * The part of a range that its values may have: others are stored where its limits were wider. @internal
   */
  within({ from, to }: IntegerRange): IntegerRange {
    if (this.options.type !== 'integer') return { from, to };
    const { min = -MAX_INT32, max = MAX_INT32 } = this.options;
    return { from: Math.max(from ?? min, min), to: Math.min(to ?? max, max) };
  }

  /** Its value in an article; null when it is not set. */
  of({ fields }: { readonly fields: OwnValues }): Value | null {
    // Every value has passed `faultOf` before.
    return (fields[this.name] ?? null) as Value | null;
  }

  /**
   * The value as it is kept: without blanks around a string, so that a list
   * finds it; null for one that is empty.
   */
  clean(value: OwnValue): OwnValue | null {
    const kept = this.options.type === 'string' && typeof value === 'string' ? value.trim() : value;
    return kept === '' ? null : kept;
  }

  /** The fault of a value; null when it has none. */
  faultOf(value: OwnValue): string | null {
    const { options } = this;
    if (options.type === 'boolean') return typeof value === 'boolean' ? null : 'must be true or false';
    if (options.type === 'enum') {
      const isKnown = options.values.some((known) => known === value);
      return isKnown ? null : `must be one of ${options.values.join(', ')}`;
    }
    if (options.type === 'integer') {
      const { min = -MAX_INT32, max = MAX_INT32 } = options;
      if (typeof value !== 'number' || !Number.isInteger(value)) return 'must be an integer';
      if (value < min) return `must not be less than ${min}`;
      return value > max ? `must not be greater than ${max}` : null;
    }
    if (typeof value !== 'string') return 'must be a string';
    const wrong = faultOfText(value);
    if (wrong !== null) return `must be ${wrong}`;
    const { maxLength = options.type === 'string' ? MAX_STRING : MAX_TEXT } = options;
    return value.length > maxLength ? `must not be longer than ${maxLength} characters` : null;
  }
}

/** The fields that the extension adds to articles. */
export class OwnFields {
  private readonly byName: ReadonlyMap<string, OwnField>;

  constructor(readonly all: readonly OwnField[] = []) {
    this.byName = new Map(all.map((field) => [field.name, field]));
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  get filters(): readonly OwnField[] {
    return this.all.filter(({ isFilter }) => isFilter);
  }

  find(name: string): OwnField | undefined {
    return this.byName.get(name);
  }

  /**
   * Values that code of the extension writes, cleaned and checked.
   * @throws InvalidError, and Error for an unknown field
   */
  checked(changes: OwnChanges): OwnChanges {
    return Object.fromEntries(
      Object.entries(changes).map(([name, value]) => {
        const field = this.byName.get(name);
        if (!field) throw new Error(`The extension has not declared a field "${name}".`);
        if (value === null || value === undefined) return [name, value];
        const kept = field.clean(value);
        const fault = kept === null ? null : field.faultOf(kept);
        if (fault !== null) throw InvalidError.field(name, fault);
        return [name, kept];
      }),
    );
  }
}
