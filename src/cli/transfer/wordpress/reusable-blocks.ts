import type { EntryNote } from '../cms/source-entry.js';
import { type Edit, edited, tagsOf } from '../html/html-tags.js';

/** The text of a reusable block (synced pattern) by its id; null for one that is not in the file. */
export type ReusableBlocks = (id: string) => string | null;

const BLOCK = /^\s*wp:block\s+(\{.*\})\s*\/\s*$/s;
/** Reusable blocks that one text shows, those in each other included. */
const MAX_BLOCKS = 500;
/** Characters of them. */
const MAX_LENGTH = 8_000_000;

const OVERRIDES: EntryNote = {
  reason: 'block-overrides',
  text: 'reusable blocks show their own texts, not those that a post has put into them',
};

/**
 * Puts the texts of reusable blocks where a text names them. A block that is unknown, contains itself, or
 * exceeds the limits stays as it is.
 */
export class ReusableBlocksText {
  readonly notes: EntryNote[] = [];
  private blocks = 0;
  private length = 0;

  constructor(private readonly textOf: ReusableBlocks) {}

  /** @param within ids of the blocks that the text is part of */
  expanded(content: string, within: readonly string[] = []): string {
    if (!content.includes('wp:block')) return content;
    const edits: Edit[] = [];
    for (const { kind, name, start, end } of tagsOf(content)) {
      const block = kind === 'comment' ? readBlock(name) : null;
      if (!block || within.includes(block.id)) continue;
      const text = this.take(block.id);
      if (text === null) continue;
      if (block.hasOverrides) this.notes.push(OVERRIDES);
      edits.push({ start, end, html: this.expanded(text, [...within, block.id]) });
    }
    return edited(content, edits);
  }

  private take(id: string): string | null {
    if (this.blocks >= MAX_BLOCKS) return null;
    this.blocks += 1;
    const text = this.textOf(id);
    if (text === null || this.length + text.length > MAX_LENGTH) return null;
    this.length += text.length;
    return text;
  }
}

function readBlock(comment: string): { readonly id: string; readonly hasOverrides: boolean } | null {
  const [, json] = BLOCK.exec(comment) ?? [];
  if (json === undefined) return null;
  try {
    const { ref, content } = JSON.parse(json) as Readonly<Record<string, unknown>>;
    const hasOverrides = Object.keys(Object(content) as object).length > 0;
    return Number.isSafeInteger(ref) ? { id: String(ref), hasOverrides } : null;
  } catch {
    return null;
  }
}
