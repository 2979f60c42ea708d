import { BASE_STYLES } from './styles-base.js';
import { CARD_STYLES, LIST_STYLES } from './styles-list.js';
import { POST_STYLES } from './styles-post.js';
import { DARK_STYLES, PRINT_STYLES, SLIDE_STYLES, WIDTH_STYLES } from './styles-slides.js';

/** Rules stand one to a line: a line never ends between words that need a blank. */
const compact = (styles: string) =>
  styles
    .replace(/\/\*.*\*\//g, '')
    .replace(/\s*\n\s*/g, '')
    .replace(/;\s*}/g, '}');

/** The one style sheet of all pages but AMP pages. */
export const STYLES = [
  BASE_STYLES,
  POST_STYLES,
  CARD_STYLES,
  LIST_STYLES,
  SLIDE_STYLES,
  WIDTH_STYLES,
  DARK_STYLES,
  PRINT_STYLES,
]
  .map(compact)
  .join('\n');

/** Styles of AMP pages: slides stand one below the other, as AMP has no track for them. */
export const AMP_STYLES = [
  BASE_STYLES,
  POST_STYLES,
  CARD_STYLES,
  '.p-steps{display:none}.p-slide+.p-slide{margin-block-start:2.8em}',
]
  .map(compact)
  .join('\n');
