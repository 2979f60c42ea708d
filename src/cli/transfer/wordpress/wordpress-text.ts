import type { EntryNote } from '../cms/source-entry.js';
import { type Edit, edited, tagsOf } from '../html/html-tags.js';
import { autop } from './autop.js';
import { withEmbeds } from './embed-lines.js';
import { type GalleryImages, WordPressShortcodes } from './wordpress-shortcodes.js';

export interface ConvertedText {
  readonly html: string;
  readonly notes: readonly EntryNote[];
}

const BLOCK = /^\s*\/?wp:([a-z][\w/-]*)/i;
/** Blocks without an end that show nothing by themselves in WordPress, either. */
const QUIET_BLOCKS = new Set(['more', 'nextpage', 'spacer', 'separator']);
const MARKER = /^(?:more\b|noteaser$|nextpage$)/;

const PAGES: EntryNote = { reason: 'nextpage', text: 'the pages of divided posts are one' };

/**
 * HTML of what WordPress stores: blocks without their comments, shortcodes and
 * embeds, paragraphs of older texts.
 *
 * @param footnotes the list of them, for the block of this name
 */
export function textOfWordPress(
  content: string,
  gallery: GalleryImages,
  footnotes: string | null = null,
): ConvertedText {
  const notes: EntryNote[] = [];
  const edits: Edit[] = [];
  let hasBlocks = false;
  for (const { kind, name, start, end } of tagsOf(content)) {
    if (kind !== 'comment') continue;
    const [, block] = BLOCK.exec(name) ?? [];
    hasBlocks ||= block !== undefined;
    if (block === undefined && !MARKER.test(name.trim())) continue;
    if (name.trim() === 'nextpage') notes.push(PAGES);
    if (block === 'footnotes' && footnotes !== null) {
      edits.push({ start, end, html: footnotes });
      continue;
    }
    if (block !== undefined && name.trimEnd().endsWith('/') && !QUIET_BLOCKS.has(block))
      notes.push({
        reason: `block:${block}`,
        text: `blocks ${block} are removed: WordPress makes them when it shows the post`,
      });
    edits.push({ start, end, html: hasBlocks ? '' : '\n\n' });
  }
  const shortcodes = new WordPressShortcodes(edited(content, edits), gallery);
  const html = withEmbeds(shortcodes.run());
  return { html: (hasBlocks ? html : autop(html)).trim(), notes: [...notes, ...shortcodes.notes] };
}
