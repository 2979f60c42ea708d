import { attributes, html, raw, type RawHtml } from '../../kernel/html.js';
import type { LinkModel, PictureModel, TimeModel } from '../models/page-models.js';
import type { I18n } from './i18n/i18n.js';

/** URLs that a page may contain; every URL of a model is checked against it. */
const PLAIN_ADDRESS = /^(?:https?:\/\/|\/(?![/\\]))[^\s\\]*$/i;
const SCHEMES = new Set(['http:', 'https:', 'mailto:']);

/** The address when a reader may be led to it; null for `javascript:` and whatever else is no page. */
export function addressOf(url: string | null): string | null {
  if (url === null || url === '') return null;
  if (PLAIN_ADDRESS.test(url)) return url;
  const parsed = URL.parse(url, 'https://site.invalid/');
  return parsed && SCHEMES.has(parsed.protocol) ? url : null;
}

/** Joins what is made of each; nothing for an empty list. */
export function each<T>(items: readonly T[], markup: (item: T, index: number) => string): RawHtml {
  return raw(items.reduce((text, item, index) => text + markup(item, index), ''));
}

/**
 * Remembers the markup of each model: pages that are made one after the other show the same sections and
 * cards. Models are found by identity, and do not change.
 */
export function remembering<M extends object>(markup: (model: M, i18n: I18n) => string): typeof markup {
  const known = new WeakMap<M, { readonly i18n: I18n; readonly text: string }>();
  return (model, i18n) => {
    const last = known.get(model);
    if (last?.i18n === i18n) return last.text;
    const text = markup(model, i18n);
    known.set(model, { i18n, text });
    return text;
  };
}

/** The markup when there is something to show. */
export function when<T>(value: T | null | undefined, markup: (value: T) => string): RawHtml {
  return raw(value === null || value === undefined ? '' : markup(value));
}

type LinkAttributes = Readonly<Record<string, string | boolean | null>>;

/** A link around safe HTML; without an address that may be followed, what it says alone. */
export function link(url: string | null, inside: RawHtml, more: LinkAttributes = {}): string {
  const href = addressOf(url);
  return href === null ? inside.html : html`<a${attributes({ href, ...more })}>${inside}</a>`;
}

export function textLink(url: string | null, text: string, more: LinkAttributes = {}): string {
  return link(url, raw(html`${text}`), more);
}

/** A link of the model, which may be to open in a new tab: it says so. */
export function modelLink(
  { url, title, opensNewTab = false }: LinkModel,
  { say, told }: I18n,
  more: LinkAttributes = {},
): string {
  if (!opensNewTab) return textLink(url, title, more);
  const inside = raw(html`${title} <span class="p-hidden">${told(say.newTab)}</span>`);
  return link(url, inside, { ...more, target: '_blank', rel: 'noopener' });
}

export function time({ iso, text }: TimeModel): string {
  return html`<time datetime="${iso}">${text}</time>`;
}

interface PictureLook {
  /** Width in the theme's layout; wins over that of the model. */
  readonly sizes?: string;
  /** Readers see it first: it is not put off. */
  readonly isFirst?: boolean;
  /** Decorative: the text beside it says the same. */
  readonly isDecorative?: boolean;
}

export function picture(model: PictureModel, look: PictureLook = {}): string {
  const { src, srcset, width, height, alt } = model;
  const { isFirst = false } = look;
  const image = attributes({
    src: addressOf(src),
    srcset,
    sizes: srcset === null ? null : (look.sizes ?? model.sizes),
    width,
    height,
    alt: look.isDecorative ? '' : alt,
    loading: isFirst ? null : 'lazy',
    fetchpriority: isFirst ? 'high' : null,
    decoding: 'async',
  });
  return html`<img${image}>`;
}
