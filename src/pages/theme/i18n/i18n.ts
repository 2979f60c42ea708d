import { html, raw, type RawHtml } from '../../../kernel/html.js';
import { TRANSLATIONS } from './translations.js';
import { ENGLISH, type Messages } from './messages.js';

/** Scripts that are written from right to left. */
const RTL_SCRIPTS = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** The words of the theme in the language of a site: English where the theme does not speak it. */
export class I18n {
  readonly say: Messages;
  readonly direction: 'ltr' | 'rtl';
  /** Whether the theme speaks English in it, for want of its language. */
  private readonly isForeign: boolean;
  private readonly numbers: Intl.NumberFormat;
  private readonly minuteUnits: Intl.NumberFormat;
  private readonly plurals: Intl.PluralRules;
  private readonly readingTimes = new Map<number, string>();
  private readonly enumerations = new Map<number, readonly string[]>();
  private readonly lists: Intl.ListFormat;

  constructor(readonly locale: string) {
    const known = localeOf(locale);
    const translation = known.language === 'en' ? ENGLISH : TRANSLATIONS[known.language];
    this.say = translation ?? ENGLISH;
    this.direction = RTL_SCRIPTS.has(known.maximize().script ?? '') ? 'rtl' : 'ltr';
    this.isForeign = translation === undefined;
    const spoken = translation ? known : localeOf('en');
    this.numbers = new Intl.NumberFormat(spoken);
    // The language alone, without the region: "5 mins" of Great Britain does not fit the words around it.
    this.minuteUnits = new Intl.NumberFormat(spoken.language, {
      style: 'unit',
      unit: 'minute',
      unitDisplay: 'short',
      numberingSystem: this.numbers.resolvedOptions().numberingSystem,
    });
    this.plurals = new Intl.PluralRules(spoken);
    // Names are those of the site: what stands between them is in its language in any case.
    this.lists = new Intl.ListFormat(known, { type: 'conjunction' });
  }

  minutes(count: number): string {
    const text =
      this.readingTimes.get(count) ?? this.say.reading.replace('{}', this.minuteUnits.format(count));
    if (count <= MAX_REMEMBERED) this.readingTimes.set(count, text);
    return text;
  }

  words(count: number): string {
    const { words } = this.say;
    return (words[this.plurals.select(count)] ?? words.other).replace('{}', this.number(count));
  }

  position(at: number, of: number): string {
    return this.say.position.replace('{}', this.number(at)).replace('{}', this.number(of));
  }

  number(count: number): string {
    return this.numbers.format(count);
  }

  /** A message as HTML, with a `lang` of its own where the page has another language (WCAG 3.1.2). */
  readonly told = (text: string): RawHtml =>
    raw(this.isForeign ? html`<span lang="en" dir="ltr">${text}</span>` : html`${text}`);

  /** "a, b and c" of as many pieces: what stands before each, and after the last. */
  enumeration(count: number): readonly string[] {
    const known = this.enumerations.get(count);
    if (known) return known;
    const pieces = this.piecesOf(count);
    if (count <= MAX_REMEMBERED) this.enumerations.set(count, pieces);
    return pieces;
  }

  private piecesOf(count: number): readonly string[] {
    const parts = this.lists.formatToParts(Array.from({ length: count }, () => '-'));
    const pieces = [''];
    for (const { type, value } of parts) {
      if (type === 'element') pieces.push('');
      else pieces.push(`${pieces.pop() ?? ''}${value}`);
    }
    return pieces;
  }
}

function localeOf(tag: string): Intl.Locale {
  try {
    return new Intl.Locale(tag);
  } catch {
    return new Intl.Locale('en');
  }
}

const MAX_REMEMBERED = 20;
const made = new Map<string, I18n>();

/** Formats are dear to make, and a site has one language. */
export function phrasesOf(locale: string): I18n {
  const known = made.get(locale);
  if (known) return known;
  if (made.size >= 100) made.clear();
  const i18n = new I18n(locale);
  made.set(locale, i18n);
  return i18n;
}
