const ISO =
  /^\d{4}(?:-\d{2}(?:-\d{2}(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?(?: ?[+-]\d{2}(?::?\d{2})?| ?Z| ?UTC| ?GMT)?)?)?)?$/i;
const SECONDS = 1000;

/** A point in time as ISO 8601, with no more than the page says; empty for what is none. */
export function cleanTime(value: unknown): string {
  if (typeof value === 'number') return value > 1e8 && value < 1e14 ? ofEpoch(value) : '';
  if (typeof value !== 'string') return '';
  const text = value.trim();
  if (text.length < 4 || text.length > 64 || text === '0000-00-00') return '';
  if (ISO.test(text)) return isPossible(text) ? text : '';
  if (/^\d{8}$/.test(text)) return cleanTime(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
  if (/^(?:\d{10}|\d{13})$/.test(text)) return ofEpoch(Number(text));
  const slashed = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(text);
  if (slashed)
    return cleanTime(
      slashed
        .slice(1)
        .map((part) => part.padStart(2, '0'))
        .join('-'),
    );
  return inWords(text);
}

function isPossible(iso: string): boolean {
  const [year = 0, month = 1, day = 1] = iso.slice(0, 10).split('-').map(Number);
  return year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function ofEpoch(number: number): string {
  return new Date(number < 1e11 ? number * SECONDS : number).toISOString();
}

/** `Wed, 12 Apr 2017 12:00:00 GMT`, `April 12, 2017`. What names no zone is taken as UTC, not as ours. */
function inWords(text: string): string {
  const [, year] = /\b(\d{4})\b/.exec(text) ?? [];
  if (year === undefined) return '';
  const zoned = Date.parse(`${text} UTC`);
  const time = Number.isNaN(zoned) ? Date.parse(text) : zoned;
  if (Number.isNaN(time) || Math.abs(new Date(time).getUTCFullYear() - Number(year)) > 1) return '';
  const iso = new Date(time).toISOString();
  return /\d:\d/.test(text) ? iso : iso.slice(0, 10);
}
