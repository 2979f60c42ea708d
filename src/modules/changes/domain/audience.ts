/** Who may read an article: all who read posts; these authors, beside all who read drafts; nobody. */
export type Readers = 'all' | readonly number[] | null;

/** Who could read an article before a change, and who can after it. */
export interface Audience {
  readonly before: Readers;
  readonly after: Readers;
}
