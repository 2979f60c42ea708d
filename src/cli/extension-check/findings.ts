import { DomainError } from '../../kernel/errors.js';

/** The findings of a check of an extension, printed line by line. */
export class Findings {
  /** A hook may run twice for one change, and fail twice. */
  private readonly faults = new Set<string>();
  private subject = '';

  constructor(private readonly print: (line: string) => void) {}

  get isWell(): boolean {
    return this.faults.size === 0;
  }

  /** The checks that follow are of this. */
  about(subject: string): void {
    this.subject = subject;
    this.print(subject);
  }

  well(what: string): void {
    this.print(`  ✓ ${what}`);
  }

  /** Adds a note, which is no fault. */
  note(what: string): void {
    this.print(`  · ${what}`);
  }

  fault(what: string, error: unknown): void {
    const line = `  ✗ ${what}: ${sentenceOf(error)}`;
    if (!this.faults.has(this.subject + line)) this.print(line);
    this.faults.add(this.subject + line);
  }

  /** @returns whether the work did not throw */
  async try(what: string, work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      this.well(what);
      return true;
    } catch (error) {
      this.fault(what, error);
      return false;
    }
  }

  summary(): string {
    if (this.isWell) return 'No faults.';
    return this.faults.size === 1 ? 'One fault.' : `${this.faults.size} faults.`;
  }
}

const FAULTS_OF_OTHERS = new Set([
  'ContractError',
  'EnvironmentError',
  'ExtensionError',
  'SiteSettingsError',
]);

/** The message, and for a defect its kind, too. */
function sentenceOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!(error instanceof Error)) return `throws ${String(error)}`;
  const { name, message } = error;
  return error instanceof DomainError || FAULTS_OF_OTHERS.has(name) || name === 'Error'
    ? message
    : `${name}: ${message}`;
}
