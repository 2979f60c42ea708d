import sanitizeHtml from 'sanitize-html';

/*
 * Runs on the main thread for texts of ordinary length and in a worker thread for long ones, so it imports
 * nothing of ours and uses only TypeScript that Node can strip.
 */

const MAX_NESTING = 200;

/** A run of letters and digits is a word; scripts that are written without blanks count by the character. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

const FORMER_BLOCKS = ['center', 'dialog', 'dir', 'fieldset', 'form', 'legend', 'menu'];

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [
    ...sanitizeHtml.defaults.allowedTags,
    ...[
      'img',
      'picture',
      'source',
      'video',
      'audio',
      'track',
      'del',
      'ins',
      'details',
      'summary',
      'listicle',
    ],
  ],
  allowedAttributes: {
    '*': ['id', 'class', 'title', 'lang', 'dir', 'role', 'aria-*', 'data-*', 'align', 'width', 'height'],
    a: ['href', 'name', 'target', 'rel'],
    img: ['src', 'srcset', 'alt', 'sizes', 'loading'],
    source: ['src', 'srcset', 'type', 'media', 'sizes'],
    video: ['src', 'controls', 'poster', 'preload', 'muted', 'loop', 'playsinline'],
    audio: ['src', 'controls', 'preload'],
    track: ['src', 'kind', 'label', 'srclang', 'default'],
    ol: ['start', 'reversed', 'type'],
    td: ['colspan', 'rowspan', 'headers'],
    th: ['colspan', 'rowspan', 'headers', 'scope'],
    time: ['datetime'],
    blockquote: ['cite'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  nestingLimit: MAX_NESTING,
  // Blocks that are not kept leave one behind, or their texts would run together.
  transformTags: Object.fromEntries(
    FORMER_BLOCKS.map((tag) => [tag, () => ({ tagName: 'div', attribs: {} })]),
  ),
};

export interface Sanitized {
  readonly html: string;
  readonly wordsCount: number;
}

/** What stands inside a word or a line; every other tag ends both. */
const INLINE =
  /<\/?(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr)\b[^>]*>/g;
const TAG = /<[^>]*>/g;
/** The sanitiser leaves no other character references. */
const REFERENCE = /&(?:amp|lt|gt|quot);/g;

/** Where a word may be broken; not the end of one. */
const SOFT_HYPHEN = /\u00ad|&shy;/g;

/** The text of HTML that was made safe, for counting and searching its words. */
export function textOf(safe: string): string {
  return safe.replace(SOFT_HYPHEN, '').replace(INLINE, '').replace(TAG, ' ').replace(REFERENCE, ' ');
}

export default function sanitize(html: string): Sanitized {
  const safe = sanitizeHtml(html, OPTIONS);
  return { html: safe, wordsCount: textOf(safe).match(WORD)?.length ?? 0 };
}
