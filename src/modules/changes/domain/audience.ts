/** Readers of an article or a file: all who read posts; these authors, beside all who read drafts; nobody. */
export type Readers = 'all' | readonly number[] | null;

/** Readers of an article before a change and after it. */
export interface Audience {
  readonly before: Readers;
  readonly after: Readers;
}
