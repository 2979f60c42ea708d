import type { PageFacts } from '../../../domain/page-facts.js';

const MAX_VALUES = 100;

/** The `<meta>` elements of a page, by name. */
export class Metas {
  private readonly values = new Map<string, string[]>();

  constructor({ metas }: PageFacts) {
    for (const { name, content } of metas) {
      if (typeof content !== 'string' || content.trim() === '') continue;
      const values = this.values.get(name);
      if (!values) this.values.set(name, [content]);
      else if (values.length < MAX_VALUES) values.push(content);
    }
  }

  get isEmpty(): boolean {
    return this.values.size === 0;
  }

  /** The first of the names with content; empty when there is none. */
  first(...names: readonly string[]): string {
    return this.all(...names)[0] ?? '';
  }

  /** All values of the first of the names that has any. */
  all(...names: readonly string[]): readonly string[] {
    for (const name of names) {
      const values = this.values.get(name);
      if (values) return values;
    }
    return [];
  }
}
