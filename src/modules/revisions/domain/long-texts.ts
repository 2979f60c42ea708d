/** Characters of a text that stays in its state. */
const SHORT = 1024;
/** Characters of a part; on average 16,384 more than the least. */
const MIN_PART = 4096;
const MAX_PART = 65_536;
/**
 * A text is cut where so many bits of a rolling hash of 32 bits are 0; each of the last 32 characters counts.
 */
const CUT_BITS = 14;

/** A number for each byte that looks random, and is the same in every process. */
const GEAR = Int32Array.from({ length: 256 }, (_, byte) => Math.imul(byte + 1, 0x9e3779b1) ^ (byte << 19));

/** A long text in a JSON value: where it is, and the names of its parts. */
export type LongText = readonly [path: readonly (string | number)[], parts: readonly string[]];

/** A JSON value without its long texts. */
export interface Shortened {
  readonly value: unknown;
  readonly long: readonly LongText[];
}

/** @param keep takes a part of a text and returns the name by which {@link restore} asks for it */
export function shorten(value: unknown, keep: (part: string) => string): Shortened {
  const long: LongText[] = [];
  const visit = (one: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof one === 'string') {
      if (one.length <= SHORT) return one;
      long.push([path, [...partsOf(one)].map(keep)]);
      return null;
    }
    if (Array.isArray(one)) return one.map((item, index) => visit(item, [...path, index]));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([name, item]) => [name, visit(item, [...path, name])]),
    );
  };
  return { value: visit(value, []), long };
}

/** Puts the long texts back into a value. */
export function restore({ value, long }: Shortened, partOf: (name: string) => string): unknown {
  for (const [path, parts] of long) {
    const last = path.at(-1);
    const owner = path.slice(0, -1).reduce<unknown>((one, name) => one?.[name as keyof typeof one], value);
    if (last !== undefined && typeof owner === 'object' && owner !== null)
      Object.defineProperty(owner, last, {
        value: parts.map(partOf).join(''),
        writable: true,
        enumerable: true,
        configurable: true,
      });
  }
  return value;
}

/**
 * Cuts a text where its content says so (a rolling hash of the last characters), so that a change leaves the
 * parts before and behind it as they are.
 */
export function* partsOf(text: string): Generator<string> {
  let start = 0;
  let hash = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    hash = ((hash << 1) + (GEAR[code & 255] ?? 0)) | 0;
    const length = index + 1 - start;
    const isCut = length >= MAX_PART || (length >= MIN_PART && hash >>> (32 - CUT_BITS) === 0);
    // A pair of surrogates is one character.
    if (!isCut || (code >= 0xd800 && code < 0xdc00)) continue;
    yield text.slice(start, index + 1);
    start = index + 1;
    hash = 0;
  }
  if (start < text.length) yield text.slice(start);
}
