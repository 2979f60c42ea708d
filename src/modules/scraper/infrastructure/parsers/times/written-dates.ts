import { normalForm } from '../../../../../kernel/text.js';
const MONTHS = [
  'january jan januar jänner janvier janv enero ene',
  'february feb februar februar febr février févr fév febrero',
  'march mar märz mär mrz mars marzo',
  'april apr avril avr abril abr',
  'may mai mayo',
  'june jun juni juin junio',
  'july jul juli juillet juil julio',
  'august aug août agosto ago',
  'september sep sept septembre septiembre setiembre',
  'october oct oktober okt octobre octubre',
  'november nov novembre noviembre',
  'december dec dezember dez décembre déc diciembre dic',
];
const MONTH_NUMBERS = new Map(
  MONTHS.flatMap((names, index) => names.split(' ').map((name): [string, number] => [name, index + 1])),
);
const NAMES = [...MONTH_NUMBERS.keys()].sort((one, other) => other.length - one.length).join('|');
const DAY = String.raw`\d{1,2}`;
const YEAR = String.raw`[12]\d{3}(?!\d)`;
/**
 * A day before the name of its month, behind it, in numbers from the year on, and in numbers up to the year.
 */
const WRITTEN = new RegExp(
  [
    String.raw`(?<d1>${DAY})(?:st|nd|rd|th|er|\.)?[ -](?:de |of )?(?<m1>${NAMES})\.?,?[ -](?:del? )?(?<y1>${YEAR})`,
    String.raw`(?<m2>${NAMES})\.? (?<d2>${DAY})(?:st|nd|rd|th)?,? (?<y2>${YEAR})`,
    String.raw`(?<y3>[12]\d{3})(?<s3>[-/.]|年)(?<m3>${DAY})(?:\k<s3>|月)(?<d3>${DAY})(?!\d)`,
    String.raw`(?<n1>${DAY})(?<s4>[./-])(?<n2>${DAY})\k<s4>(?<y4>${YEAR})`,
  ]
    .map((form) => `(?<![\\p{L}\\d])(?:${form})`)
    .join('|'),
  'iu',
);
const MAX_CHARACTERS = 300;
const EARLIEST_YEAR = 1990;
const DAY_MS = 24 * 3600 * 1000;

export interface WrittenDate {
  /** `2024-03-15`; empty where day and month may be either, and for a day that no calendar has. */
  readonly date: string;
  readonly index: number;
}

/**
 * The first date in a short text, in English, French, German, Spanish or numbers; null when there is none.
 */
export function writtenDate(text: string): WrittenDate | null {
  const found = WRITTEN.exec(text.slice(0, MAX_CHARACTERS));
  if (!found) return null;
  const { y1, y2, y3, y4, m1, m2, m3, d1, d2, d3, n1, n2 } = found.groups ?? {};
  const year = Number(y1 ?? y2 ?? y3 ?? y4);
  const month = MONTH_NUMBERS.get((m1 ?? m2 ?? '').toLowerCase()) ?? Number(m3);
  const [monthOfYear, day] = n1 === undefined ? [month, Number(d1 ?? d2 ?? d3)] : inOrder(n1, n2);
  return { date: calendarDate(year, monthOfYear, day), index: found.index };
}

/** Month and day, where only one of two numbers can be the month. */
function inOrder(one: string, other = ''): readonly [number, number] {
  const [low = 0, high = 0] = [Number(one), Number(other)].sort((a, b) => a - b);
  return low === high || high > 12 ? [low, high] : [0, 0];
}

function calendarDate(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : '';
}

const IN_PATH = new RegExp(
  String.raw`/(?<year>(?:19|20)\d\d)(?<separator>[/-])(?<month>\d{1,2}|${NAMES})\k<separator>(?<day>\d{1,2})(?=[/._-]|$)`,
  'i',
);
const MAX_PATH = 2048;

/** The day in the path of an address: `/2024/03/15/…`, `/2024-03-15-…`; empty when there is none. */
export function dateInAddress(address: string): string {
  const path = URL.parse(address)?.pathname.slice(0, MAX_PATH) ?? '';
  const { year, month = '', day } = IN_PATH.exec(path)?.groups ?? {};
  if (year === undefined) return '';
  return calendarDate(Number(year), MONTH_NUMBERS.get(month.toLowerCase()) ?? Number(month), Number(day));
}

/** Whether a page of the web may be from this day: of 1990 or later, and no more than a day ahead. */
export function isPlausible(time: string, now = Date.now()): boolean {
  const ms = Date.parse(time.slice(0, 10));
  return new Date(ms).getUTCFullYear() >= EARLIEST_YEAR && ms <= now + DAY_MS;
}

const MAX_WORDS = 14;
const MAX_WORDS_OF_SENTENCE = 6;
/** Words after which a date is that of a change, or of something else. */
const OTHER = /updat|modif|actuali|aktuali|geändert|mise à jour|copyright|©|expire|deadline/i;
/** Words before a date of publication; any other word makes the date a part of a text. */
const LABEL =
  /(?:^|[|•·–—:;,/)(-]|\b(?:date|datum|fecha|on|published|posted|released|written|created|publié le|publicado el|am|vom|le|el|du|del|mon|tue|wed|thu|fri|sat|sun|[a-z]{3,6}day)\.?)\s*$/i;
const BYLINE = /^(?:by|von|par|por) /i;

/** The date of a line that is there to tell it: `Published March 15, 2024 by Ann`; empty for any other. */
export function dateOfLine(line: string): string {
  const text = normalForm(line);
  const found = writtenDate(text);
  if (!found) return '';
  const before = text.slice(0, found.index);
  const words = text.split(' ').length;
  const isSentence = text.endsWith('.') && words > MAX_WORDS_OF_SENTENCE;
  const isLabelled = LABEL.test(before) || BYLINE.test(before);
  return words > MAX_WORDS || isSentence || OTHER.test(before) || !isLabelled ? '' : found.date;
}
