import { escapeHtml } from '../../kernel/html.js';
import { attributeValues, changeAttributes } from '../../modules/content/domain/tag-attributes.js';
import type { I18n } from './i18n/i18n.js';

/** No tag extends past the next `<`, which safe HTML has only at tags. */
const TAG = /<(\/?)(a|h[1-6]|iframe|img|main|pre|table)(?=[\s/>])([^<>]*)>/gi;
/**
 * A page has one of each of the first, and they are not in its text; the others
 * take a script that is not there.
 */
const ROLES = /<[a-z][^<>]*\srole="(?:banner|contentinfo|main|tab|tablist|tabpanel)"[^<>]*>/gi;
const FOREIGN_ROLES = new Set(['banner', 'contentinfo', 'main', 'tab', 'tablist', 'tabpanel']);
/** Attributes that refer to other elements by id. */
const REFERENCES = new Set(['aria-controls', 'aria-labelledby', 'aria-owns']);

/** The rest of a link without visible content: mostly an anchor. */
const EMPTY = /(?:\s|&nbsp;|<(?!\/?a[\s>]|(?:audio|iframe|img|picture|video)[\s/>])[^<>]*>)*<\/a>/iy;
/** The rest of a link without words. */
const SILENT = /(?:\s|&nbsp;|<(?!\/?a[\s>])[^<>]*>)*<\/a>/iy;

/** Widths of the column in the styles, for browsers that choose an image before they read them. */
const COLUMN_SIZES = '(max-width: 42rem) 92vw, 38rem';
const LEAD_SIZES = '(max-width: 65rem) 92vw, 61.25rem';

/**
 * Safe HTML of editors as the page needs it: headings that go on below those of the page and skip no level,
 * images that are silent when nothing is said of them, regions that the keyboard can scroll.
 */
export function bodyHtml(safe: string, i18n: I18n, isLead = false): string {
  const pass = new Pass(safe, i18n, isLead);
  return safe
    .replace(TAG, (tag, slash: string, name: string, list: string, at: number) =>
      pass.tag(tag, slash === '/', name.toLowerCase(), list, at),
    )
    .replace(ROLES, withoutRole);
}

const withoutRole = (tag: string) =>
  changeAttributes(tag, ({ name, value, written }) =>
    (name === 'role' && FOREIGN_ROLES.has(value.toLowerCase())) || REFERENCES.has(name) ? '' : written,
  );

/** Safe HTML with its headings alone put in order. */
export function outlined(safe: string, top: number): string {
  const headings = new Headings(top);
  return safe.replace(TAG, (tag, slash: string, name: string, list: string) =>
    /^h/i.test(name) ? headings.tag(Number(name[1]), slash === '/', list) : tag,
  );
}

class Headings {
  /** Levels as written, of the headings that the text is below. */
  private readonly above: number[] = [];
  private readonly open: number[] = [];

  constructor(private readonly top: number) {}

  tag(written: number, isClosing: boolean, list: string): string {
    if (isClosing) return `</h${this.open.pop() ?? this.top}>`;
    while ((this.above.at(-1) ?? 0) >= written) this.above.pop();
    this.above.push(written);
    const level = Math.min(6, this.top + this.above.length - 1);
    this.open.push(level);
    return `<h${level}${list}>`;
  }
}

class Pass {
  private readonly headings = new Headings(2);
  private hasLead: boolean;
  /** End offset of a link whose only text is that of its images. */
  private silentTo = -1;

  constructor(
    private readonly safe: string,
    private readonly i18n: I18n,
    isLead: boolean,
  ) {
    this.hasLead = isLead;
  }

  tag(tag: string, isClosing: boolean, name: string, list: string, at: number): string {
    if (name.startsWith('h')) return this.headings.tag(Number(name[1]), isClosing, list);
    if (name === 'main') return `<${isClosing ? '/' : ''}div${list}>`;
    if (name === 'table') return isClosing ? `${tag}</div>` : `${region(this.i18n.say.table)}${tag}`;
    if (isClosing) return tag;
    if (name === 'a') return this.link(tag, at + tag.length);
    else if (name === 'img') return this.image(list, at);
    else if (name === 'iframe') return frame(list, this.i18n.say.frame);
    else if (!attributeValues(list).has('tabindex')) return `<pre tabindex="0"${list}>`;
    return tag;
  }

  private link(tag: string, start: number): string {
    EMPTY.lastIndex = start;
    if (EMPTY.test(this.safe))
      return changeAttributes(tag, ({ name, written }) => (name === 'href' ? '' : written));
    SILENT.lastIndex = start;
    if (SILENT.test(this.safe)) this.silentTo = SILENT.lastIndex;
    return tag;
  }

  private image(list: string, at: number): string {
    const isFirst = this.hasLead;
    this.hasLead = false;
    const kept = changeAttributes(list, ({ name, value, written }) => {
      if (name === 'sizes') return ` sizes="${isFirst ? LEAD_SIZES : COLUMN_SIZES}"`;
      if (name === 'alt' && value.trim() === '') return '';
      return isFirst && (name === 'loading' || name === 'fetchpriority') ? '' : written;
    });
    const has = attributeValues(kept);
    const silent = at < this.silentTo ? escapeHtml(this.i18n.say.image) : '';
    const alt = has.has('alt') ? '' : ` alt="${silent}"`;
    const loading = isFirst ? ' fetchpriority="high"' : has.has('loading') ? '' : ' loading="lazy"';
    return `<img${alt}${loading}${kept}>`;
  }
}

function region(name: string): string {
  return `<div class="p-wide" role="group" tabindex="0" aria-label="${escapeHtml(name)}">`;
}

function frame(list: string, name: string): string {
  const values = attributeValues(list);
  const title = values.has('title') ? '' : ` title="${escapeHtml(name)}"`;
  const [width, height] = [sideOf(values.get('width')), sideOf(values.get('height'))];
  const isShaped = values.has('style') || width === null || height === null;
  return `<iframe${title}${isShaped ? '' : ` style="aspect-ratio:${width} / ${height}"`}${list}>`;
}

function sideOf(value = ''): string | null {
  return /^([1-9]\d{0,4})(?:px)?$/i.exec(value)?.[1] ?? null;
}
