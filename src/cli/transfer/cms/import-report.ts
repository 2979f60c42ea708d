import type { EntryNote } from './source-entry.js';

/** More examples of one reason tell nobody more. */
const MAX_EXAMPLES = 5;
/** Reasons are made of names in the file, too. */
const MAX_REASONS = 100;
const MAX_FAILURES = 50;
const MAX_LABEL = 80;

interface Sum {
  readonly reason: string;
  readonly text: string;
  count: number;
  readonly examples: string[];
}

const OTHERS: EntryNote = { reason: 'other', text: 'other reasons: there are too many to name them' };

/** Sums by reason, each with some examples. */
class Sums {
  private readonly byReason = new Map<string, Sum>();

  add({ reason, text }: EntryNote, example: string, count: number): void {
    const known = this.byReason.get(reason);
    if (!known && this.byReason.size >= MAX_REASONS && reason !== OTHERS.reason) {
      this.add(OTHERS, example, count);
      return;
    }
    const sum = known ?? { reason, text, count: 0, examples: [] };
    if (!known) this.byReason.set(reason, sum);
    sum.count += count;
    if (sum.examples.length < MAX_EXAMPLES && !sum.examples.includes(example)) sum.examples.push(example);
  }

  /** Sums by reason. */
  get all(): readonly Readonly<Sum>[] {
    return [...this.byReason.values()].sort((one, other) => (one.reason < other.reason ? -1 : 1));
  }
}

export interface Subject {
  readonly id: string;
  readonly title: string;
}

/** Counts and notes of an import, or of a dry run. */
export class ImportReport {
  imported = 0;
  alreadyThere = 0;
  failed = 0;
  readonly states = { published: 0, scheduled: 0, drafts: 0 };
  /** New ones. */
  authors = 0;
  sections = 0;
  readonly images = { fetched: 0, already_there: 0, failed: 0 };
  private readonly left = new Sums();
  private readonly changes = new Sums();
  private readonly failures: { readonly id: string; readonly message: string }[] = [];

  constructor(
    private readonly from: string,
    private readonly isDryRun: boolean,
  ) {}

  leftOut(note: EntryNote, subject: Subject, count = 1): void {
    this.left.add(note, labelOf(subject), count);
  }

  /** Something that was imported is otherwise than it was. */
  changed(note: EntryNote, subject: Subject): void {
    this.changes.add(note, labelOf(subject), 1);
  }

  /** @returns the line that tells it */
  fail({ id, title }: Subject, message: string): string {
    this.failed += 1;
    if (this.failures.length < MAX_FAILURES) this.failures.push({ id, message });
    return `${labelOf({ id, title })}: ${message}`;
  }

  toJSON(): object {
    const { fetched, already_there } = this.images;
    return {
      from: this.from,
      dry_run: this.isDryRun,
      imported: this.imported,
      already_there: this.alreadyThere,
      failed: this.failed,
      ...this.states,
      authors: this.authors,
      sections: this.sections,
      images: this.isDryRun ? { to_fetch: fetched, already_there } : this.images,
      left_out: this.left.all,
      changed: this.changes.all,
      failures: this.failures,
    };
  }

  /** The report as lines of text. */
  lines(): string[] {
    const { published, scheduled, drafts } = this.states;
    const { fetched, already_there: known, failed } = this.images;
    const verb = this.isDryRun ? 'would be imported' : 'imported';
    const images = this.isDryRun ? `${fetched} to fetch` : `${fetched} fetched, ${failed} not`;
    return [
      ...section('Left out', this.left.all),
      ...section(this.isDryRun ? 'Would be changed' : 'Changed', this.changes.all),
      `${published} published, ${scheduled} scheduled, ${drafts} as drafts`,
      `new authors: ${this.authors}, new sections: ${this.sections}, images: ${images}, ${known} already there`,
      `${this.imported} ${verb}, ${this.alreadyThere} already there, ${this.failed} failed`,
    ];
  }
}

function section(title: string, sums: readonly Readonly<Sum>[]): string[] {
  if (sums.length === 0) return [];
  return [
    `${title}:`,
    ...sums.map(
      ({ reason, text, count, examples }) =>
        `  ${reason}: ${count}${text === reason ? '' : `, ${text}`} (${examples.join('; ')})`,
    ),
  ];
}

/** In one line of a terminal, without control characters. */
function labelOf({ id, title }: Subject): string {
  const text = title.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const short = Array.from(text).slice(0, MAX_LABEL).join('');
  return short === '' ? id : `${id} "${short}"`;
}
